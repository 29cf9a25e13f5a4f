package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;

/** The pages of the tables that a collector keeps beside the heap, without tables that are too small for huge pages. */
final class CollectorPages {

    private static final int BYTES_OF_CARD = 512;
    private static final int BYTES_OF_MARK = 64;
    private static final Bytes MARK_STACK = Bytes.ofMiB(32);

    private final int release;
    private final Reservation reservation;
    private final HeapShape shape;
    private final PageSizes sizes;
    private final List<Piece> pieces = new ArrayList<>();

    private CollectorPages(int release, HeapShape shape, PageSizes sizes) {
        this.release = release;
        this.reservation = Reservation.of(release);
        this.shape = shape;
        this.sizes = sizes;
    }

    static List<Piece> pieces(int release, Collector collector, HeapShape shape, PageSizes sizes) {
        CollectorPages pages = new CollectorPages(release, shape, sizes);
        switch (collector) {
            case SERIAL -> pages.serial();
            case PARALLEL -> pages.parallel();
            case CMS -> pages.cms();
            case G1 -> pages.g1();
            case SHENANDOAH -> pages.shenandoah();
            case ZGC, ZGC_GENERATIONAL, EPSILON -> {
                // ZGC's tables and bitmaps are on base pages, and Epsilon has none.
            }
        }
        return pages.pieces;
    }

    /** blockOffsetTable.cpp: one byte for each card of the old generation and one more, on whole pages. */
    private void serial() {
        Bytes table = shape.oldGeneration().plus(Bytes.of(BYTES_OF_CARD)).dividedBy(BYTES_OF_CARD);
        mixed("offset table", table, "a byte for each card of the old generation");
    }

    /**
     * parMarkBitMap.cpp and psParallelCompact.cpp use huge pages only for a whole number of them, ten at least
     * (os::page_size_for_region_aligned); objectStartArray.cpp uses them for any size that holds one.
     */
    private void parallel() {
        // 25 and newer keep only the beginnings of objects (JDK-8329203).
        Bytes bitmap = shape.max().dividedBy(release >= 25 ? BYTES_OF_MARK : BYTES_OF_MARK / 2);
        tenWholePages("mark bitmap", bitmap, "the marks of live objects");
        if (release < 25) {
            tenWholePages("block table", shape.max().dividedBy(BYTES_OF_CARD), "a byte for each block of the heap");
        }
        if (release <= 25) {
            Bytes table = shape.oldGeneration().dividedBy(BYTES_OF_CARD);
            mixed("start array", table, "a byte for each card of the old generation");
        }
    }

    /** concurrentMarkSweepGeneration.cpp: the size of the old generation depends on the number of GC threads. */
    private void cms() {
        between("offset table", BYTES_OF_CARD, "a byte for each card of the old generation");
        between("mark bitmap", BYTES_OF_MARK, "a bit for each word of the old generation");
        mixed("mark stack", MARK_STACK, "4 million entries");
    }

    private void between(String name, int bytesOfOne, String why) {
        Bytes least = shape.oldGeneration().dividedBy(bytesOfOne);
        Bytes most = shape.max().dividedBy(bytesOfOne);
        sizes.fitting(most, 1)
                .ifPresent(page -> add(name, 1, page, reservation.pagesBetween(least, most, page), false, why));
    }

    /**
     * g1CollectedHeap.cpp, create_aux_memory_mapper: a table that holds at least one page is rounded up to whole pages.
     * Card table and offset table; card counts until 20 (JDK-8225409); the refinement table since 26 (JDK-8342382). Two
     * bitmaps until 19 (JDK-8210708).
     */
    private void g1() {
        int tables = release == 21 || release == 25 ? 2 : 3;
        Bytes table = shape.max().dividedBy(BYTES_OF_CARD);
        rounded("card tables", tables, table, tables + " tables of a byte for each card of the heap");
        int bitmaps = release < 21 ? 2 : 1;
        Bytes bitmap = shape.max().dividedBy(BYTES_OF_MARK);
        rounded("mark bitmap", bitmaps, bitmap, bitmaps + " with a bit for each word of the heap");
        if (release == 8) {
            mixed("fourth table", table, "a byte for each card of the heap, not rounded up");
            mixed("mark stack", MARK_STACK, "4 million entries; more than that with over 32 marking threads");
        }
    }

    /** shenandoahHeap.cpp, initialize: two bitmaps, rounded up to whole large pages, and the table of regions. */
    private void shenandoah() {
        Bytes page = sizes.largest();
        Bytes bitmap = shape.max().dividedBy(release == 11 ? BYTES_OF_MARK : BYTES_OF_MARK / 2);
        Span pages = Span.exactly(bitmap.dividedRoundingUp(page));
        add("mark bitmap", 2, page, pages, true, "two bitmaps for the marks of live objects");
        add("region table", 1, page, Span.exactly(1), true, "the regions themselves");
    }

    /** Adds a reservation of exactly that size: base pages back the rest of it. */
    private void mixed(String name, Bytes size, String why) {
        sizes.fitting(size, 1)
                .ifPresent(page ->
                        add(name, 1, page, reservation.pages(size, page), size.value() % page.value() == 0, why));
    }

    private void rounded(String name, int count, Bytes size, String why) {
        sizes.fitting(size, 1)
                .ifPresent(page -> add(name, count, page, Span.exactly(size.dividedRoundingUp(page)), true, why));
    }

    private void tenWholePages(String name, Bytes size, String why) {
        sizes.dividing(size, 10)
                .ifPresent(page -> add(name, 1, page, Span.exactly(size.dividedRoundingUp(page)), true, why));
    }

    private void add(String name, int count, Bytes page, Span pages, boolean whole, String why) {
        if (pages.max() > 0) {
            pieces.add(new Piece(RegionName.GC, name, count, page, pages, whole, why));
        }
    }
}
