package io.github.hpjvm.bench.plan;

import java.time.Duration;

/**
 * The division of a sliced round. A turn is a number of JMH iterations of equal length. The first ones, its lead-in,
 * are not measured, because caches and TLB then still hold entries of the other forks.
 *
 * <p>If the forks share a CPU, all of them run in each turn, and the kernel alternates between them every few
 * milliseconds. Else one fork runs alone while the others wait.
 *
 * @param iteration length of an iteration
 * @param leadIn iterations at the beginning of a turn that are not measured
 * @param measured iterations of a turn that are measured
 * @param turns turns of each fork; the first one is not measured
 * @param shared whether the forks share a CPU
 * @param longTurns turns of each fork that check the others: in these it runs alone for more than a second; fewer than
 *     {@code turns}
 * @param pinned whether the measuring threads are restricted to one CPU. Threads that they start inherit that
 */
public record Slicing(
        Duration iteration, int leadIn, int measured, int turns, boolean shared, int longTurns, boolean pinned) {
    private static final Duration ITERATION = Duration.ofMillis(20);

    /**
     * Iterations after which a fork has filled caches and TLB with its own entries. 32 MiB of third-level cache, line by line,
     * take 50 ms at 100 ns each, but the lines that are used often come first. docs/METHOD.md has what remains.
     */
    private static final int REFILL = 2;

    /**
     * The iteration after the last turn, at whose end a fork copies its smaps. Forks that run one at a time have it, so
     * that a copy does not disturb the last turn of another fork.
     */
    private static final int LAST = 1;

    /** Time of a long turn, and the part at its beginning that is not measured; at least one iteration of each. */
    private static final Duration LONG = Duration.ofMillis(1200);

    private static final Duration LONG_LEAD_IN = Duration.ofMillis(300);

    /** Long turns of each fork in a round, if the user requests the check. */
    private static final int LONG_TURNS = 3;

    /** Turns in which one fork runs alone. */
    public static Slicing alone(int measured, int turns) {
        return new Slicing(ITERATION, REFILL, measured, turns, false);
    }

    /** A division without long turns. */
    public Slicing(Duration iteration, int leadIn, int measured, int turns, boolean shared) {
        this(iteration, leadIn, measured, turns, shared, 0, true);
    }

    /** This division with so many long turns between the others, or one for each measured turn if these are fewer. */
    public Slicing withLongTurns(int number) {
        return new Slicing(iteration, leadIn, measured, turns, shared, Math.min(number, turns - 1), pinned);
    }

    /** This division with all CPUs for the measuring threads. */
    public Slicing unpinned() {
        return new Slicing(iteration, leadIn, measured, turns, shared, longTurns, false);
    }

    /** This division with the long turns that check it. */
    public Slicing checked() {
        return withLongTurns(LONG_TURNS);
    }

    /** Iterations of a long turn. */
    public int perLongTurn() {
        return Math.max(longLeadIn() + 1, Math.toIntExact(LONG.dividedBy(iteration)));
    }

    /** Iterations at the beginning of a long turn that are not measured. */
    public int longLeadIn() {
        return Math.max(1, Math.toIntExact(LONG_LEAD_IN.dividedBy(iteration)));
    }

    /** Iterations of a turn. */
    public int perTurn() {
        return leadIn + measured;
    }

    /** Iterations of a fork: those of all turns, and one more if forks run one at a time. */
    public int iterations() {
        return turns * perTurn() + (longTurns > 0 ? longTurns * perLongTurn() : 0) + (shared ? 0 : LAST);
    }

    /** The time of all iterations of a fork. */
    public Duration total() {
        return iteration.multipliedBy(iterations());
    }
}
