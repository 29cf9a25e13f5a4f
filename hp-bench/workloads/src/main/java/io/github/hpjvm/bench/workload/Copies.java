package io.github.hpjvm.bench.workload;

import io.github.hpjvm.bench.reading.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Equal copies of the data of a workload, used in turn. The physical pages of a copy, and so the cache sets of its
 * lines, are random and constant for the life of a fork. Several copies average them within one fork.
 */
final class Copies<T> {
    /** Maximum number of copies; more would take time and gain little. */
    private static final int MOST = 6;

    /** Maximum size of all copies, so that they fit into a heap of 1 GiB beside its humongous regions. */
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

    /** The copy for this iteration: the next one in each turn, or in each iteration if forks do not take turns. */
    T next() {
        int turn = Turn.number();
        int index = turn > 0 ? turn : iteration++;
        return copies.get(index % copies.size());
    }

    int count() {
        return copies.size();
    }
}
