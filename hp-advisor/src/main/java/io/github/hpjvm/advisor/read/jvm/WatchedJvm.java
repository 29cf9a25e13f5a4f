package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.PageMap;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.ReadLimit;
import io.github.hpjvm.advisor.read.memory.RegionBacking;
import io.github.hpjvm.advisor.read.memory.ScannedBacking;
import io.github.hpjvm.advisor.read.memory.SharedPages;
import io.github.hpjvm.advisor.read.memory.ThreadStacks;
import io.github.hpjvm.advisor.read.memory.WindowSample;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.ProcessReading;
import io.github.hpjvm.advisor.watch.RegionReading;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import io.github.hpjvm.os.text.First;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A JVM whose memory is read repeatedly. Its tables are read once, at the start. A later reading uses them with the
 * present mappings.
 */
public final class WatchedJvm implements AutoCloseable {

    private static final Bytes PAGE_OF_LAST_RESORT = Bytes.ofKiB(4);
    private static final String Z_HEAP = "/memfd:java_heap";
    private static final int SHARED_SAMPLE = 256;

    /** A scan of 256 MiB takes less than 1 ms, and a sample of 128 pages, each by a call of its own, takes 1 ms. */
    private static final Bytes FAST_TO_SCAN = Bytes.ofMiB(256);

    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final long pageSize;
    private final long reads;
    private final Optional<NativeCalls> calls;
    private final KeptStarts kept = KeptStarts.by(() -> 0);
    private final ThreadStacks stacks;
    private final ProcessStat.Start start;
    private final Jvm jvm;
    private Region heapRegion;
    private Optional<PagemapScan> scan = Optional.empty();
    private List<AddressRange> heap = List.of();
    private List<Vma> heapMaps = List.of();
    private PageKind heapKind = PageKind.THP;
    private Bytes heapPage;
    private boolean heapAlone;

    private WatchedJvm(Roots roots, long pid, Reach reach, Optional<NativeCalls> calls) {
        this.procRoot = roots.proc();
        this.pid = pid;
        this.reach = reach;
        this.heapPage = reach.pmdSize();
        this.stacks = new ThreadStacks(procRoot, pid);
        this.reads = ReadLimit.ofHost(procRoot);
        this.pageSize = KernelFiles.readBasePage(procRoot)
                .known()
                .orElse(PAGE_OF_LAST_RESORT)
                .value();
        this.calls = calls.filter(found -> PagemapScan.isKnown(procRoot) && permitsScan(found));
        this.start = ProcessStat.start(procRoot, pid).known().orElse(JvmReader.UNKNOWN);
        this.jvm = new JvmReader(roots, pid, reach, kept, Optional::empty).read();
        this.heapRegion = jvm.region(RegionName.HEAP);
        locate(jvm.regions());
    }

    /** Returns false if the kernel refuses scans, as the seccomp profile of a container may. */
    private boolean permitsScan(NativeCalls found) {
        try (PagemapScan probe = new PagemapScan(found, ProcessFile.path(procRoot, pid, "pagemap"), pageSize)) {
            probe.at(pageSize);
            return true;
        } catch (RefusedCallException | LinkageError e) {
            return false;
        }
    }

    /**
     * Reads a JVM for the first time.
     *
     * @param calls the calls for scans of its memory; without them smaps is read
     */
    public static WatchedJvm begin(Roots roots, long pid, Reach reach, Optional<NativeCalls> calls) {
        return new WatchedJvm(roots, pid, reach, calls);
    }

    /** Returns the facts of the first reading. */
    public Jvm jvm() {
        return jvm;
    }

    /**
     * Returns whether its tables were read before they had metaspace. A JVM makes it after its heap, whose pages it may touch
     * first (universe_init in {@code src/hotspot/share/memory/universe.cpp}).
     */
    public boolean lacksMetaspace() {
        return kept.last(pid, jvm.startTicks())
                .flatMap(begun -> begun.tables().known())
                .filter(tables -> tables.metaspace().known().isEmpty())
                .isPresent();
    }

    /** Returns the regions of the first reading. */
    public List<RegionReading> first() {
        return readings(jvm.regions());
    }

