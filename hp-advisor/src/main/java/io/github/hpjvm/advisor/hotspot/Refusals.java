package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.HeapRequest;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.flag.Refusal;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/** Reasons for which a JVM ends at its start although it accepts its arguments: its sizes and its host decide. */
final class Refusals {

    /** The address space of a process on x86-64: half of 48 bits. */
    private static final Bytes ADDRESSABLE = Bytes.ofGiB(128L << 10);

    /** A launcher that is loaded at two thirds of the address space splits it (ELF_ET_DYN_BASE in {@code arch/x86}). */
    private static final Bytes PERHAPS_ADDRESSABLE = Bytes.ofGiB(80L << 10);

    /** From 25 on the message has a space before the unit. */
    private static final int SPACED_SINCE = 25;

    private static final Bytes MOST_OF_Z = Bytes.ofGiB(16L << 10);
    private static final Bytes LEAST_MAX = Bytes.ofMiB(2);
    private static final long REGIONS_OF_SHENANDOAH = 10;
    private static final Bytes LEAST_REGION_OF_SHENANDOAH = Bytes.ofKiB(256);

    /** 27 and newer make the regions smaller and do not refuse. */
    private static final int SMALLER_REGIONS_SINCE = 27;

    /** The code cache is divided as for at least so many pages (CodeCache::initialize_heaps). */
    private static final long LEAST_PAGES_OF_CODE = 8;

    private final Start start;
    private final RefusedFlags flags;

    Refusals(Start start) {
        this.start = start;
        this.flags = new RefusedFlags(start);
    }

    /** Returns the first refusal that HotSpot reaches; empty if there is none, or if it cannot be known. */
    Optional<Refusal> first() {
        return largePageGivenToZ()
                .map(text -> new Refusal(text, Stage.COLLECTOR))
                .or(() -> flags.first())
                .or(() -> pauseIntervalOf8()
                        .or(this::sizes)
                        .or(this::codeHeaps)
                        .map(text -> new Refusal(text, Stage.CODE)))
                .or(() ->
                        largePageOfZ().or(this::thpOfZ).or(this::reserveOfZ).map(text -> new Refusal(text, Stage.HEAP)))
                .or(this::thpOnOldKernel)
                .or(this::poolOfZ)
                .or(() -> regionsOfG1().map(text -> new Refusal(text, Stage.MEMORY)));
    }

    /** G1CollectorPolicy of 8 checks it when the code cache is reserved; 9 and newer check it while they parse. */
    private Optional<String> pauseIntervalOf8() {
        boolean alone =
                start.flags().isGiven("GCPauseIntervalMillis") && !start.flags().isGiven("MaxGCPauseMillis");
        return start.release() == 8 && start.is(Collector.G1) && alone
                ? Optional.of("GCPauseIntervalMillis cannot be set without setting MaxGCPauseMillis")
                : Optional.empty();
    }

    private Optional<String> sizes() {
        Optional<Bytes> asked = start.heap().map(HeapRequest::max);
        Optional<HeapShape> shape = start.shape();
        if (asked.isPresent() && start.is(Collector.SHENANDOAH)) {
            Optional<String> regions = regionsOfShenandoah(start.heap().get());
            if (regions.isPresent()) {
                return regions;
            }
        }
        if (start.release() > 8
                && asked.filter(max -> max.compareTo(LEAST_MAX) < 0).isPresent()) {
            return Optional.of("Too small maximum heap");
        }
        Optional<String> mode = start.is(Collector.SHENANDOAH)
                ? new ShenandoahModes(start.release(), start.flags()).refusal()
                : Optional.empty();
        if (mode.isPresent()) {
            return mode;
        }
        Bytes most = start.isZ() ? MOST_OF_Z : ADDRESSABLE;
        if (shape.isEmpty() || shape.get().max().compareTo(most) <= 0) {
            return Optional.empty();
        }
        return Optional.of(
                start.isZ()
                        ? "Java heap too large (max supported heap size is 16384G)"
                        : "Could not reserve enough space for "
                                + (shape.get().max().value() >> 10)
                                + (start.release() < SPACED_SINCE ? "" : " ") + "KB object heap");
    }

