package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.read.memory.Addresses;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The facts in the memory of one JVM. Each is read on its own: a structure that this release does not have, or a value
 * that cannot be, leaves one fact unknown.
 */
final class TableFacts {

    private static final String BARRIERS = "BarrierSet::_barrier_set";

    /** Bytes of a barrier set that are searched; G1BarrierSet of 28 has its second card table after 1064 bytes. */
    private static final int BARRIER_SET = 2048;

    private static final int MOST_HEAPS = 16;
    private static final int MOST_ARGUMENTS = 10_000;
    private static final int LONGEST_ARGUMENT = 128 * 1024;
    private static final int LONGEST_ARGUMENTS = 2 << 20;
    private static final int LONGEST_RELEASE = 256;

    /** Code caches of HotSpot have at most 2 GiB (CODE_CACHE_SIZE_LIMIT in globals.hpp). */
    private static final long MOST_CODE = 2L << 30;

    private final PagedMemory memory;
    private final VmStructs structs;
    private final String file;
    private final Optional<Shapes> shapes;
    private Map<String, VmFlag> flags = Map.of();
    private long argumentBytes;

    /**
     * Prepares the facts.
     *
     * @param file {@code /proc/PID/mem}
     * @param shapes finds what the tables leave out; empty if that is not wanted
     */
    TableFacts(VmStructs structs, String file, Optional<Shapes> shapes) {
        this.structs = structs;
        this.memory = structs.memory();
        this.file = file;
        this.shapes = shapes;
    }

    VmTables all() {
        if (structs.pointer("Universe::_collectedHeap") == 0) {
            throw new UnreadableMemoryException(Reason.SKIPPED, "the JVM is starting and has no heap yet");
        }
        return new VmTables(
                optional(this::release),
                fact("JVMFlag::flags", this::flags),
                fact("CollectedHeap::_reserved", this::heap),
                fact("CodeCache::_heaps", this::code),
                shape("VirtualSpaceNode", Shapes::metaspace),
                shape("CardTable::_byte_map", this::gc),
                fact("MetaspaceObj::_shared_metaspace_base", this::cds),
                optional(() -> arguments("_jvm_args_array", "_num_jvm_args")).orElse(List.of()),
                optional(() -> arguments("_jvm_flags_array", "_num_jvm_flags")).orElse(List.of()),
                optional(this::command).orElse(""));
    }

    private <T> Fact<T> fact(String table, Supplier<T> reader) {
        try {
            return Fact.known(reader.get(), Source.of(file, table));
        } catch (UnreadableMemoryException e) {
            return Fact.absent(e.reason(), Source.of(file, table + ": " + e.getMessage()));
        }
    }

    private Fact<List<AddressRange>> shape(String table, Function<Shapes, List<AddressRange>> reader) {
        return shapes.map(s -> fact(table, () -> reader.apply(s)))
                .orElseGet(() -> Fact.absent(Reason.SKIPPED, Source.of(file, table + ": it was not requested")));
    }

    private static <T> Optional<T> optional(Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (UnreadableMemoryException e) {
            return Optional.empty();
        }
    }

    private Map<String, VmFlag> flags() {
        if (flags.isEmpty()) {
            flags = new LiveFlags(structs).read();
        }
        return flags;
    }

    private String release() {
        return memory.text(structs.pointer("Abstract_VM_Version::_s_vm_release"), LONGEST_RELEASE);
    }

    /** Returns the range of the heap, which HotSpot reserves as a whole: what is not committed is mapped without access. */
    private AddressRange heap() {
        long region = structs.address("CollectedHeap::_reserved", structs.pointer("Universe::_collectedHeap"));
        AddressRange heap = region(region);
        if (shapes.filter(found -> !found.isMapped(heap)).isPresent()) {
            throw new UnreadableMemoryException(heap + " is not mapped as a whole");
        }
        return heap;
    }

    private AddressRange region(long region) {
        long start = structs.pointer("MemRegion::_start", region);
        long words = structs.pointer("MemRegion::_word_size", region);
        if (start == 0 && words == 0) {
            throw new UnreadableMemoryException(Reason.NOT_PRESENT, "its range is empty, as with ZGC");
        }
        return range(start, words, Long.MAX_VALUE / Long.BYTES, Long.BYTES);
    }

    /** Returns a range that a process can have: on pages, below the addresses of the kernel. */
    private static AddressRange range(long start, long count, long most, int unit) {
        boolean sound = start > 0
                && start % PagedMemory.PAGE == 0
                && count > 0
                && count <= most
                && start <= Long.MAX_VALUE - count * unit;
        if (!sound) {
            throw new UnreadableMemoryException(
                    "0x" + Long.toHexString(start) + " and a length of " + count + " are no range");
        }
        return new AddressRange(start, start + count * unit);
    }

