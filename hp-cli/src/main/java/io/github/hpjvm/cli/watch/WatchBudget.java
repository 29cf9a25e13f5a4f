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

    /** Debt of at most so many intervals: the first readings take long, and are no reason to read little for minutes. */
    private static final int MOST_DEBT = 2;

    /** The part of the bound that readings get; the rest is for the runtime beside them. */
    private static final double FOR_READING = 0.6;

    /** A reading that takes more allowances than these does not decide the interval. */
    private static final int EXCESSIVE = 20;

    /** Nanoseconds up to which no reading is excessive: the first ones run code that is not compiled. */
    private static final double LEAST_EXCESSIVE = 1e9;

    /** The interval is not lengthened beyond that. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final double WEIGHT = 0.2;

    private final Duration requested;
    private double credit;

    /** CPU time of the readings of this interval. */
    private double spent;

    /** What the readings need that are still to come in this interval. */
    private double reserved;

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
     * Begins the readings of an interval.
     *
     * @param nanos what the exact readings of all heaps are expected to take
     */
    void begin(double nanos) {
        spent = 0;
        reserved = nanos;
    }

    /** Takes the reservation of a heap back, as its JVM is read next. */
    void release(double nanos) {
        reserved -= nanos;
    }

    /** Adds what a reading of this interval took. */
    void spend(double nanos) {
        spent += nanos;
    }

    /**
     * Returns whether a reading fits: this interval and what earlier ones left over cover its cost. While the interval is
     * lengthened, at most every second reading costs more than the cheapest: else nothing would show that the requested
     * interval is possible again.
     */
    boolean permits(double nanos) {
        return (cheapest || effective().equals(requested)) && nanos <= credit + allowance() - spent;
    }

    /** The same for a reading that leaves enough for the heaps of the other JVMs. */
    boolean permitsBesideHeaps(double nanos) {
        return permits(nanos + reserved);
    }

    /** Returns whether a reading takes so much that it would lengthen the interval for all others. */
    boolean isExcessive(double nanos) {
        return nanos > Math.max(EXCESSIVE * allowance(), LEAST_EXCESSIVE);
    }

    /** Adds the allowance of an interval, and takes the CPU time that it took. */
    void took(double nanos) {
        credit = Math.min(credit + allowance() - nanos, MOST_INTERVALS * allowance());
        credit = Math.max(credit, -MOST_DEBT * allowance());
        cheapest = false;
    }

    /** Records the cost of an interval with the cheapest readings; it decides the interval. */
    void least(double nanos) {
        tick = ticks == 0 ? nanos : tick + WEIGHT * (nanos - tick);
        ticks++;
        cheapest = true;
    }

    /**
     * Returns the interval: the requested one, or that in which the cheapest readings stay within the bound, but no more than a
     * minute.
     */
    Duration effective() {
        long needed = (long) ((ticks < WARM ? tick / COLD : tick) / (SHARE * FOR_READING));
        if (needed <= requested.toNanos()) {
            return requested;
        }
        Duration lengthened = Duration.ofMillis((needed / 1_000_000 + 99) / 100 * 100);
        Duration most = requested.compareTo(LONGEST) > 0 ? requested : LONGEST;
        return lengthened.compareTo(most) > 0 ? most : lengthened;
    }
}
