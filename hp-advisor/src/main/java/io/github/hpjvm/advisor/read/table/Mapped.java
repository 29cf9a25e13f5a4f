package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.Addresses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The mappings of a process, for the question where a pointer leads. */
final class Mapped {

    private final AddressRange library;
    private final List<AddressRange> statics;
    private final Runs all;
    private final Runs anonymous;

    /**
     * Sorts the mappings.
     *
     * @param vmas all of them, in ascending order
     * @param library the mappings of libjvm.so, from the first to the last
     */
    Mapped(List<Vma> vmas, AddressRange library) {
        this.library = library;
        List<AddressRange> data = new ArrayList<>();
        List<AddressRange> mappings = new ArrayList<>();
        List<AddressRange> objects = new ArrayList<>();
        for (Vma vma : vmas) {
            AddressRange range = vma.range();
            if (range.start() < 0) {
                continue;
            }
            boolean writable = vma.permissions().startsWith("rw");
            boolean unnamed =
                    vma.inode() == 0 && (vma.path().isEmpty() || vma.path().equals("[heap]"));
            // Variables with an initial value are in the file, and those without follow it in anonymous memory (.bss).
            if (writable && (library.contains(range) || unnamed && range.start() == library.end())) {
                data.add(range);
            }
            mappings.add(range);
            if (writable && unnamed) {
                objects.add(range);
            }
        }
        this.statics = List.copyOf(data);
        this.all = new Runs(mappings);
        this.anonymous = new Runs(objects);
    }

    /** Returns the memory of the library's variables. */
    List<AddressRange> statics() {
        return statics;
    }

    boolean isInLibrary(long pointer) {
        return library.contains(pointer);
    }

    /** Returns whether an aligned pointer leads to writable anonymous memory, where objects of the C heap are. */
    boolean isObject(long pointer) {
        return (pointer & 7) == 0 && isAnonymous(pointer);
    }

    /** Returns whether an address is in writable anonymous memory. */
    boolean isAnonymous(long address) {
        return anonymous.end(address) >= 0;
    }

    /** Returns whether an address is in such memory or in the variables of the library. */
    boolean isObjectOrStatic(long address) {
        return endOfObjectOrStatic(address) >= 0;
    }

    /** Returns the end of such memory or of the variables from an address on; -1 if the address is in neither. */
    long endOfObjectOrStatic(long address) {
        for (AddressRange range : statics) {
            if (range.contains(address)) {
                return range.end();
            }
        }
        return (address & 7) == 0 ? anonymous.end(address) : -1;
    }

    /** Returns whether a range is mapped without a hole. */
    boolean covers(AddressRange range) {
        return all.end(range.start()) >= range.end();
    }

    /** Mappings, of which adjacent ones are one run: a process may have hundreds of thousands, and one is sought often. */
    private static final class Runs {
        private final long[] starts;
        private final long[] ends;

        Runs(List<AddressRange> mappings) {
            List<AddressRange> joined = Addresses.joined(mappings);
            this.starts = joined.stream().mapToLong(AddressRange::start).toArray();
            this.ends = joined.stream().mapToLong(AddressRange::end).toArray();
        }

        /** Returns the end of the run that contains an address; -1 if none does. */
        long end(long address) {
            int found = Arrays.binarySearch(starts, address);
            int index = found >= 0 ? found : -found - 2;
            return index >= 0 && address < ends[index] ? ends[index] : -1;
        }
    }
}
