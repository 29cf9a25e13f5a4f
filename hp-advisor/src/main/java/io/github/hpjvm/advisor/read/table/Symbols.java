package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;

/**
 * The exported symbols of a library that is mapped into a process, by its dynamic section in memory (the System V ABI,
 * chapter 5; {@code include/uapi/linux/elf.h}; the hash table of {@code DT_GNU_HASH} in glibc's {@code elf/dl-lookup.c}).
 * The file of the library is not opened: it may have been replaced or deleted.
 */
final class Symbols {

    private static final int PT_LOAD = 1;
    private static final int PT_DYNAMIC = 2;
    private static final int PROGRAM_HEADER = 56;
    private static final int MOST_HEADERS = 64;
    private static final int DYNAMIC = 16;
    private static final int MOST_DYNAMIC = 256;
    private static final int DT_HASH = 4;
    private static final int DT_STRTAB = 5;
    private static final int DT_SYMTAB = 6;
    private static final long DT_GNU_HASH = 0x6ffffef5L;
    private static final int SYMBOL = 24;

    /** Limit of one chain; those of libjvm.so have less than ten symbols. */
    private static final int LONGEST_CHAIN = 1000;

    private final PagedMemory memory;
    private final AddressRange library;
    private final long bias;
    private long symbolTable;
    private long strings;
    private long gnuHash;
    private long hash;

    /**
     * Reads the dynamic section.
     *
     * @param library all mappings of the library; the first one begins with the header of the file
     */
    Symbols(PagedMemory memory, AddressRange library) {
        this.memory = memory;
        this.library = library;
        long base = library.start();
        if (memory.int32(base) != 0x464c457f && memory.int32(base) != 0x7f454c46 || memory.int8(base + 4) != 2) {
            throw new UnreadableMemoryException("no 64-bit ELF file is mapped as libjvm.so");
        }
        long headers = base + memory.int64(base + 32);
        int count = memory.int32(base + 56) & 0xffff;
        long first = -1;
        long dynamic = -1;
        for (int i = 0; i < Math.min(count, MOST_HEADERS); i++) {
            long header = headers + (long) i * PROGRAM_HEADER;
            int type = memory.int32(header);
            if (type == PT_LOAD && first < 0) {
                first = memory.int64(header + 16) & -PagedMemory.PAGE;
            } else if (type == PT_DYNAMIC) {
                dynamic = memory.int64(header + 16);
            }
        }
        if (first < 0 || dynamic < 0) {
            throw new UnreadableMemoryException("libjvm.so has no dynamic section");
        }
        this.bias = base - first;
        readDynamic(bias + dynamic);
    }

    private void readDynamic(long section) {
        for (int i = 0; i < MOST_DYNAMIC; i++) {
            long tag = memory.int64(section + (long) i * DYNAMIC);
            long value = memory.int64(section + (long) i * DYNAMIC + 8);
            if (tag == 0) {
                return;
            } else if (tag == DT_SYMTAB) {
                symbolTable = absolute(value);
            } else if (tag == DT_STRTAB) {
                strings = absolute(value);
            } else if (tag == DT_GNU_HASH) {
                gnuHash = absolute(value);
            } else if (tag == DT_HASH) {
                hash = absolute(value);
            }
        }
    }

    /** Returns an address: glibc relocates the entries of the section in place, musl does not. */
    private long absolute(long value) {
        return library.contains(value) ? value : bias + value;
    }

    /** Returns the address of a symbol. */
    long address(String name) {
        long index = gnuHash != 0 ? byGnuHash(name) : byHash(name);
        if (index < 0) {
            throw new UnreadableMemoryException("libjvm.so does not export " + name);
        }
        return bias + memory.int64(symbol(index) + 8);
    }

    private long byGnuHash(String name) {
        long buckets = Integer.toUnsignedLong(memory.int32(gnuHash));
        long firstSymbol = Integer.toUnsignedLong(memory.int32(gnuHash + 4));
        long bloomWords = Integer.toUnsignedLong(memory.int32(gnuHash + 8));
        if (buckets == 0) {
            return -1;
        }
        int wanted = 5381;
        for (int i = 0; i < name.length(); i++) {
            wanted = wanted * 33 + name.charAt(i);
        }
        long bucketTable = gnuHash + 16 + bloomWords * Long.BYTES;
        long chainTable = bucketTable + buckets * Integer.BYTES;
        long bucket = Integer.toUnsignedLong(wanted) % buckets;
        long index = Integer.toUnsignedLong(memory.int32(bucketTable + bucket * Integer.BYTES));
        if (index < firstSymbol) {
            return -1;
        }
        for (int i = 0; i < LONGEST_CHAIN; i++, index++) {
            int hashOfSymbol = memory.int32(chainTable + (index - firstSymbol) * Integer.BYTES);
            if ((hashOfSymbol | 1) == (wanted | 1) && isNamed(index, name)) {
                return index;
            }
            if ((hashOfSymbol & 1) != 0) {
                return -1;
            }
        }
        return -1;
    }

    private long byHash(String name) {
        if (hash == 0) {
            throw new UnreadableMemoryException("libjvm.so has no hash table of symbols");
        }
        long buckets = Integer.toUnsignedLong(memory.int32(hash));
        int wanted = 0;
        for (int i = 0; i < name.length(); i++) {
            wanted = (wanted << 4) + name.charAt(i);
            int high = wanted & 0xf0000000;
            wanted = (wanted ^ high >>> 24) & ~high;
        }
        long chains = hash + 8 + buckets * Integer.BYTES;
        long bucket = buckets == 0 ? 0 : Integer.toUnsignedLong(wanted) % buckets;
        long index = Integer.toUnsignedLong(memory.int32(hash + 8 + bucket * Integer.BYTES));
        for (int i = 0; i < LONGEST_CHAIN && index != 0; i++) {
            if (isNamed(index, name)) {
                return index;
            }
            index = Integer.toUnsignedLong(memory.int32(chains + index * Integer.BYTES));
        }
        return -1;
    }

    private boolean isNamed(long index, String name) {
        return memory.name(strings + Integer.toUnsignedLong(memory.int32(symbol(index))))
                .equals(name);
    }

    private long symbol(long index) {
        return symbolTable + index * SYMBOL;
    }
}
