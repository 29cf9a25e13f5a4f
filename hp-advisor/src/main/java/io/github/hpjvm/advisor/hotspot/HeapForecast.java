package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/** The pages of the Java heap of all collectors except the two ZGCs. */
final class HeapForecast {

    /** Huge pages in a heap of Parallel below which its generations may have most of it outside of whole huge pages. */
    private static final int LEAST_OF_PARALLEL = 8;

    private static final String RESERVE = "src/hotspot/share/memory/virtualspace.cpp";
    private static final String RESERVE_SINCE_25 = "src/hotspot/share/memory/memoryReserver.cpp";
    private static final int SHENANDOAH_FILLS_FROM_THE_END_SINCE = 24;
    private static final int SMALLER_REGIONS_SINCE = 27;
    private static final int LEAST_REGIONS = 10;

    /** The largest number of huge pages that do not fit at the ends of two generations. */
    private static final int CUT_AT_MOST = 3;

    private final Start start;
    private final AnonymousMemory memory;

    HeapForecast(Start start) {
        this.start = start;
        this.memory = new AnonymousMemory(start);
    }

    RegionForecast forecast() {
        if (start.heapIsAFile()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_FAULT,
                    "the heap is a file of AllocateHeapAt, and its file system decides",
                    reserve());
        }
        if (start.large().type().isEmpty()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_FAULT,
                    start.large().why(),
                    start.large().source());
        }
        if (start.heapIsTooSmall()) {
            return unadvised(
                    "since 26 Parallel wants room for four large pages in the heap",
                    start.source(
                            "src/hotspot/share/gc/parallel/parallelArguments.cpp",
                            "ParallelArguments::initialize_alignments"));
        }
        if (start.large().pooled()) {
            return pooled();
        }
        return start.large().is(Type.THP)
                ? advised()
                : unadvised(start.large().why(), start.large().source());
    }

    private RegionForecast pooled() {
        Optional<Served> served = start.reserved("heap");
        if (served.isEmpty()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_START,
                    start.notMeasured().orElse("how large the heap will be is not known"),
                    reserve());
        }
        Served heap = served.get();
        String wants =
                "the heap wants " + pages(heap.piece().pages(), heap.piece().pageSize());
        if (heap.all()) {
            String smaller = heap.pageSize().equals(heap.piece().pageSize())
                    ? ""
                    : "; these are not available, but smaller ones are (JDK-8271195)";
            String order = start.large().is(Type.SHM) ? "" : " after the code cache";
            return new RegionForecast(
                    RegionName.HEAP,
                    Optional.of(PageKind.HUGETLB),
                    heap.pageSize(),
                    When.AT_START,
                    AnonymousMemory.sentence(wants + order + ", and the pool has them" + smaller),
                    reserve());
        }
        if (heap.none() && start.isDenied()) {
            return unadvised(wants + ", and it " + LargePageInit.DENIED, reserve());
        }
        if (heap.none()) {
            return unadvised(
                    wants + ", all or nothing, and "
                            + start.limiter(heap.piece().pageSize())
                            + " has too few left after the earlier reservations",
                    reserve());
        }
        return memory.unknown(
                RegionName.HEAP,
                When.AT_START,
                wants
                        + (start.mayBeDenied()
                                ? ", and whether it may use shared memory of the pool is not known"
                                : ", and whether the pool has them is only known when it is asked"),
                reserve());
    }

    private RegionForecast advised() {
        String source = start.source("src/hotspot/os/linux/os_linux.cpp", "pd_realign_memory");
        boolean advises = advises();
        boolean forgotten = start.is(Collector.G1)
                && start.release() == 25
                && start.version().update() == 0
                && !start.version().isEarlyAccess();
        ThpGrant given = start.kernel().to(advises && !forgotten);
        Optional<Boolean> allowed = given.allowed();
        if (allowed.isEmpty()) {
            return memory.unknown(RegionName.HEAP, When.AT_FAULT, given.why(), source);
        }
        if (!allowed.get()) {
            String why = forgotten
                    ? "G1 of 25.0.0 does not opt in (JDK-8366434)"
                    : advises
                            ? given.why() + ", so the kernel assigns none"
                            : "Java " + start.release() + " opts in only if enabled is madvise, and " + given.why();
            return memory.base(RegionName.HEAP, why, source);
        }
        boolean byAdvice = !start.kernel().ignoresAdvice();
        if (growsUnadvised()) {
            return shenandoahGrows();
        }
        String why = advises
                ? "the JVM opts in with madvise, and " + given.why()
                : given.why() + ", where Java " + start.release() + " does not call madvise (JDK-8319969)";
        if (start.is(Collector.SHENANDOAH) && !byAdvice && !growsInHugeRegions()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_FAULT,
                    why
                            + "; but in so small a heap a region is smaller than a huge page, so that it depends on which of them"
                            + " the program fills",
                    source);
        }
        if (growsInPiecesOfPages()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_FAULT,
                    why
                            + "; but in so small a heap the generations grow in steps below a huge page, so that the share on huge"
                            + " pages depends on which of them grows first",
                    source);
        }
        return huge(advises && !forgotten, why, source);
    }

    private boolean advises() {
        return start.release() < 22 || start.kernel().saysMadvise();
    }

    /** Returns whether the heap opts in, except for the memory by which it grows. */
    boolean growsUnadvised() {
        return start.large().is(Type.THP)
                && start.is(Collector.SHENANDOAH)
                && !start.kernel().ignoresAdvice()
                && !isFixed()
                && start.kernel().to(advises()).allowed().equals(Optional.of(true));
    }

    /** Returns the forecast of memory that the kernel may make huge: what borders inside the heap cut off is not. */
    private RegionForecast huge(boolean advised, String why, String source) {
        RegionForecast huge = memory.huge(RegionName.HEAP, max(), advised, why, source);
        Optional<BorderLoss> loss = BorderLoss.in(start, advised);
        if (loss.isEmpty() || huge.kind().isEmpty()) {
            return huge;
        }
        Optional<Bytes> smaller = start.kernel().to(advised).smaller();
        if (smaller.isPresent()) {
            return loss.get().isWhole() ? ofSize(smaller.get(), huge) : huge;
        }
        PageKind kind = loss.get().kind(start.machine().basePage(), huge.pageSize());
        String cut = why + "; but " + loss.get().why();
        return switch (kind) {
            case THP, HUGETLB -> huge;
            case BASE -> memory.base(RegionName.HEAP, cut, source);
            case MIXED ->
                new RegionForecast(
                        RegionName.HEAP,
                        Optional.of(kind),
                        huge.pageSize(),
                        huge.when(),
                        AnonymousMemory.sentence(cut),
                        source,
                        Optional.of(loss.get().lost()));
        };
    }

    /** Returns the forecast of a heap that has room for the next smaller size only. */
    private static RegionForecast ofSize(Bytes smaller, RegionForecast huge) {
        return new RegionForecast(
                huge.name(),
                huge.kind(),
                smaller,
                huge.when(),
                huge.why() + " No page of " + huge.pageSize() + " fits into this heap, so the kernel takes those of "
                        + smaller + ".",
                huge.source());
    }

    /**
     * Returns whether most of the heap may be outside of whole huge pages: the generations of Parallel grow in steps of 512 KiB
     * (GenAlignment). Measured with -Xms4m -Xmx8m on 17.0.21, 21.0.8, 21.0.13 and 25.0.5: 26 to 81 % were on huge pages.
     */
    private boolean growsInPiecesOfPages() {
        return start.is(Collector.PARALLEL)
                && !isFixed()
                && max().filter(max -> max.compareTo(
                                        start.kernel().advised().pageSize().times(LEAST_OF_PARALLEL))
                                < 0)
                        .isPresent();
    }

    /**
     * Returns the forecast of a heap that grows. ShenandoahHeapRegion::do_commit gives no alignment for memory that is
     * committed after the start, so that memory is not advised.
     */
    private RegionForecast shenandoahGrows() {
        String source = start.source(
                "src/hotspot/share/gc/shenandoah/shenandoahHeapRegion.cpp", "ShenandoahHeapRegion::do_commit");
        boolean fromTheEnd = start.release() >= SHENANDOAH_FILLS_FROM_THE_END_SINCE;
        String why = "Shenandoah opts in only for the memory that it commits at the start (-Xms)";
        ThpGrant grown = start.kernel().unadvised();
        if (grown.given()) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_FAULT,
                    why + "; what it grows by gets pages of " + grown.pageSize() + ", because " + grown.why(),
                    source);
        }
        return fromTheEnd
                ? memory.base(RegionName.HEAP, why + "; it fills the part that it grows into first", source)
                : new RegionForecast(
                        RegionName.HEAP,
                        Optional.of(PageKind.MIXED),
                        start.kernel().advised().pageSize(),
                        When.AT_FAULT,
                        AnonymousMemory.sentence(why),
                        source);
    }

    /** Returns the forecast of memory without MADV_HUGEPAGE. It is huge only in mode always. */
    RegionForecast unadvised(String why, String source) {
        ThpGrant given = start.kernel().unadvised();
        if (given.allowed().isEmpty()) {
            return memory.unknown(RegionName.HEAP, When.AT_FAULT, why + "; " + given.why(), source);
        }
        if (!given.given()) {
            return memory.base(RegionName.HEAP, why, source);
        }
        String always = why + "; but " + given.why() + ", so the kernel assigns huge pages without opt-in";
        if (isFixed() || growsInHugeRegions() || growsInSmallPages()) {
            return huge(false, always, source);
        }
        if (start.is(Collector.SHENANDOAH)) {
            return memory.unknown(
                    RegionName.HEAP,
                    When.AT_FAULT,
                    always
                            + ", but only to memory committed at the start (-Xms): the heap grows region by region, and a region is"
                            + " smaller than a huge page, so that it depends on which of them the program fills",
                    source);
        }
        return memory.unknown(
                RegionName.HEAP,
                When.AT_FAULT,
                always + ". The heap grows in steps, which need not begin or end at the border of a huge page, so the"
                        + " share on huge pages is not known" + sureAtStart(),
                source);
    }

    /**
     * Returns the part of the heap that is committed at the start, less the huge pages that do not fit at its ends: two
     * of the old generation and one of the young. Measured under {@code enabled=always} with -Xms of 9, 33 and 64 MiB
     * on 8u504, 11.0.13, 17.0.21, 21.0.13, 25.0.5 and 27.0.1: with G1 all of it was huge, with Serial and Parallel all
     * but 4 MiB at most.
     */
    private String sureAtStart() {
        Bytes cut = start.kernel().unadvised().pageSize().times(CUT_AT_MOST);
        return start.shape()
                .flatMap(HeapShape::initial)
                .filter(initial -> initial.compareTo(cut) > 0)
                .map(initial -> ". Of the initial heap (-Xms) at least "
                        + Bytes.ofMiB(initial.minus(cut).value() >> 20)
                        + " are on huge pages once they are touched, if memory is not fragmented")
                .orElse("");
    }

    /**
     * Returns whether each region of Shenandoah has the size of a large page at least. This holds also if the heap
     * could not be reserved with large pages. 27 and newer make regions smaller in a heap that has no room for ten
     * ({@code shenandoahArguments.cpp}, MIN_NUM_REGIONS).
     */
    private boolean growsInHugeRegions() {
        Bytes page = start.kernel().unadvised().pageSize();
        return start.is(Collector.SHENANDOAH)
                && start.shape()
                        .filter(shape -> shape.alignment().compareTo(page) >= 0)
                        .filter(shape -> start.release() < SMALLER_REGIONS_SINCE
                                || shape.max().compareTo(page.times(LEAST_REGIONS)) >= 0)
                        .isPresent();
    }

    /**
     * Returns whether G1 grows by whole pages that are smaller than usual: it commits whole regions ({@code
     * src/hotspot/share/gc/g1/g1RegionToSpaceMapper.cpp}), and a region has 1 MiB at least.
     */
    private boolean growsInSmallPages() {
        Bytes page = start.kernel().unadvised().pageSize();
        return start.is(Collector.G1)
                && page.compareTo(KernelThp.USUAL_SIZE) < 0
                && start.shape()
                        .filter(shape -> shape.region().compareTo(page) >= 0)
                        .isPresent();
    }

    private boolean isFixed() {
        return start.shape().filter(HeapShape::isFixed).isPresent();
    }

    private Optional<Bytes> max() {
        return start.shape().map(HeapShape::max);
    }

    private String reserve() {
        return start.source(start.release() >= 25 ? RESERVE_SINCE_25 : RESERVE, "reserve_memory_special");
    }

    static String pages(Span span, Bytes size) {
        String count = span.min() == span.max() ? "" + span.max() : span.min() + " to " + span.max();
        return count + " pages of " + size;
    }
}