    private List<AddressRange> code() {
        if (structs.has("CodeCache::_heap")) {
            return List.of(codeHeap(structs.pointer("CodeCache::_heap")));
        }
        long array = structs.pointer("CodeCache::_heaps");
        String length = structs.first("GrowableArrayBase::_len", "GenericGrowableArray::_len")
                .orElseThrow(() -> new UnreadableMemoryException("its tables have no GrowableArrayBase::_len"));
        int count = memory.int32(structs.address(length, array));
        if (count <= 0 || count > MOST_HEAPS) {
            throw new UnreadableMemoryException(count + " code heaps");
        }
        long data = structs.pointer("GrowableArray<int>::_data", array);
        List<AddressRange> heaps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            heaps.add(codeHeap(memory.int64(data + (long) i * Long.BYTES)));
        }
        return Addresses.joined(heaps);
    }

    private AddressRange codeHeap(long heap) {
        long space = structs.address("CodeHeap::_memory", heap);
        long low = structs.pointer("VirtualSpace::_low_boundary", space);
        long high = structs.pointer("VirtualSpace::_high_boundary", space);
        return range(low, high - low, MOST_CODE, 1);
    }

    /** Returns the card tables, and the bitmaps of the collectors that have bitmaps of the whole heap. */
    private List<AddressRange> gc(Shapes found) {
        boolean g1 = isTrue("UseG1GC");
        boolean parallel = isTrue("UseParallelGC") || isTrue("UseParallelOldGC");
        if (!g1 && !parallel && !isTrue("UseSerialGC")) {
            throw new UnreadableMemoryException(Reason.NOT_SUPPORTED, "its collector is not G1, Parallel or Serial");
        }
        AddressRange heap = heap();
        List<AddressRange> all = new ArrayList<>(cardTable());
        if (parallel) {
            all.addAll(found.bitmapsOfParallel(heap));
        } else if (g1) {
            long object = structs.pointer("Universe::_collectedHeap");
            all.addAll(found.bitmapsOfG1(object, structs.size("G1CollectedHeap"), heap));
            if (structs.has(BARRIERS)) {
                long barriers = structs.pointer(BARRIERS);
                found.eachObject(
                        barriers,
                        BARRIER_SET,
                        heap,
                        table -> otherCards(table, heap).ifPresent(all::add));
            }
        }
        return Addresses.joined(all);
    }

    /** Returns whether a flag is set. */
    private boolean isTrue(String flag) {
        return Optional.ofNullable(flags().get(flag)).filter(VmFlag::isTrue).isPresent();
    }

    /** Returns the cards of a card table; empty if the object is none. From 26 on G1 has two (JEP 522). */
    private Optional<AddressRange> otherCards(long table, AddressRange heap) {
        String covered = "CardTable::_whole_heap";
        if (!structs.has(covered)
                || structs.pointer("MemRegion::_start", structs.address(covered, table)) != heap.start()) {
            return Optional.empty();
        }
        return optional(() -> cards("CardTable", table).get(0));
    }

    /** Returns the card table: of the barrier set in 11 and newer, the barrier set itself in 8. */
    private List<AddressRange> cardTable() {
        if (structs.has("CardTableModRefBS::_byte_map")) {
            long heap = structs.pointer("Universe::_collectedHeap");
            return cards("CardTableModRefBS", structs.pointer("CollectedHeap::_barrier_set", heap));
        }
        long barriers = structs.pointer(BARRIERS);
        return cards("CardTable", structs.pointer("CardTableBarrierSet::_card_table", barriers));
    }

    /** Returns the cards, whose number has to be that of the heap: other barrier sets have something else there. */
    private List<AddressRange> cards(String type, long table) {
        AddressRange heap = heap();
        AddressRange covered = region(structs.address(type + "::_whole_heap", table));
        if (!heap.equals(covered)) {
            throw new UnreadableMemoryException("the barrier set has no card table of the heap");
        }
        long size = structs.pointer(type + "::_byte_map_size", table);
        return List.of(range(
                structs.pointer(type + "::_byte_map", table), size, heap.size().value(), 1));
    }

    private List<AddressRange> cds() {
        boolean aot = structs.has("MetaspaceObj::_aot_metaspace_base");
        String prefix = aot ? "MetaspaceObj::_aot_metaspace_" : "MetaspaceObj::_shared_metaspace_";
        long base = structs.pointer(prefix + "base");
        long top = structs.pointer(prefix + "top");
        if (base == 0 && top == 0) {
            throw new UnreadableMemoryException(Reason.NOT_PRESENT, "no archive is mapped");
        }
        return List.of(range(base, top - base, Long.MAX_VALUE, 1));
    }

    private List<String> arguments(String array, String number) {
        int count = memory.int32(structs.address("Arguments::" + number));
        if (count < 0 || count > MOST_ARGUMENTS) {
            throw new UnreadableMemoryException(count + " arguments");
        }
        long texts = structs.pointer("Arguments::" + array);
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            arguments.add(argument(memory.int64(texts + (long) i * Long.BYTES)));
        }
        return arguments;
    }

    private String argument(long address) {
        String text = memory.text(address, LONGEST_ARGUMENT);
        argumentBytes += text.length();
        if (argumentBytes > LONGEST_ARGUMENTS) {
            throw new UnreadableMemoryException("more than 2 MiB of arguments");
        }
        return text;
    }

    private String command() {
        long text = structs.pointer("Arguments::_java_command");
        return text == 0 ? "" : argument(text);
    }
}
