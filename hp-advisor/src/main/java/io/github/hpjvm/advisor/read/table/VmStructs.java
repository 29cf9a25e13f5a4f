package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.term.Reason;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The table that HotSpot exports for the serviceability agent: where its structures have their fields
 * ({@code src/hotspot/share/runtime/vmStructs.cpp}, VMStructEntry and VMTypeEntry). Only fields that are asked for are
 * kept.
 */
final class VmStructs {

    private static final int MOST_ENTRIES = 8192;
    private static final int LONGEST_ENTRY = 256;

    /** The types whose fields are read. */
    private static final Set<String> TYPES = Set.of(
            "Flag",
            "JVMFlag",
            "Universe",
            "CollectedHeap",
            "G1CollectedHeap",
            "MemRegion",
            "CodeCache",
            "CodeHeap",
            "VirtualSpace",
            "GrowableArray<int>",
            "GrowableArrayBase",
            "GenericGrowableArray",
            "Abstract_VM_Version",
            "Arguments",
            "BarrierSet",
            "CardTableBarrierSet",
            "CardTable",
            "CardTableModRefBS",
            "MetaspaceObj");

    /** A field: its offset in its structure, or its address if it is static. */
    private record Field(boolean isStatic, long value) {}

    private final PagedMemory memory;
    private final Map<String, Field> fields;
    private final Map<String, Long> sizes;

    private VmStructs(PagedMemory memory, Map<String, Field> fields, Map<String, Long> sizes) {
        this.memory = memory;
        this.fields = fields;
        this.sizes = sizes;
    }

    static VmStructs read(PagedMemory memory, Symbols symbols) {
        return new VmStructs(memory, fields(memory, symbols), sizes(memory, symbols));
    }

    private static Map<String, Field> fields(PagedMemory memory, Symbols symbols) {
        Columns columns = new Columns(memory, symbols, "gHotSpotVMStructEntry");
        int type = columns.column("TypeNameOffset");
        int name = columns.column("FieldNameOffset");
        int isStatic = columns.column("IsStaticOffset");
        int offset = columns.column("OffsetOffset");
        int address = columns.column("AddressOffset");
        Map<String, Field> fields = new HashMap<>();
        long at = memory.int64(symbols.address("gHotSpotVMStructs"));
        for (int i = 0; i < MOST_ENTRIES; i++) {
            ByteBuffer entry = memory.bytes(at + (long) i * columns.stride(), columns.stride());
            long typeName = entry.getLong(type);
            if (typeName == 0) {
                return fields;
            }
            if (TYPES.contains(memory.name(typeName))) {
                boolean here = entry.getInt(isStatic) != 0;
                String key = memory.name(typeName) + "::" + memory.name(entry.getLong(name));
                fields.put(key, new Field(here, entry.getLong(here ? address : offset)));
            }
        }
        throw new UnreadableMemoryException("a table of fields without an end");
    }

    private static Map<String, Long> sizes(PagedMemory memory, Symbols symbols) {
        Columns columns = new Columns(memory, symbols, "gHotSpotVMTypeEntry");
        int name = columns.column("TypeNameOffset");
        int size = columns.column("SizeOffset");
        Map<String, Long> sizes = new HashMap<>();
        long at = memory.int64(symbols.address("gHotSpotVMTypes"));
        for (int i = 0; i < MOST_ENTRIES; i++) {
            ByteBuffer entry = memory.bytes(at + (long) i * columns.stride(), columns.stride());
            if (entry.getLong(name) == 0) {
                return sizes;
            }
            if (TYPES.contains(memory.name(entry.getLong(name)))) {
                sizes.put(memory.name(entry.getLong(name)), entry.getLong(size));
            }
        }
        throw new UnreadableMemoryException("a table of types without an end");
    }

    /** The columns of a table, which HotSpot exports as well. */
    private record Columns(PagedMemory memory, Symbols symbols, String prefix, int stride) {
        Columns(PagedMemory memory, Symbols symbols, String prefix) {
            this(memory, symbols, prefix, number(memory, symbols, prefix + "ArrayStride", LONGEST_ENTRY));
        }

        int column(String name) {
            return number(memory, symbols, prefix + name, stride - Long.BYTES);
        }

        private static int number(PagedMemory memory, Symbols symbols, String symbol, int most) {
            long number = memory.int64(symbols.address(symbol));
            if (number < 0 || number > most) {
                throw new UnreadableMemoryException(symbol + " is " + number);
            }
            return (int) number;
        }
    }

    /** Returns whether HotSpot has the field. */
    boolean has(String field) {
        return fields.containsKey(field);
    }

    /** Returns the first of these fields that this release has. */
    Optional<String> first(String... names) {
        return List.of(names).stream().filter(this::has).findFirst();
    }

    /** Returns the address of a static field. */
    long address(String field) {
        return field(field, true);
    }

    /** Returns the address of a field of the structure at an address. */
    long address(String field, long structure) {
        return structure + field(field, false);
    }

    private long field(String name, boolean isStatic) {
        Field field = fields.get(name);
        if (field == null || field.isStatic() != isStatic) {
            throw new UnreadableMemoryException(Reason.NOT_SUPPORTED, "its tables have no " + name);
        }
        return field.value();
    }

    /** Returns the size of a structure in bytes, from 1 to 65535. */
    int size(String type) {
        long size = sizes.getOrDefault(type, 0L);
        if (size <= 0 || size > 0xffff) {
            throw new UnreadableMemoryException("the size of " + type + " is " + size);
        }
        return (int) size;
    }

    /** Returns the pointer in a static field. */
    long pointer(String field) {
        return memory.int64(address(field));
    }

    /** Returns the pointer in a field of the structure at an address. */
    long pointer(String field, long structure) {
        return memory.int64(address(field, structure));
    }

    PagedMemory memory() {
        return memory;
    }
}