    /** Returns the heap as the last reading of all regions saw it. */
    public Region heapRegion() {
        return heapRegion;
    }

    /** Returns whether it is still the same program of the same process, and has not ended. */
    public boolean isRunning() {
        return ProcessStat.isRunning(procRoot, pid, start);
    }

    /**
     * Returns whether the process runs another program now, as a server that restarts itself by execve.
     *
     * @param patience how long to wait while it changes
     */
    public boolean isReplaced(Duration patience) {
        return ProcessStat.isReplaced(procRoot, pid, start, patience);
    }

    /** Returns all regions whose pages are known. */
    public List<RegionReading> all() {
        Optional<ProcStatus> status = StatusFile.read(procRoot, pid).known();
        if (status.isEmpty() || jvm.identity().known().isEmpty()) {
            return List.of();
        }
        JvmMemory memory = new JvmMemory(procRoot, status.get(), pid, reach, calls, stacks);
        memory.begin();
        List<Region> regions = memory.seen(
                        jvm.identity().known().orElse(VmIdentity.of(VmKind.HOTSPOT)),
                        jvm.flags(),
                        kept.last(pid, jvm.startTicks()).map(StartFacts::tables).orElseGet(WatchedJvm::unread),
                        kept.replies().replay(new Replies.Process(pid, jvm.startTicks())))
                .regions();
        heapRegion =
                First.of(regions, region -> region.name() == RegionName.HEAP).orElse(heapRegion);
        locate(regions);
        return readings(regions);
    }

    private static Fact<VmTables> unread() {
        return Fact.absent(Reason.SKIPPED, Source.of("tables", "they were not read at the start"));
    }

    private static List<RegionReading> readings(List<Region> regions) {
        List<RegionReading> readings = new ArrayList<>();
        for (Region region : regions) {
            boolean empty = region.location().known().filter(List::isEmpty).isPresent();
            if (!empty) {
                region.backing().known().ifPresent(backing -> readings.add(reading(region.name(), backing)));
            }
        }
        return readings;
    }

    private static RegionReading reading(RegionName name, Backing backing) {
        double error = backing.sampled().isEmpty()
                ? 0
                : (backing.coverageMax().orElse(0) - backing.coverageMin().orElse(0)) / 4;
        return new RegionReading(name, backing.likely(), error);
    }

    /** Keeps the addresses of the heap, and decides whether it can be read alone. */
    private void locate(List<Region> regions) {
        heapAlone = false;
        for (Region region : regions) {
            Optional<Backing> backing = region.backing().known();
            if (region.name() == RegionName.HEAP && calls.isPresent() && backing.isPresent()) {
                heap = region.location().known().orElse(List.of());
                heapAlone =
                        reach.smallThp().sizes().isEmpty() && !heap.isEmpty() && oneKind(backing.get()) && refresh();
            }
        }
    }

    private boolean oneKind(Backing backing) {
        boolean hugetlb = false;
        boolean other = false;
        for (Pages pages : backing.pages()) {
            hugetlb |= pages.kind() == PageKind.HUGETLB;
            other |= pages.kind() != PageKind.HUGETLB && !pages.max().isZero();
            heapPage = pages.kind() == PageKind.HUGETLB ? pages.pageSize() : heapPage;
        }
        heapKind = hugetlb ? PageKind.HUGETLB : PageKind.THP;
        return backing.complete() && !(hugetlb && other);
    }

    /** Reads the mappings of the heap; returns whether a scan can read it. */
    private boolean refresh() {
        List<Vma> inside = new ArrayList<>();
        for (Vma vma : Maps.read(procRoot, pid).known().orElse(List.of())) {
            if (heap.stream().anyMatch(vma.range()::overlaps)) {
                inside.add(vma);
            }
        }
        heapMaps = inside;
        return !inside.isEmpty() && !RegionBacking.mappedMoreThanOnce(inside);
    }

    /** Returns whether {@link #heap} and {@link #heapSample} can read the heap without the other regions. */
    public boolean hasHeapAlone() {
        return heapAlone;
    }

