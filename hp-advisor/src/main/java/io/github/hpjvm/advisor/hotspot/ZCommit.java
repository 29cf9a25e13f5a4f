package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * The pages that ZGC takes of a pool for its heap: -Xms at its start, or it does not start (ZPageAllocator::prime_cache
 * in {@code src/hotspot/share/gc/z/zPageAllocator.cpp}), and more when it grows. Before 15 it also takes its reserve
 * for relocation, if the pool has it (ZPageAllocator::try_ensure_unused_for_pre_mapped).
 *
 * @param wantsAtStart the pages of -Xms
 * @param reserve the pages that it takes beyond these at its start, if the pool has them
 * @param needs the pages without which it does not start
 * @param wantsGrown the pages of -Xmx
 * @param left the pages that the pool has for them
 */
record ZCommit(Span wantsAtStart, Span reserve, Span needs, Span wantsGrown, Span left) {

    static final Bytes GRANULE = Bytes.ofMiB(2);

    private static final int NO_RESERVE_SINCE = 15;
    private static final long PAGES_OF_A_MEDIUM_PAGE = 16;
    private static final double SHARE_OF_WORKERS = 0.6;
    private static final long UNKNOWN = Long.MAX_VALUE / 4;

    /** Measured with -Xms2m and -Xms8m: when main begins, 25.0.5 and 27 have taken 3 to 8 pages for objects of the start. */
    private static final long FILLED_BY_START = 8;

    /**
     * Returns the pages without which it does not start before 15, whatever backs them: its reserve, and one for each processor
     * on which the start makes objects (ZObjectAllocator::alloc_object_in_shared_page). Measured with 1, 2 and 4 workers: 11.0.33
     * starts with one page more than its reserve on one processor, with two pages on two processors. None from 15 on.
     */
    static Span leastHeap(Start start) {
        if (start.release() >= NO_RESERVE_SINCE) {
            return Span.NONE;
        }
        long most = start.machine().processors().map(count -> (long) count).orElse(UNKNOWN);
        return reserve(start).plus(new Span(1, most));
    }

    /** Returns the pages; empty if it takes none of a pool, or if the sizes of the heap or the pool are not known. */
    static Optional<ZCommit> of(Start start) {
        Optional<HeapShape> shape = start.shape();
        boolean asks = start.isZ() && start.large().pooled() && !start.heapIsAFile();
        if (!asks || shape.isEmpty() || shape.get().initial().isEmpty()) {
            return Optional.empty();
        }
        Span initial = pages(shape.get().initial().get());
        Span max = pages(shape.get().max());
        Span needs = start.release() < NO_RESERVE_SINCE ? leastHeap(start) : initial;
        return StartUp.leftForHeap(start, GRANULE).map(left -> new ZCommit(initial, reserve(start), needs, max, left));
    }

    /**
     * Returns the reserve: a small page for each worker and a medium one (ZHeap::heap_max_reserve_size). There is a
     * worker for six of ten processors (ZWorkers::calculate_nparallel), unless a number is given.
     */
    private static Span reserve(Start start) {
        if (start.release() >= NO_RESERVE_SINCE) {
            return Span.NONE;
        }
        Optional<Long> byDefault =
                start.machine().processors().map(count -> (long) Math.ceil(count * SHARE_OF_WORKERS));
        Optional<Long> parallel = given(start, "ParallelGCThreads").or(() -> byDefault);
        long concurrent = given(start, "ConcGCThreads").orElse(0L);
        long least = Math.max(parallel.orElse(1L), concurrent) + PAGES_OF_A_MEDIUM_PAGE;
        return parallel.isPresent() ? Span.exactly(least) : new Span(least, UNKNOWN);
    }

    private static Optional<Long> given(Start start, String flag) {
        return start.flags().given(flag).filter(number -> number > 0 && number < Integer.MAX_VALUE);
    }

    private static Span pages(Bytes size) {
        return Span.exactly(size.dividedRoundingUp(GRANULE));
    }

    /**
     * Returns whether the pool has the pages of its start; empty if that is known only when it requests them. Before 15
     * it goes on with the pages that it gets (ZBackingFile::try_expand).
     */
    Optional<Boolean> starts() {
        if (needs.max() <= left.min()) {
            return Optional.of(true);
        }
        return needs.min() > left.max() ? Optional.of(false) : Optional.empty();
    }

    /** Returns the pages of -Xms, and at least those without which it does not start; at most those of -Xmx. */
    Span needsAtStart() {
        return new Span(
                Math.max(wantsAtStart.min(), Math.min(needs.min(), wantsGrown.min())),
                Math.max(wantsAtStart.max(), Math.min(needs.max(), wantsGrown.max())));
    }

    Span takesAtStart() {
        if (starts().equals(Optional.of(false))) {
            return Span.NONE;
        }
        Span wants = wantsAtStart.plus(reserve);
        Span grown = takesGrown();
        // The reserve is optional. A smaller initial heap grows before main begins.
        long most = Math.max(wants.max(), FILLED_BY_START);
        return new Span(Math.min(wants.min(), grown.min()), Math.min(most, grown.max()));
    }

    /**
     * Returns the pages that it has when the rest of the JVM starts. If its heap is then too small, it has all pages of
     * the pool.
     */
    Span holdsAtStart() {
        return starts().equals(Optional.of(false)) ? left : takesAtStart();
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
