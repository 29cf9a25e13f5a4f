package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.OwnPid;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.PageMap;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import io.github.hpjvm.advisor.read.memory.RegionBacking;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.read.memory.WindowSample;
import io.github.hpjvm.advisor.read.memory.WindowSample.Estimate;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The share of our own heap and code on huge pages. With {@code PAGEMAP_SCAN} some pages are sampled, or all are
 * scanned if that is as cheap. Otherwise smaps is read, if that is possible within the time limit. For one thread.
 */
public final class OwnCoverage {

    /** A process or a region up to this size is scanned as a whole: 3 ms for a GiB of base pages. */
    private static final Bytes SCANNED = Bytes.ofMiB(320);

    private static final int ENOENT = 2;
    private static final int EACCES = 13;
    private static final int ENOTTY = 25;

    /**
     * The marks of smaps on the mappings of the heap.
     *
     * @param advised bytes in mappings with {@code MADV_HUGEPAGE}
     * @param eligible bytes in mappings with THPeligible 1; empty if this kernel does not print it
     */
    public record Marks(Bytes advised, Optional<Bytes> eligible) {}

    private final Path proc;
    private final Bytes pmdSize;
    private final Bytes pageSize;
    private final int windows;
    private final SmapsBudget budget;
    private final PagemapScan.Buffers buffers = new PagemapScan.Buffers();
    private final long seed = System.nanoTime();
    private final OwnRegions regions;
    private Fact<NativeCalls> calls = Fact.absent(Reason.SKIPPED, Source.of("native access"));
    private Optional<Marks> marks = Optional.empty();

    /**
     * Creates the reader.
     *
     * @param windows how many pages to sample
     * @param budgetMillis time limit of a read of smaps, see {@link SmapsBudget}; a longer one is not started
     */
    public OwnCoverage(Roots roots, OwnVm own, int windows, long budgetMillis) {
        this.proc = roots.proc();
        this.regions = new OwnRegions(proc, own);
        this.pmdSize = ThpFiles.pmdSize(ThpFiles.folder(roots.sys())).known().orElse(Bytes.ofMiB(2));
        this.pageSize = KernelFiles.readBasePage(proc).known().orElse(Bytes.ofKiB(4));
        this.windows = windows;
        this.budget = new SmapsBudget(budgetMillis);
    }

    /** Returns the coverage of the heap and of the code; each absent with its reason if it cannot be known. */
    public Map<RegionName, Fact<Coverage>> look(Fact<ProcStatus> status) {
        if (calls.known().isEmpty()) {
            calls = NativeAccess.find();
        }
        Map<RegionName, OwnRegions.Place> where = regions.places();
        Fact<Bytes> resident = status.map(s -> s.rss().orElse(Bytes.ZERO));
        Fact<Map<RegionName, Fact<Coverage>>> sampled = calls.flatMap(c -> scan(c, where, resident));
        return sampled.known().orElseGet(() -> smaps(where, resident, (Fact.Absent<?>) sampled));
    }

    private Fact<Map<RegionName, Fact<Coverage>>> scan(
            NativeCalls found, Map<RegionName, OwnRegions.Place> where, Fact<Bytes> resident) {
        Source source = Source.of(proc.resolve("self/pagemap"), "PAGEMAP_SCAN");
        boolean small =
                resident.known().filter(bytes -> bytes.compareTo(SCANNED) <= 0).isPresent();
        PagemapScan opened;
        try {
            opened = new PagemapScan(found, proc.resolve("self/pagemap"), pageSize.value(), buffers);
        } catch (RefusedCallException e) {
            return notOpened(source.path(), e.errno());
        } catch (LinkageError | RuntimeException e) {
            return Fact.absent(Reason.NOT_SUPPORTED, Source.of(source.path(), String.valueOf(e)));
        }
        try (PagemapScan pagemap = opened) {
            Map<RegionName, Fact<Coverage>> all = new EnumMap<>(RegionName.class);
            for (Map.Entry<RegionName, OwnRegions.Place> entry : where.entrySet()) {
                Fact<List<AddressRange>> ranges = entry.getValue().ranges();
                PageKind kind = entry.getValue().hugetlb() ? PageKind.HUGETLB : PageKind.THP;
                Optional<Coverage> coverage = ranges.known().isEmpty()
                        ? Optional.empty()
                        : small || isSmall(ranges.known().get())
                                ? scanned(
                                        pagemap,
                                        entry.getKey(),
                                        kind,
                                        ranges.known().get())
                                : sampled(
                                        pagemap,
                                        entry.getKey(),
                                        kind,
                                        ranges.known().get());
                all.put(
                        entry.getKey(),
                        ranges.flatMap(r ->
                                coverage.map(c -> Fact.known(c, source)).orElseGet(() -> nothingResident(source))));
            }
            return Fact.known(all, source);
        } catch (RefusedCallException e) {
            return refused(source, e.errno());
        } catch (LinkageError | RuntimeException e) {
            return Fact.absent(Reason.NOT_SUPPORTED, Source.of(source.path(), String.valueOf(e)));
        }
    }

    private static boolean isSmall(List<AddressRange> ranges) {
        return ranges.stream()
                        .map(AddressRange::size)
                        .reduce(Bytes.ZERO, Bytes::plus)
                        .compareTo(SCANNED)
                <= 0;
    }

    private static <T> Fact<T> nothingResident(Source source) {
        return Fact.absent(Reason.NOT_PRESENT, Source.of(source.path(), "no page that was looked at is resident"));
    }

