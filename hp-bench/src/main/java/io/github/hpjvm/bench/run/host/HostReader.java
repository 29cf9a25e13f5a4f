package io.github.hpjvm.bench.run.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.FreeBlocks;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.Buddyinfo;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads the present state of the host. */
public final class HostReader {
    private static final Path PROC = Path.of("/proc");
    private static final Path SYS = Path.of("/sys");
    private static final long BASE_PAGE =
            KernelFiles.readBasePage(PROC).known().orElse(Bytes.ofKiB(4)).value();
    private static final String ALWAYS = "always";

    private HostReader() {}

    /** The policy for transparent huge pages. */
    public static Fact<ThpPolicy> thp() {
        return ThpFiles.read(SYS);
    }

    /** All THP modes, including those of each size. */
    public static Fact<ThpSettings> thpSettings() {
        return ThpFiles.settings(SYS);
    }

    /** Returns whether the kernel uses huge pages of some size, such as 64 KiB, for memory without opt-in. */
    public static boolean hugePagesForEverybody() {
        boolean smaller = thpSettings().known().stream()
                .flatMap(settings -> settings.sizes().stream())
                .anyMatch(size -> size.effective().equals(Optional.of(ALWAYS)));
        return smaller || thp().known().map(ThpPolicy::effective).equals(Optional.of(ALWAYS));
    }

    /** Sizes by name of /proc/meminfo; empty if it cannot be read. */
    public static Map<String, Bytes> memory() {
        return TextFile.read(PROC.resolve("meminfo"))
                .known()
                .map(MemInfo::parse)
                .orElse(Map.of());
    }

    /** All hugetlb pools, by page size; none if the kernel has none. */
    public static List<HugePool> pools() {
        return HugePools.read(SYS).known().orElse(List.of());
    }

    /** The hugetlb pool of the default page size; empty if the kernel has none. */
    public static Optional<HugePool> defaultPool() {
        Bytes size = memory().getOrDefault("Hugepagesize", Bytes.ZERO);
        return pool(size);
    }

    /** Number of free blocks that can become a huge page of this size without compaction. */
    public static Optional<Long> freeBlocks(Bytes hugePage) {
        int order = Long.numberOfTrailingZeros(hugePage.value() / BASE_PAGE);
        return TextFile.read(PROC.resolve("buddyinfo"))
                .known()
                .map(Buddyinfo::parse)
                .map((FreeBlocks blocks) -> blocks.freeBlocks(order));
    }

    /** The share of free memory that is usable for transparent huge pages; empty if unknown. */
    public static Optional<Fragmentation.Share> freeMemory() {
        int order = Long.numberOfTrailingZeros(pmdSize().value() / BASE_PAGE);
        return TextFile.read(PROC.resolve("buddyinfo"))
                .known()
                .map(Buddyinfo::parse)
                .map(blocks -> Fragmentation.Share.of(blocks, order));
    }

    /** Pages of that pool that the JVM of a case needs so that all its regions are huge; empty if unknown. */
    public static Optional<PoolBill> bill(TargetJvm jvm, Case subject) {
        Optional<Workload.Need> need = subject.workload().need();
        return need.isPresent()
                ? need.get().pool()
                : defaultPool().flatMap(pool -> bill(jvm, subject.jvmArgs(), pool.pageSize(), Bytes.of(BASE_PAGE)));
    }

    /** The maximum heap of the JVM of a case; empty if its arguments do not name it. */
    public static Optional<Bytes> heap(Case subject) {
        return subject.workload()
                .need()
                .map(Workload.Need::heap)
                .or(() -> WorkloadHeap.of(subject.jvmArgs()).map(WorkloadHeap::max));
    }

    /** Empty also for pages, releases and collectors without measurements. */
    static Optional<PoolBill> bill(TargetJvm jvm, List<String> jvmArgs, Bytes pageSize, Bytes basePage) {
        try {
            return WorkloadHeap.of(jvmArgs)
                    .map(heap -> PoolBill.of(
                            jvm.version(),
                            heap.collector(),
                            heap.max(),
                            jvm.reservedCodeCache(),
                            pageSize,
                            OptionalInt.of(Runtime.getRuntime().availableProcessors()),
                            basePage));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The size of a transparent huge page; 2 MiB if unknown. */
    public static Bytes pmdSize() {
        return thp().known().map(ThpPolicy::pmdSize).orElse(Bytes.ofMiB(2));
    }

    /** The size of a base page in bytes. */
    public static long basePageBytes() {
        return BASE_PAGE;
    }

    /** The hugetlb pool of this page size; empty if the kernel has none. */
    public static Optional<HugePool> pool(Bytes pageSize) {
        return pools().stream().filter(pool -> pool.pageSize().equals(pageSize)).findFirst();
    }

    /** The memory that overcommit adds to a pool for a process that takes so many pages; it is available memory before. */
    public static Bytes byOvercommit(Bytes pageSize, long pages) {
        return pageSize.times(pool(pageSize)
                .map(pool -> Math.min(pool.missing(pages), pool.overcommitRoom()))
                .orElse(0L));
    }

    /**
     * Number of folios of this size that the whole host has faulted since boot in anonymous memory; empty if this
     * kernel does not count them (before 6.10).
     */
    public static OptionalLong foliosFaulted(Bytes size) {
        Path file = SYS.resolve("kernel/mm/transparent_hugepage/hugepages-"
                + size.value() / Bytes.ofKiB(1).value() + "kB/stats/anon_fault_alloc");
        return TextFile.read(file)
                .known()
                .map(String::strip)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** The state of the host for the next fork. */
    public static HostView view(TargetJvm jvm, Case subject, Variant variant, boolean thpDenied) {
        Optional<HugePool> pool = variant.proof() instanceof Proof.HeapPages pages ? pool(pages.size()) : defaultPool();
        Optional<PoolBill> bill = pool.equals(defaultPool()) ? bill(jvm, subject) : Optional.empty();
        return new HostView(thp(), thpSettings(), pool, bill, freeBlocks(pmdSize()), thpDenied);
    }
}
