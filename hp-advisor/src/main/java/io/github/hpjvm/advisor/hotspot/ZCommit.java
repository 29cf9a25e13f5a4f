package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import java.util.Optional;

/**
 * What ZGC takes of a pool for its heap: -Xms at its start, or it does not start
 * (ZPageAllocator::prime_cache in {@code src/hotspot/share/gc/z/zPageAllocator.cpp}), and more when it grows.
 *
 * @param wantsAtStart the pages of -Xms
 * @param wantsGrown the pages of -Xmx
 * @param left what the pool has left for them
 */
record ZCommit(Span wantsAtStart, Span wantsGrown, Span left) {

    static final Bytes GRANULE = Bytes.ofMiB(2);

    /** Empty if it takes nothing of a pool, or if the sizes of the heap or the pool are not known. */
    static Optional<ZCommit> of(Start start) {
        Optional<HeapShape> shape = start.shape();
        boolean asks = start.isZ() && start.large().pooled();
        if (!asks || shape.isEmpty() || shape.get().initial().isEmpty()) {
            return Optional.empty();
        }
        Span initial = pages(shape.get().initial().get());
        Span max = pages(shape.get().max());
        return StartUp.leftForHeap(start, GRANULE).map(left -> new ZCommit(initial, max, left));
    }

    private static Span pages(Bytes size) {
        return Span.exactly(size.dividedRoundingUp(GRANULE));
    }

    /** Whether what it wants at its start is there; empty if that is only known when it asks. */
    Optional<Boolean> starts() {
        if (wantsAtStart.max() <= left.min()) {
            return Optional.of(true);
        }
        return wantsAtStart.min() > left.max() ? Optional.of(false) : Optional.empty();
    }

    Span takesAtStart() {
        return starts().equals(Optional.of(false)) ? Span.NONE : wantsAtStart;
    }

    Span takesGrown() {
        if (starts().equals(Optional.of(false))) {
            return Span.NONE;
        }
        return new Span(Math.min(wantsGrown.min(), left.min()), Math.min(wantsGrown.max(), left.max()));
    }

    boolean endsWhileGrowing() {
        return left.min() < wantsGrown.max();
    }
}