    /** Reads the pages of the heap, a sample if it is large; empty if they cannot be read, or the process has ended. */
    public Optional<RegionReading> heap() {
        followZ();
        Bytes page = Bytes.of(pageSize);
        return scan().flatMap(open -> new ScannedBacking(
                                heapMaps,
                                reach.pmdSize(),
                                page,
                                Set::of,
                                () -> MemInfo.onlyPoolSize(procRoot),
                                new RegionScan(
                                        open, page, new PageMap(procRoot, pid, page, RegionScan.MOST_BASE), reads),
                                reach.exact() ? ScannedBacking.NO_SAMPLE : RegionScan.MOST_BASE)
                        .of(heap))
                .filter(Backing::complete)
                .map(backing -> reading(RegionName.HEAP, backing));
    }

    /**
     * Estimates the pages of the heap from single pages, drawn at random. Reads all if that is as fast: if none of the drawn
     * pages is resident, or if the heap has at most 256 MiB.
     *
     * @param windows number of pages
     */
    public Optional<RegionReading> heapSample(int windows, long seed) {
        followZ();
        Bytes reserved = heap.stream().map(AddressRange::size).reduce(Bytes.ZERO, Bytes::plus);
        if (reserved.compareTo(FAST_TO_SCAN) <= 0) {
            return heap();
        }
        try {
            Optional<PagemapScan> open = scan();
            return open.isEmpty()
                    ? Optional.empty()
                    : WindowSample.of(heap, pageSize, windows, seed, open.get()::at)
                            .map(this::estimate)
                            .or(this::heap);
        } catch (RefusedCallException e) {
            return Optional.empty();
        }
    }

    private RegionReading estimate(WindowSample.Estimate estimate) {
        long pages = Math.round(estimate.residentPages());
        long huge = Math.round(pages * estimate.share());
        Bytes reserved = heap.stream().map(AddressRange::size).reduce(Bytes.ZERO, Bytes::plus);
        List<Pages> kinds = new ArrayList<>();
        kinds.add(Pages.exactly(heapKind, heapPage, Bytes.of(huge * pageSize)));
        if (heapKind == PageKind.THP || pages > huge) {
            kinds.add(Pages.exactly(PageKind.BASE, Bytes.of(pageSize), Bytes.of((pages - huge) * pageSize)));
        }
        return new RegionReading(RegionName.HEAP, new Backing(reserved, kinds), estimate.standardError());
    }

    /** Follows the heap of ZGC, whose mappings are its only trace, as it grows and shrinks. */
    private void followZ() {
        boolean z = jvm.identity()
                .known()
                .flatMap(VmIdentity::gc)
                .filter(Collector::isZ)
                .isPresent();
        if (z) {
            List<Vma> mapped = new ArrayList<>();
            List<AddressRange> ranges = new ArrayList<>();
            for (Vma vma : Maps.read(procRoot, pid).known().orElse(List.of())) {
                if (vma.path().startsWith(Z_HEAP)) {
                    mapped.add(vma);
                    ranges.add(vma.range());
                }
            }
            heapMaps = mapped;
            heap = ranges;
        }
    }

    private Optional<PagemapScan> scan() {
        if (scan.isEmpty() && calls.isPresent()) {
            try {
                scan = Optional.of(new PagemapScan(calls.get(), ProcessFile.path(procRoot, pid, "pagemap"), pageSize));
            } catch (RefusedCallException | LinkageError e) {
                return Optional.empty();
            }
        }
        return scan;
    }

    /** Reads the state of the process that is cheap to read. */
    public ProcessReading process() {
        Fact<ProcStatus> status = StatusFile.read(procRoot, pid);
        return new ProcessReading(
                status.known().flatMap(state -> state.size("VmSwap")),
                ProcessStat.childFaults(procRoot, pid).known(),
                OptionalInt.empty(),
                Optional.empty());
    }

    /** Returns the same state with its children and the shared pages of the heap, which cost more. */
    public ProcessReading withChildren(ProcessReading cheap) {
        return new ProcessReading(
                cheap.swapped(),
                cheap.childFaults(),
                Children.count(procRoot, pid),
                SharedPages.sample(procRoot, pid, heap, pageSize, SHARED_SAMPLE));
    }

    @Override
    public void close() {
        scan.ifPresent(PagemapScan::close);
        scan = Optional.empty();
    }
}
