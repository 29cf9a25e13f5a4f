package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;

/** The pages of the Java heap: Universe::reserve_heap in {@code src/hotspot/share/memory/universe.cpp}. */
final class HeapPages {

    private static final String HEAP = "heap";

    private HeapPages() {}

    /**
     * Returns the pieces of the heap.
     *
     * @param pageSize the page size of its reservation; empty for base pages
     */
    static List<Piece> pieces(Collector collector, HeapShape shape, Optional<Bytes> pageSize) {
        if (pageSize.isEmpty()) {
            return List.of();
        }
        Bytes page = collector.isZ() ? Bytes.ofMiB(2) : pageSize.get();
        Span pages = Span.exactly(shape.max().dividedRoundingUp(page));
        String why = collector.isZ()
                ? "a heap of " + shape.max() + " when it is fully grown; -Xms of it at start"
                : "a heap of " + shape.max() + ", all of it at start or none";
        Piece heap = new Piece(RegionName.HEAP, HEAP, 1, page, pages, true, why);
        boolean surely = shape.prefix().orElse(false);
        if (!surely && shape.prefix().isPresent()) {
            return List.of(heap);
        }
        // noaccess_prefix_size: the alignment of the heap, for G1 a region
        long prefix = shape.alignment().max(page).dividedRoundingUp(page);
        return List.of(
                heap,
                new Piece(
                        RegionName.HEAP,
                        "heap prefix",
                        1,
                        page,
                        new Span(surely ? prefix : 0, prefix),
                        true,
                        "compressed oops with a base need " + shape.alignment().max(page)
                                + " of protected memory before the heap"));
    }
}
