package io.github.hpjvm.advisor.hotspot;

import static io.github.hpjvm.advisor.hotspot.PoolBill.PAGE_SIZE;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.PoolBill.Item;
import java.util.ArrayList;
import java.util.List;

/** The pages of the tables that a collector keeps beside the heap; those too small for huge pages are left out. */
final class CollectorPages {

    private static final int BYTES_OF_CARD = 512;
    private static final int BYTES_OF_MARK = 64;

    private final int release;
    private final Reservation reservation;
    private final Bytes heap;
    private final List<Item> items = new ArrayList<>();

    private CollectorPages(int release, Bytes heap) {
        this.release = release;
        this.reservation = Reservation.of(release);
        this.heap = heap;
    }

    static List<Item> items(int release, Collector collector, Bytes heap) {
        CollectorPages pages = new CollectorPages(release, heap);
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
        return pages.items;
    }

    /** blockOffsetTable.cpp: one byte for each card of the old generation and one more, on whole pages. */
    private void serial() {
        Bytes table = oldGeneration().plus(Bytes.of(BYTES_OF_CARD)).dividedBy(BYTES_OF_CARD);
        add("offset table", reservation.pages(table), "a byte for each card of the old generation");
    }

    /**
     * parMarkBitMap.cpp and psParallelCompact.cpp use huge pages only for a whole number of them, ten at least
     * (os::page_size_for_region_aligned); objectStartArray.cpp for whatever fits.
     */
    private void parallel() {
        // 25 and newer keep the beginnings of objects only (JDK-8329203).
        Bytes bitmap = heap.dividedBy(release >= 25 ? BYTES_OF_MARK : BYTES_OF_MARK / 2);
        add("mark bitmap", tenWholePages(bitmap), "the marks of live objects");
        if (release < 25) {
            add("block table", tenWholePages(heap.dividedBy(BYTES_OF_CARD)), "a byte for each block of the heap");
        }
        if (release <= 25) {
            Span table = reservation.pages(oldGeneration().dividedBy(BYTES_OF_CARD));
            add("start array", table, "a byte for each card of the old generation");
        }
    }

    /** concurrentMarkSweepGeneration.cpp: how large the old generation is depends on the number of GC threads. */
    private void cms() {
        Bytes least = oldGeneration();
        add("offset table", between(least, BYTES_OF_CARD), "a byte for each card of the old generation");
        add("mark bitmap", between(least, BYTES_OF_MARK), "a bit for each word of the old generation");
        add("mark stack", Span.exactly(16), "4 million entries");
    }

    private Span between(Bytes leastOld, int bytesOfOne) {
        return reservation.pagesBetween(leastOld.dividedBy(bytesOfOne), heap.dividedBy(bytesOfOne));
    }

    /**
     * g1CollectedHeap.cpp, create_aux_memory_mapper: rounded up to whole pages if it has one at all. Card table and
     * offset table; card counts until 20 (JDK-8225409); the refinement table since 26 (JDK-8342382). Two bitmaps until
     * 19 (JDK-8210708).
     */
    private void g1() {
        int tables = release == 21 || release == 25 ? 2 : 3;
        Bytes table = heap.dividedBy(BYTES_OF_CARD);
        add("card tables", onePageAtLeast(table).times(tables), tables + " tables of a byte for each card of the heap");
        int bitmaps = release < 21 ? 2 : 1;
        Bytes bitmap = heap.dividedBy(BYTES_OF_MARK);
        add("mark bitmap", onePageAtLeast(bitmap).times(bitmaps), bitmaps + " with a bit for each word of the heap");
        if (release == 8) {
            add("fourth table", reservation.pages(table), "a byte for each card of the heap, not rounded up");
            add("mark stack", Span.exactly(16), "4 million entries; more than that with over 32 marking threads");
        }
    }

    /** shenandoahHeap.cpp, initialize: two bitmaps, rounded up to whole pages, and the table of regions. */
    private void shenandoah() {
        Bytes bitmap = heap.dividedBy(release == 11 ? BYTES_OF_MARK : BYTES_OF_MARK / 2);
        add("mark bitmap", Reservation.roundedUp(bitmap).times(2), "two bitmaps for the marks of live objects");
        add("region table", Span.exactly(1), "the regions themselves");
    }

    private void add(String region, Span pages, String why) {
        if (pages.max() > 0) {
            items.add(new Item(region, pages.min(), pages.max(), why));
        }
    }

    /** What the default NewRatio of 2 leaves to the old generation. */
    private Bytes oldGeneration() {
        return heap.minus(heap.dividedBy(3));
    }

    private static Span onePageAtLeast(Bytes table) {
        return table.compareTo(PAGE_SIZE) < 0 ? Span.NONE : Reservation.roundedUp(table);
    }

    private static Span tenWholePages(Bytes table) {
        boolean whole = table.value() % PAGE_SIZE.value() == 0;
        return whole && table.compareTo(PAGE_SIZE.times(10)) >= 0 ? Reservation.roundedUp(table) : Span.NONE;
    }
}
