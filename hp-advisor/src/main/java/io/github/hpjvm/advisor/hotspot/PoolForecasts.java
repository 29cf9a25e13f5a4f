package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.hotspot.bill.HeapRequest;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/** The need and the granted pages of a JVM for each pool that it requests. */
final class PoolForecasts {

    /** The largest collector tables, those of Parallel and Shenandoah, take at most an eighth of the heap. */
    private static final long TABLES = 8;

    private final Start start;
    private final Optional<ZCommit> heapOfZ;

    PoolForecasts(Start start) {
        this.start = start;
        this.heapOfZ = ZCommit.of(start);
    }

    /** Returns the forecasts, smallest page size first. None if no pool is requested, or if the need is not known. */
    List<PoolForecast> forecasts() {
        if (start.large().type().isEmpty()) {
            return unknown();
        }
        TreeSet<Bytes> sizes = new TreeSet<>();
        start.pieces().stream()
                .filter(piece -> piece.pages().max() > 0)
                .map(Piece::pageSize)
                .forEach(sizes::add);
        start.served().stream()
                .filter(served -> served.taken().max() > 0)
                .map(Served::pageSize)
                .forEach(sizes::add);
        return sizes.stream().map(this::forecast).toList();
    }

    /**
     * Returns bounds for all pools if the kind of large pages is unknown: it takes no page, or as many as the pool gives for its
     * heap, the code cache, and tables of an eighth of the heap.
     */
    private List<PoolForecast> unknown() {
        Optional<Bytes> heap = start.heap().map(HeapRequest::max);
        boolean asks = start.flags().isOn("UseLargePages") && !start.large().thpRequested();
        Optional<PoolBalances> left = PoolBalances.of(start.launch(), start.host());
        if (!asks || heap.isEmpty() || left.isEmpty()) {
            return List.of();
        }
        Bytes most =
                heap.get().plus(heap.get().dividedBy(TABLES)).plus(start.code().whole());
        return start.host().pools().known().orElse(List.of()).stream()
                .map(HugePool::pageSize)
                .filter(page -> left.get().hasAPage(page))
                .sorted()
                .map(page -> bounds(page, most, left.get().left(page)))
                .toList();
    }

    private static PoolForecast bounds(Bytes page, Bytes most, Span left) {
        Span need = new Span(0, most.dividedRoundingUp(page));
        Span takes = new Span(0, Math.min(need.max(), left.max()));
        return new PoolForecast(page, OptionalInt.empty(), need, need, takes, takes);
    }

    private PoolForecast forecast(Bytes page) {
        Map<RegionName, Span> parts = parts(page);
        Span heap = parts.getOrDefault(RegionName.HEAP, Span.NONE);
        Span beside = parts.entrySet().stream()
                .filter(part -> part.getKey() != RegionName.HEAP)
                .map(Map.Entry::getValue)
                .reduce(Span.NONE, Span::plus);
        Span taken = start.served().stream()
                .filter(served -> served.pageSize().equals(page))
                .map(Served::taken)
                .reduce(Span.NONE, Span::plus);
        boolean ofZ = heapOfZ.isPresent() && page.equals(ZCommit.GRANULE);
        Span heapAtStart = ofZ ? heapOfZ.get().needsAtStart() : start.isZ() ? initial() : heap;
        return new PoolForecast(
                page,
                OptionalInt.empty(),
                beside.plus(start.isZ() && heap.equals(Span.NONE) ? Span.NONE : heapAtStart),
                beside.plus(heap),
                ofZ ? taken.plus(heapOfZ.get().takesAtStart()) : taken,
                ofZ ? taken.plus(heapOfZ.get().takesGrown()) : taken,
                parts);
    }

    private Span initial() {
        return start.shape()
                .flatMap(HeapShape::initial)
                .map(size -> Span.exactly(size.dividedRoundingUp(ZCommit.GRANULE)))
                .orElseGet(() -> parts(ZCommit.GRANULE).getOrDefault(RegionName.HEAP, Span.NONE));
    }

    /** The pages of that size that each region wants. */
    private Map<RegionName, Span> parts(Bytes page) {
        Map<RegionName, Span> parts = new EnumMap<>(RegionName.class);
        start.pieces().stream()
                .filter(piece -> piece.pageSize().equals(page) && piece.pages().max() > 0)
                .forEach(piece -> parts.merge(piece.region(), piece.all(), Span::plus));
        return parts;
    }
}
