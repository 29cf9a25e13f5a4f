package io.github.hpjvm.bench.plan;

import java.time.Duration;

/**
 * How the time of a sliced round is divided. A turn is a number of JMH iterations of equal length; the first ones, its
 * lead-in, are not measured: caches and TLB then hold what the other forks left in them.
 *
 * @param iteration length of an iteration
 * @param leadIn iterations at the beginning of a turn that are not measured
 * @param measured iterations of a turn that are measured
 * @param turns of each fork; the first one is not measured
 */
public record Slicing(Duration iteration, int leadIn, int measured, int turns) {
    /** The iteration after the last turn, in which all forks copy what backs their heaps. */
    private static final int LAST = 1;

    /** Iterations of a turn. */
    public int perTurn() {
        return leadIn + measured;
    }

    /** Iterations of a fork: those of all turns, and the last one. */
    public int iterations() {
        return turns * perTurn() + LAST;
    }

    /** What all iterations of a fork take. */
    public Duration total() {
        return iteration.multipliedBy(iterations());
    }
}
