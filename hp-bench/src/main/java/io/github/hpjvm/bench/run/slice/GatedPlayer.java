package io.github.hpjvm.bench.run.slice;

import java.util.List;
import java.util.Optional;

/** A player whose turn begins and ends with messages, so that several can have a turn at the same time. */
interface GatedPlayer extends Player {
    /** Lets the fork run its next turn, and returns at once. */
    void begin(int number, int iterations);

    /** Waits for the end of the turn; returns what {@link #turn} returns. */
    Optional<List<Iteration>> end(int iterations);

    @Override
    default Optional<List<Iteration>> turn(int number, int iterations) {
        begin(number, iterations);
        return end(iterations);
    }
}
