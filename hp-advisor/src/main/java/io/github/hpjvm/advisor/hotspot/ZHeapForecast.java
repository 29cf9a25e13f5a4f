package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.KernelThp.Eligible;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/**
 * The pages of ZGC's heap, which is shared memory of a memfd: {@code zPhysicalMemoryBacking_linux.cpp} and {@code
 * zLargePages_linux.cpp} in {@code src/hotspot/os/linux/gc/z}. The single-generation ZGC of 21 to 23 is in {@code
 * gc/x}, the ZGC of 11 below {@code os_cpu/linux_x86}.
 */
final class ZHeapForecast {

    private static final int ADVICE_WORKS_SINCE = 15;
    private static final int READS_SHMEM_MODE_SINCE = 22;

    /** JEP 490. */
    private static final int ONLY_GENERATIONAL_SINCE = 24;

    private static final Bytes GRANULE = Bytes.ofMiB(2);

    /** The smallest heap for which one huge page at a border does not matter. */
    private static final Bytes LARGE = Bytes.ofMiB(64);

    private final Start start;
    private final AnonymousMemory memory;

    ZHeapForecast(Start start) {
        this.start = start;
        this.memory = new AnonymousMemory(start);
    }

    RegionForecast forecast() {
        String source = source();
        if (start.heapIsAFile()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_START,
                    "the heap is a file of AllocateHeapAt, and its file system decides",
                    source);
        }
        if (start.large().type().isEmpty()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_START,
                    start.large().why(),
                    start.large().source());
        }
        if (start.large().pooled()) {
            return new RegionForecast(
                    RegionName.HEAP,
                    Optional.of(PageKind.HUGETLB),
                    GRANULE,
                    When.AT_START,
                    "ZGC takes its heap from the pool page by page, and the initial heap (-Xms) at its start.",
                    source);
        }
        return shared(source);
    }

    private RegionForecast shared(String source) {
        String file = "ZGC's heap is shared memory, and " + start.kernel().whyShared();
        Optional<Eligible> word =
                advises() ? start.kernel().shared() : start.kernel().sharedUnmapped();
        if (word.isEmpty()) {
            return memory.unknown(RegionName.HEAP, When.AT_START, file, source);
        }
        boolean excluded = advises() && start.kernel().exceptAdvised() && !callsMadvise();
        boolean reached = word.get() == Eligible.ALL || word.get() == Eligible.ADVISED && advises() && callsMadvise();
        boolean huge = reached && !excluded;
        if (huge && isUnaligned()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_START,
                    file
                            + ", and ZGC advises its memory; but shmem_enabled itself is never, so the kernel does not align the"
                            + " parts by which the heap grows. Set shmem_enabled to advise",
                    source);
        }
        if (huge) {
            RegionForecast forecast = memory.huge(
                    RegionName.HEAP,
                    start.shape().map(HeapShape::max),
                    true,
                    file + (word.get() == Eligible.ALL ? "" : ", and ZGC advises its memory"),
                    source);
            return new RegionForecast(
                    RegionName.HEAP,
                    forecast.kind(),
                    advises() ? start.kernel().sharedSize() : start.kernel().pmdSize(),
                    forecast.kind().isPresent() ? When.AT_START : When.LATER,
                    forecast.why(),
                    source);
        }
        return memory.base(RegionName.HEAP, file + (excluded ? KernelThp.EXCEPT_ADVISED : withoutAdvice()), source);
    }

    /**
     * Returns whether the parts of the heap may begin inside of a huge page. Up to 21 ZGC maps each part anew to advise it, and
     * the kernel aligns mappings only by the mode for all sizes (shmem_get_unmapped_area in {@code mm/shmem.c}). Measured on
     * Linux 6.18 with never and hugepages-2048kB/shmem_enabled=advise: all huge with -Xms255m -Xmx255m, 0 to 99 % with -Xms8m.
     */
    private boolean isUnaligned() {
        boolean bySize = start.kernel().sharedUnmapped().equals(Optional.of(Eligible.NONE))
                && start.kernel().sharedSize().compareTo(GRANULE) >= 0;
        Optional<HeapShape> shape = start.shape();
        boolean grows = shape.flatMap(HeapShape::initial)
                .filter(initial -> initial.equals(shape.get().max()) && initial.compareTo(LARGE) >= 0)
                .isEmpty();
        return bySize && grows;
    }

    private String withoutAdvice() {
        Eligible word = start.kernel().shared().orElse(Eligible.NONE);
        if (word == Eligible.NONE || word == Eligible.ALL) {
            return "";
        }
        if (advises() && !callsMadvise()) {
            return ", but Java " + start.release() + " does not advise its memory in the modes of this host";
        }
        return start.large().is(Type.THP)
                ? ", but the advice of Java " + start.release() + " does not reach it"
                : ", and ZGC does not opt in: " + start.large().why();
    }

    /**
     * Returns whether it reads the mode of shared memory (JDK-8319969). The single-generation ZGC of 22 and 23 still tests the
     * flag ({@code gc/x/xLargePages_linux.cpp}).
     */
    static boolean readsShmemMode(Start start) {
        boolean single = start.is(Collector.ZGC) && start.release() < ONLY_GENERATIONAL_SINCE;
        return start.release() >= READS_SHMEM_MODE_SINCE && !single;
    }

    /**
     * Returns whether it maps its heap to advise it while it is allocated. It allocates memory that it does not map
     * with fallocate. Then the mode for all sizes decides alone (shmem_allowable_huge_orders in {@code mm/shmem.c}).
     *
     * <p>Up to 21, and in {@code gc/x}, it does so if the JVM kept the flag. Since JDK-8319969 it does so if the flag was requested, even if
     * it was turned off, and that mode gives huge pages at all. It does so without the flag if the mode gives them to
     * all memory (ZLargePages::pd_initialize).
     */
    private boolean advises() {
        if (start.release() < ADVICE_WORKS_SINCE) {
            return false;
        }
        if (!readsShmemMode(start)) {
            return start.large().is(Type.THP);
        }
        Optional<Eligible> all = start.kernel().sharedAsSeen();
        return start.large().thpRequested()
                ? all.filter(Eligible.NONE::equals).isEmpty()
                : all.equals(Optional.of(Eligible.ALL));
    }

    /**
     * Returns whether the memory gets MADV_HUGEPAGE if {@link #advises} is true: since JDK-8319969 only in mode advise
     * (os::Linux::should_madvise_shmem_thps). In the other modes the memory is mapped and touched without advice, and
     * PR_THP_DISABLE_EXCEPT_ADVISED then excludes it. Measured: 17.0.21 and 21.0.13 keep huge pages, 25.0.5 and 27.0.1
     * have none. The ZGC of {@code gc/x} calls os::realign_memory, which in 22 and 23 advises only where {@code enabled} is
     * madvise (os::Linux::should_madvise_anonymous_thps).
     */
    private boolean callsMadvise() {
        if (start.release() < READS_SHMEM_MODE_SINCE) {
            return true;
        }
        return readsShmemMode(start)
                ? start.kernel().sharedAsSeen().equals(Optional.of(Eligible.ADVISED))
                : start.kernel().saysMadvise();
    }

    private String source() {
        if (start.release() < ADVICE_WORKS_SINCE) {
            return start.source("src/hotspot/os_cpu/linux_x86/gc/z/zBackingFile_linux_x86.cpp", "ZBackingFile");
        }
        return start.source("src/hotspot/os/linux/gc/z/zLargePages_linux.cpp", "ZLargePages::pd_initialize");
    }
}