    /**
     * JDK-8304954: 17 to 21.0.0, fixed in 17.0.10 and 21.0.1. An initial size that equals the reserved size lets the code cache
     * be one page or more, but its heaps are divided for eight. Measured with 8 and 12 MiB on a pool of 2 MiB pages: 17.0.2
     * and 17.0.9 refuse, 17.0.21, 21.0.2 and 11.0.13 start; with 16 MiB all start.
     */
    private Optional<String> codeHeaps() {
        Bytes size = start.code().size();
        boolean whole = start.flags()
                .number("InitialCodeCacheSize")
                .filter(initial -> initial >= size.value())
                .isPresent();
        boolean affected = start.release() >= 17
                && start.code().isExact()
                && start.code().segmented()
                && start.large().is(Type.HUGETLB)
                && whole;
        Optional<PoolBalances> pools = PoolBalances.of(start.launch(), start.host());
        if (!affected || pools.isEmpty()) {
            return Optional.empty();
        }
        for (Bytes page : start.large().sizes().sizes()) {
            long pages = size.value() / page.value();
            boolean few = pages >= 1 && pages < LEAST_PAGES_OF_CODE && size.value() % page.value() == 0;
            if (few && pools.get().left(page).min() >= pages) {
                return Optional.of("Could not reserve enough space in CodeHeap 'non-nmethods' (...)");
            }
        }
        return Optional.empty();
    }

    /** ShenandoahHeapRegion::setup_sizes: ten regions at least, of 256 KiB at least. */
    private Optional<String> regionsOfShenandoah(HeapRequest heap) {
        Bytes most = heap.max().dividedBy(REGIONS_OF_SHENANDOAH);
        Optional<Bytes> region = heap.region();
        boolean few = region.isPresent()
                ? region.get().compareTo(most) > 0
                : start.release() < SMALLER_REGIONS_SINCE && LEAST_REGION_OF_SHENANDOAH.compareTo(most) > 0;
        return few
                ? Optional.of("Max heap size (...) is too low to afford the minimum number of regions (10)")
                : Optional.empty();
    }

    private Optional<String> regionsOfG1() {
        return hasFewRegions() && SharedArchive.isMapped(start.launch(), start.release())
                ? Optional.of(
                        "GC triggered before VM initialization completed. Try increasing NewSize, current value ...")
                : Optional.empty();
    }

    /**
     * Returns whether the heap has no region left for the objects of the archive. One region is too few, and so are 2 MiB;
     * 17 needs three regions. Measured: 17.0.21, 21.0.13, 25.0.5, 26 and 28 refuse to start, and each starts with {@code
     * -Xshare:off}; runtimes of 17.0.2 to 25.0.2 without an archive start.
     */
    private boolean hasFewRegions() {
        long least = start.release() < 17 ? 0 : start.release() < 21 ? 3 : 2;
        return start.is(Collector.G1)
                && !SharedArchive.isAbsent(start.launch(), start.release())
                && start.shape()
                        .filter(shape -> shape.max().value() / shape.region().value() < least
                                || least > 0 && shape.max().compareTo(LEAST_MAX) <= 0)
                        .isPresent();
    }

    /** JDK-8273872: 18 and newer check the size that the flag gives. */
    private Optional<String> largePageGivenToZ() {
        PageFlags page = new PageFlags(start.flags());
        boolean other =
                start.isZ() && start.release() >= 18 && page.sizeGiven() && page.size() != ZCommit.GRANULE.value();
        return other
                ? Optional.of("Incompatible -XX:LargePageSizeInBytes, only 2M large pages are supported by ZGC")
                : Optional.empty();
    }

    /** The same check in 17, of the selected page size. */
    private Optional<String> largePageOfZ() {
        if (!start.isZ() || start.release() != 17) {
            return Optional.empty();
        }
        Optional<Bytes> selected =
                start.large().pooled() ? Optional.of(start.large().sizes().largest()) : sizeThatIsSeveral();
        return selected.filter(size -> !size.equals(ZCommit.GRANULE))
                .map(size -> "Incompatible large page size configured " + size.value() + " (expected 2097152)");
    }

