package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.PoolBill.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** The releases whose bills were measured, and what they say about those in between. */
final class MeasuredRelease {

    /** 27 and 28 are like 26. */
    private static final NavigableSet<Integer> RELEASES = new TreeSet<>(List.of(8, 11, 17, 21, 25, 26));

    private MeasuredRelease() {}

    static List<Item> items(int feature, Collector collector, Bytes maxHeap, Optional<Bytes> codeCache) {
        List<List<Item>> bills = new ArrayList<>();
        for (int release : neighbours(feature, collector)) {
            for (Bytes heap : HeapPages.roundedUp(release, collector, maxHeap)) {
                bills.add(bill(release, collector, heap, codeCache));
            }
        }
        return hull(bills);
    }

    private static List<Integer> neighbours(int feature, Collector collector) {
        List<Integer> neighbours = new ArrayList<>();
        Integer lower = RELEASES.floor(feature);
        Integer higher = RELEASES.ceiling(feature);
        if (lower != null && collector.isIn(lower)) {
            neighbours.add(lower);
        }
        if (higher != null && !higher.equals(lower) && collector.isIn(higher)) {
            neighbours.add(higher);
        }
        return neighbours;
    }

    private static List<Item> bill(int release, Collector collector, Bytes heap, Optional<Bytes> codeCache) {
        List<Item> items = new ArrayList<>(CodeCachePages.items(release, codeCache));
        items.addAll(HeapPages.items(collector, heap));
        items.addAll(CollectorPages.items(release, collector, heap));
        return items;
    }

    /** For every piece, the bounds that hold in each of the bills; one that a bill does not have is zero there. */
    private static List<Item> hull(List<List<Item>> bills) {
        Map<String, Item> last = new LinkedHashMap<>();
        bills.forEach(bill -> bill.forEach(item -> last.put(item.region(), item)));
        List<Item> items = new ArrayList<>();
        for (Item item : last.values()) {
            Span span = bills.stream()
                    .map(bill -> spanOf(bill, item.region()))
                    .reduce(Span::hull)
                    .orElseThrow();
            items.add(new Item(item.region(), span.min(), span.max(), item.why()));
        }
        return items;
    }

    private static Span spanOf(List<Item> bill, String region) {
        return bill.stream()
                .filter(item -> item.region().equals(region))
                .map(item -> new Span(item.minPages(), item.maxPages()))
                .findFirst()
                .orElse(Span.NONE);
    }
}
