package io.github.hpjvm.bench.workload;

import io.github.hpjvm.bench.reading.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Equal copies of the data of a workload, used in turn. Which physical pages a copy gets, and so which of its lines share a
 * set of a cache, is luck that a fork keeps for its life. Several copies average it out within one fork.
 */
final class Copies<T> {
    /** Copies that are made at most; more would take time and gain little. */
    private static final int MOST = 6;

    /** What all copies take at most, so that they fit into a heap of 1 GiB beside its humongous regions. */
    private static final long MOST_BYTES = 600_000_000;

    private final List<T> copies = new ArrayList<>();
    private int iteration;

    /**
     * Makes the copies.
     *
     * @param bytes size of one copy
     */
    Copies(long bytes, Supplier<T> make) {
        long count = Math.max(1, Math.min(MOST, MOST_BYTES / Math.max(1, bytes)));
        for (int i = 0; i < count; i++) {
            copies.add(make.get());
        }
    }

    /** The copy for this iteration: another one in each turn, or in each iteration where forks do not take turns. */
    T next() {
        int turn = Turn.number();
        int index = turn > 0 ? turn : iteration++;
        return copies.get(index % copies.size());
    }

    int count() {
        return copies.size();
    }
}
