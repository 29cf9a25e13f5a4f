package io.github.hpjvm.cli.watch;

import java.time.Duration;

/**
 * The CPU time that readings may take: a share of one CPU. Costs are CPU times of the reading thread, as measured for
 * the last readings of the same kind.
 */
final class WatchBudget {
    /** Bound of the CPU time, as a share of one CPU. */
    static final double SHARE = 0.005;

    /** Readings before the cost is judged: the compiler has to see the code first. */
    private static final int WARM = 20;

    /** So many times as long does a reading take before the compiler has seen the code. */
    private static final int COLD = 5;

    /** Credit for at most so many intervals. */
    private static final int MOST_INTERVALS = 60;

    /** The part of the bound that readings get; the rest is for the runtime beside them. */
    private static final double FOR_READING = 0.6;

    private static final double WEIGHT = 0.2;

    private final Duration requested;
    private double credit;
    private double tick;
    private int ticks;
    private boolean cheapest = true;

    WatchBudget(Duration requested) {
        this.requested = requested;
    }

    private double allowance() {
        return effective().toNanos() * SHARE * FOR_READING;
    }

    /**
     * Returns whether a reading fits: its cost is covered by what earlier intervals left over, or by this one alone. While
     * the interval is lengthened, at most every second reading costs more than the cheapest: else nothing would show that
     * the requested interval is possible again.
     */
    boolean permits(double nanos) {
        return (cheapest || effective().equals(requested)) && nanos <= Math.max(credit, allowance());
    }

    /** Adds the allowance of an interval, and takes the CPU time that its readings took. */
    void took(double nanos) {
        credit = Math.min(credit + allowance() - nanos, MOST_INTERVALS * allowance());
        credit = Math.max(credit, -MOST_INTERVALS * allowance());
        cheapest = false;
    }

    /** Records the cost of an interval with the cheapest readings; it decides the interval. */
    void least(double nanos) {
        tick = ticks == 0 ? nanos : tick + WEIGHT * (nanos - tick);
        ticks++;
        cheapest = true;
    }

    /** Returns the interval: the requested one, or that in which the cheapest readings stay within the bound. */
    Duration effective() {
        long needed = (long) ((ticks < WARM ? tick / COLD : tick) / (SHARE * FOR_READING));
        if (needed <= requested.toNanos()) {
            return requested;
        }
        return Duration.ofMillis((needed / 1_000_000 + 99) / 100 * 100);
    }
}