    /**
     * ZPhysicalMemoryBacking and XPhysicalMemoryBacking of {@code src/hotspot/os/linux/gc}, before 15 ZBackingFile: with the flag
     * they require the file shmem_enabled, which kernels without CONFIG_SHMEM lack. Since JDK-8319969 the ZGC of {@code gc/z} counts
     * a missing file as never and starts (ShmemTHPSupport::is_disabled).
     */
    private Optional<String> thpOfZ() {
        boolean checks = start.isZ()
                && !ZHeapForecast.readsShmemMode(start)
                && start.large().is(Type.THP);
        boolean missing = start.kernel()
                .seen()
                .filter(words -> words.shmemEnabled().isEmpty())
                .isPresent();
        return checks && missing && !start.heapIsAFile()
                ? Optional.of("-XX:+UseTransparentHugePages on a tmpfs filesystem not supported by kernel")
                : Optional.empty();
    }

    /** Measured on 17.0.7 with 3m and a pool that has a page. Without one, the JVM uses no large pages. */
    private Optional<Bytes> sizeThatIsSeveral() {
        return start.sizeIsSeveral() ? Optional.of(Bytes.of(new PageFlags(start.flags()).size())) : Optional.empty();
    }

    /** 11 to 14 give no page of their reserve to the objects of the start (ZPageAllocator::max_available). */
    private Optional<String> reserveOfZ() {
        return hasHeapBelow(ZCommit.leastHeap(start).min())
                ? Optional.of("java.lang.OutOfMemoryError: Java heap too small")
                : Optional.empty();
    }

    /**
     * JDK-8324580: 22 divides by the size of a transparent huge page, which it reads as 0 on kernels before 4.10. Older
     * updates turn the flag off there, and 23 assumes 2 MiB.
     */
    private Optional<Refusal> thpOnOldKernel() {
        boolean old = start.host()
                .kernel()
                .known()
                .flatMap(kernel -> kernel.isAtLeast(4, 10))
                .equals(Optional.of(false));
        return start.release() == 22 && old && start.large().is(Type.THP)
                ? Optional.of(new Refusal(
                        "SIGFPE: kernels before 4.10 do not report the size of transparent huge pages (JDK-8324580)",
                        Stage.CODE))
                : Optional.empty();
    }

    private boolean hasHeapBelow(long pagesOfZ) {
        return start.isZ()
                && start.shape()
                        .filter(shape -> shape.max().compareTo(ZCommit.GRANULE.times(pagesOfZ)) < 0)
                        .isPresent();
    }

    private boolean mayHaveSmallHeapOfZ() {
        return start.machine().processors().isPresent()
                && hasHeapBelow(ZCommit.leastHeap(start).max());
    }

    private Optional<Refusal> poolOfZ() {
        Optional<ZCommit> commit = ZCommit.of(start);
        if (commit.isEmpty() || !commit.get().starts().equals(Optional.of(false))) {
            return Optional.empty();
        }
        if (start.release() >= 15) {
            long initial = commit.get().wantsAtStart().max() * 2;
            return Optional.of(new Refusal("Failed to allocate initial Java heap (" + initial + "M)", Stage.HEAP));
        }
        return Optional.of(new Refusal("java.lang.OutOfMemoryError: Java heap too small", Stage.HEAP));
    }

    /**
     * Returns whether there may be a refusal that cannot be known. G1 refuses with a LargePageSizeInBytes of 3m if its heap is
     * no multiple of that (seen on 17.0.3 and 21.0.8).
     */
    boolean perhaps() {
        boolean unknownPool =
                ZCommit.of(start).filter(commit -> commit.starts().isEmpty()).isPresent();
        boolean unknownSize = start.is(Collector.ZGC) || start.is(Collector.ZGC_GENERATIONAL);
        boolean vast = start.shape()
                .filter(shape -> shape.max().compareTo(PERHAPS_ADDRESSABLE) > 0)
                .isPresent();
        return unknownPool
                || flags.perhaps()
                || start.sizeIsSeveral()
                || vast
                || mayHaveFewRegions()
                || mayHaveSmallHeapOfZ()
                || unknownSize && start.large().pooled() && ZCommit.of(start).isEmpty();
    }

    /** Returns whether the heap is too small for an archive of class data sharing, if there is one. */
    boolean mayHaveFewRegions() {
        return hasFewRegions() && !SharedArchive.isMapped(start.launch(), start.release());
    }
}