    /**
     * Returns the reason why the file cannot be opened. Root owns the files of a process that is not dumpable (proc_pid(5)), and
     * only its owner may open this one.
     */
    static <T> Fact<T> notOpened(String file, int errno) {
        return switch (errno) {
            case ENOENT ->
                Fact.absent(
                        Reason.NOT_SUPPORTED,
                        Source.of(file, "this kernel has no pagemap"),
                        "a kernel with CONFIG_PROC_PAGE_MONITOR has it");
            case EACCES ->
                Fact.absent(
                        Reason.DENIED,
                        Source.of(file, "the process may not open its own pagemap: it is not dumpable"),
                        "start the JVM without capabilities of its file (setcap), or call prctl(PR_SET_DUMPABLE, 1)");
            default ->
                Fact.absent(
                        Reason.DENIED,
                        Source.of(file, "opening it was refused, errno " + errno),
                        "allow it in the seccomp profile of the container");
        };
    }

    /** Returns the reason of a refused call. A kernel that does not know the call returns ENOTTY. */
    private static <T> Fact<T> refused(Source source, int errno) {
        return errno == ENOTTY
                ? Fact.absent(
                        Reason.NOT_SUPPORTED,
                        Source.of(source.path(), "this kernel has no PAGEMAP_SCAN"),
                        "a kernel of 6.7 or newer has it")
                : Fact.absent(
                        Reason.DENIED,
                        Source.of(source.path(), "PAGEMAP_SCAN was refused, errno " + errno),
                        "allow ioctl on /proc/self/pagemap in the seccomp profile of the container");
    }

    private Optional<Coverage> scanned(PagemapScan pagemap, RegionName name, PageKind kind, List<AddressRange> ranges)
            throws RefusedCallException {
        long huge = 0;
        long base = 0;
        for (AddressRange range : ranges) {
            Present present = pagemap.of(range);
            huge += present.huge();
            base += present.base();
        }
        return huge + base == 0
                ? Optional.empty()
                : Optional.of(new Coverage(name, kind, (double) huge / (huge + base), 0, Bytes.of(huge + base), 0));
    }

    private Optional<Coverage> sampled(PagemapScan pagemap, RegionName name, PageKind kind, List<AddressRange> ranges)
            throws RefusedCallException {
        Optional<Estimate> estimate = WindowSample.of(ranges, pageSize.value(), windows, seed, pagemap::at);
        return estimate.map(e -> new Coverage(
                name,
                kind,
                e.share(),
                e.standardError(),
                Bytes.of(((long) e.residentPages()) * pageSize.value()),
                e.windows()));
    }

    /** Reads smaps instead of the scan, unless it would take too long. */
    private Map<RegionName, Fact<Coverage>> smaps(
            Map<RegionName, OwnRegions.Place> where, Fact<Bytes> resident, Fact.Absent<?> why) {
        Fact<List<Vma>> vmas = resident.flatMap(bytes -> affordable(bytes, why));
        Map<RegionName, Fact<Coverage>> all = new EnumMap<>(RegionName.class);
        where.forEach((name, region) -> all.put(
                name, region.ranges().flatMap(ranges -> vmas.flatMap(list -> coverage(name, region, ranges, list)))));
        return all;
    }

    private Fact<List<Vma>> affordable(Bytes resident, Fact.Absent<?> why) {
        return budget.allows(resident)
                ? smaps(resident)
                : Fact.absent(
                        why.reason(),
                        Source.of(
                                why.source().path(),
                                why.source().excerpt() + "; and reading smaps of " + resident.rounded()
                                        + " would take " + budget.expected(resident) + " ms, more than "
                                        + budget.millis()),
                        why.grant());
    }

    private Fact<List<Vma>> smaps(Bytes resident) {
        long pid = OwnPid.in(proc);
        long begun = System.nanoTime();
        Fact<List<Vma>> vmas = Maps.read(proc, pid).flatMap(maps -> Smaps.read(proc, pid, Smaps.small(resident, maps)));
        budget.took(resident, System.nanoTime() - begun);
        return vmas;
    }

    /**
     * Returns the marks of the heap in smaps. It is read once, if that is possible within the time limit: a JVM does not change
     * its advice for a heap.
     */
    public Optional<Marks> marks(Fact<ProcStatus> status) {
        if (marks.isEmpty()) {
            OwnRegions.Place heap = Objects.requireNonNull(regions.places().get(RegionName.HEAP), "no heap");
            Optional<Bytes> resident = status.known().flatMap(ProcStatus::rss).filter(budget::allows);
            marks = resident.flatMap(bytes -> heap.ranges()
                    .flatMap(ranges -> smaps(bytes).map(vmas -> marks(vmas, ranges)))
                    .known());
        }
        return marks;
    }

    private Marks marks(List<Vma> vmas, List<AddressRange> heap) {
        RegionBacking backing = backing(vmas);
        return new Marks(backing.advised(heap), backing.eligible(heap));
    }

    private RegionBacking backing(List<Vma> vmas) {
        PageMap pageMap = new PageMap(proc, OwnPid.in(proc), pageSize, Bytes.ofGiB(4));
        return new RegionBacking(vmas, pmdSize, pageSize, pageMap::present);
    }

    private Fact<Coverage> coverage(
            RegionName name, OwnRegions.Place region, List<AddressRange> ranges, List<Vma> vmas) {
        Backing backing = backing(vmas).of(ranges);
        Source source = Source.of(proc.resolve("self/smaps"));
        if (backing.coverageMin().isEmpty()) {
            return nothingResident(source);
        }
        double min = backing.coverageMin().getAsDouble();
        double max = backing.coverageMax().orElse(min);
        return Fact.known(
                new Coverage(
                        name,
                        region.hugetlb() ? PageKind.HUGETLB : PageKind.THP,
                        (min + max) / 2,
                        Math.max(0, (max - min) / 4),
                        backing.residentMin(),
                        0),
                source);
    }
}
