package io.github.hpjvm.bench.plan;

import java.time.Duration;

/**
 * The division of a sliced round. A turn is a number of JMH iterations of equal length. The first ones, its lead-in,
 * are not measured, because caches and TLB then still hold entries of the other forks.
 *
 * <p>If the forks share a CPU, all of them run in each turn, and the kernel alternates between them every few
 * milliseconds. Else one fork runs while the others wait.
 *
 * @param iteration length of an iteration
 * @param leadIn iterations at the beginning of a turn that are not measured
 * @param measured iterations of a turn that are measured
 * @param turns turns of each fork; the first one is not measured
 * @param shared whether the forks share a CPU
 */
public record Slicing(Duration iteration, int leadIn, int measured, int turns, boolean shared) {
    /**
     * The iteration after the last turn, at whose end a fork copies its smaps. Forks that run one at a time have it, so
     * that a copy does not disturb the last turn of another fork.
     */
    private static final int LAST = 1;

    /** Iterations of a turn. */
    public int perTurn() {
        return leadIn + measured;
    }

    /** Iterations of a fork: those of all turns, and one more if forks run one at a time. */
    public int iterations() {
        return turns * perTurn() + (shared ? 0 : LAST);
    }

    /** The time of all iterations of a fork. */
    public Duration total() {
        return iteration.multipliedBy(iterations());
    }
}
