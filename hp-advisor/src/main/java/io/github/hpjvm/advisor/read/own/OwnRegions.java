package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.memory.Addresses;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.RegionBacking;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.read.vm.Layout;
import io.github.hpjvm.advisor.read.vm.VmFlags;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The addresses of the heap and the code of the JVM that we run in, from its own beans or its tables, without an attach. */
final class OwnRegions {

    /**
     * The addresses of a region.
     *
     * @param ranges without the views of ZGC up to 21 that show the same memory again
     * @param hugetlb whether it was mapped from a hugetlb pool, which a scan does not distinguish from other huge pages
     */
    record Place(Fact<List<AddressRange>> ranges, boolean hugetlb) {}

    /** The begins of names that the kernel and HotSpot give to memory of a pool. */
    private static final List<String> HUGETLB = List.of("/anon_hugepage", "/memfd:java_heap.hugetlb", "/SYSV");

    private final Path proc;
    private final VmIdentity vm;
    private final Optional<Bytes> reservedCode;
    private Optional<Map<RegionName, Place>> places = Optional.empty();

    OwnRegions(Path proc, OwnVm own) {
        this.proc = proc;
        this.vm = own.identity();
        this.reservedCode = own.flags().known().flatMap(f -> VmFlags.bytes(f, "ReservedCodeCacheSize"));
    }

    /**
     * Returns the addresses. Heap and code cache are reserved once; a ZGC heap is mapped piece by piece, and located
     * each time.
     */
    Map<RegionName, Place> places() {
        boolean moves = vm.gc().filter(Collector::isZ).isPresent();
        if (places.isEmpty() || moves) {
            Map<RegionName, Place> found = find();
            boolean all =
                    found.values().stream().allMatch(l -> l.ranges().known().isPresent());
            places = all && !moves ? Optional.of(found) : Optional.empty();
            return found;
        }
        return places.get();
    }

    private Map<RegionName, Place> find() {
        Fact<List<Vma>> maps = Maps.read(proc, OwnPid.in(proc));
        Fact<String> none = Fact.absent(Reason.SKIPPED, Source.of("VM.info"));
        Fact<String> heap = diagnostic("gcHeapInfo");
        Fact<String> code = diagnostic("compilerCodecache");
        // The tables cost more than the answers of the beans: they are read only where there are no answers.
        Fact<VmTables> tables = heap.known().isPresent()
                ? Fact.absent(Reason.SKIPPED, Source.of("/proc/self/mem"))
                : OwnTables.read(proc);
        Map<RegionName, Fact<List<AddressRange>>> all = new Layout(
                        tables,
                        new Layout.Texts(heap, code, none, none, none),
                        maps,
                        vm.gc(),
                        reservedCode,
                        none.map(t -> List.of()))
                .locations();
        Map<RegionName, Place> found = new EnumMap<>(RegionName.class);
        for (RegionName name : List.of(RegionName.HEAP, RegionName.CODE)) {
            Fact<List<AddressRange>> place = Objects.requireNonNull(all.get(name), name::toString);
            Fact<List<AddressRange>> ranges = name == RegionName.CODE
                    ? heapReason(place, code)
                    : heapReason(place, heap).map(r -> once(r, maps.known().orElse(List.of())));
            found.put(name, new Place(ranges, isHugetlb(ranges, maps)));
        }
        return found;
    }

    /**
     * Returns the reason for an absent heap. That the bean is missing is more useful than that its output is not known.
     */
    private static Fact<List<AddressRange>> heapReason(Fact<List<AddressRange>> ranges, Fact<String> text) {
        return ranges.known().isEmpty() && text instanceof Fact.Absent<String> ? text.map(t -> List.of()) : ranges;
    }

    private static Fact<String> diagnostic(String operation) {
        try {
            return OwnManagement.diagnostic(operation);
        } catch (LinkageError e) {
            return OwnTables.withoutManagement("DiagnosticCommand " + operation);
        }
    }

    /** Returns the first view of memory that is mapped several times. */
    private static List<AddressRange> once(List<AddressRange> ranges, List<Vma> maps) {
        List<Vma> inside = inside(ranges, maps);
        if (!RegionBacking.mappedMoreThanOnce(inside)) {
            return ranges;
        }
        Set<String> seen = new HashSet<>();
        return inside.stream()
                .filter(v -> seen.add(v.inode() + ":" + v.offset()))
                .map(Vma::range)
                .toList();
    }

    /** Returns the mappings that overlap these ranges. A ZGC heap has thousands of both. */
    private static List<Vma> inside(List<AddressRange> ranges, List<Vma> maps) {
        List<AddressRange> joined = Addresses.joined(ranges);
        return maps.stream()
                .filter(v -> Addresses.overlapsAny(joined, v.range()))
                .toList();
    }

    /**
     * Returns whether a region is of a hugetlb pool. A heap of System V shared memory ({@code ipc/shm.c}) is one: HotSpot uses
     * it for large pages only.
     */
    private static boolean isHugetlb(Fact<List<AddressRange>> ranges, Fact<List<Vma>> maps) {
        return inside(ranges.known().orElse(List.of()), maps.known().orElse(List.of())).stream()
                .anyMatch(v -> isOfPool(v.path()));
    }

    static boolean isOfPool(String path) {
        return HUGETLB.stream().anyMatch(path::startsWith);
    }
}
