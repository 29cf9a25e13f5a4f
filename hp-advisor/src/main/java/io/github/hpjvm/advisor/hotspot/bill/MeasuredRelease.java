package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** The releases whose reservations were measured, and the bounds that follow for the releases between them. */
public final class MeasuredRelease {

    /** 27 and 28 are like 26. */
    private static final NavigableSet<Integer> RELEASES = new TreeSet<>(List.of(8, 11, 17, 21, 25, 26));

    private MeasuredRelease() {}

    /**
     * Returns the pieces that the release reserves, in its order.
     *
     * @param feature the feature release; one between two that were measured has the bounds of both
     * @param heap the requested heap
     * @param code its code cache
     * @param sizes the large pages that it may use, at least one
     * @param basePage the size of a base page
     * @return a piece of no pages, or no piece, for memory that is too small for a large page
     */
    public static List<Piece> pieces(int feature, HeapRequest heap, CodeCache code, PageSizes sizes, Bytes basePage) {
        List<List<Piece>> alternatives = new ArrayList<>();
        for (int release : neighbours(feature, heap.collector())) {
            Optional<Bytes> page = heap.pageSize(release, sizes);
            for (HeapShape shape : heap.shapes(release, page.orElse(basePage), basePage)) {
                List<Piece> pieces = new ArrayList<>(CodeCachePages.pieces(release, code, sizes));
                pieces.addAll(HeapPages.pieces(heap.collector(), shape, page));
                pieces.addAll(CollectorPages.pieces(release, heap.collector(), shape, sizes));
                alternatives.add(pieces);
            }
        }
        return hull(alternatives);
    }

    /** Returns whether the reservations of that collector are known in that release: Shenandoah of 8 was not measured. */
    public static boolean isKnown(int feature, Collector collector) {
        return !neighbours(feature, collector).isEmpty();
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

    /**
     * Returns for every piece the bounds that hold in all alternatives. A piece that an alternative lacks counts as
     * zero there.
     */
    private static List<Piece> hull(List<List<Piece>> alternatives) {
        if (alternatives.size() == 1) {
            return alternatives.get(0);
        }
        Map<String, Piece> last = new LinkedHashMap<>();
        alternatives.forEach(pieces -> pieces.forEach(piece -> last.put(piece.name(), piece)));
        List<Piece> hull = new ArrayList<>();
        for (Piece piece : last.values()) {
            Span all = alternatives.stream()
                    .map(pieces -> spanOf(pieces, piece))
                    .reduce(Span::hull)
                    .orElseThrow();
            hull.add(new Piece(piece.region(), piece.name(), 1, piece.pageSize(), all, piece.whole(), piece.why()));
        }
        return hull;
    }

    private static Span spanOf(List<Piece> pieces, Piece wanted) {
        return First.of(pieces, piece -> piece.name().equals(wanted.name()))
                .map(Piece::all)
                .orElse(Span.NONE);
    }
}
