package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.PoolBill.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The pages of the Java heap: what {@code -Xmx} becomes when the collector has rounded it up. */
final class HeapPages {

    private static final long REGIONS = 2048;
    private static final Bytes LEAST_REGION = Bytes.ofMiB(1);
    private static final Bytes MOST_REGION = Bytes.ofMiB(32);

    /** HeapBaseMinAddress leaves 2 GiB below the heap; from somewhere below 30 GiB on it may not fit under 32 GiB. */
    private static final Bytes MAYBE_BASED = Bytes.ofGiB(26);

    private static final Bytes SURELY_BASED = Bytes.ofGiB(30);
    private static final Bytes NOT_COMPRESSED = Bytes.ofGiB(32);

    private HeapPages() {}

    static List<Item> items(Collector collector, Bytes heap) {
        List<Item> items = new ArrayList<>();
        Span pages = Reservation.roundedUp(heap);
        String why = collector.isZ()
                ? "a heap of " + heap + " when it is fully grown; -Xms of it at start"
                : "a heap of " + heap + ", all of it at start or none";
        items.add(new Item("heap", pages.min(), pages.max(), why));
        if (!collector.isZ() && heap.compareTo(MAYBE_BASED) > 0 && heap.compareTo(NOT_COMPRESSED) < 0) {
            long least = heap.compareTo(SURELY_BASED) > 0 ? 1 : 0;
            items.add(
                    new Item("heap prefix", least, 1, "compressed oops with a base need a page that nobody may touch"));
        }
        return items;
    }

    /**
     * What the maximum heap can be rounded up to, the smaller first: there are several where the region size depends
     * on the initial heap as well, which we are not told.
     */
    static Set<Bytes> roundedUp(int release, Collector collector, Bytes maxHeap) {
        Set<Bytes> sizes = new TreeSet<>();
        for (Bytes region : regions(release, collector, maxHeap)) {
            sizes.add(maxHeap.roundUpTo(region.max(PoolBill.PAGE_SIZE)));
        }
        return sizes;
    }

    private static List<Bytes> regions(int release, Collector collector, Bytes maxHeap) {
        Bytes share = maxHeap.dividedBy(REGIONS);
        return switch (collector) {
            case G1 ->
                release < 17
                        // heapRegion.cpp: the average of initial and maximum heap, rounded down
                        ? List.of(powerBelow(clamped(share.dividedBy(2))), powerBelow(clamped(share)))
                        // heapRegion.cpp: the maximum heap alone, rounded up
                        : List.of(powerAbove(clamped(share)));
            // shenandoahHeapRegion.cpp, setup_sizes: at least one large page, then rounded down
            case SHENANDOAH -> List.of(powerBelow(clamped(share).roundUpTo(PoolBill.PAGE_SIZE)));
            default -> List.of(PoolBill.PAGE_SIZE);
        };
    }

    private static Bytes clamped(Bytes region) {
        return region.max(LEAST_REGION).min(MOST_REGION);
    }

    private static Bytes powerBelow(Bytes size) {
        return Bytes.of(Long.highestOneBit(size.value()));
    }

    private static Bytes powerAbove(Bytes size) {
        Bytes below = powerBelow(size);
        return below.equals(size) ? size : below.times(2);
    }
}
