package io.github.hpjvm.bench.trial;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limit of the time for which one step may hold the lock of the process' mappings. Threads of the process that map
 * memory, or touch the block that is copied, wait for that lock (golang/go#63334).
 *
 * <p>The time of a step is the wall time of its call, which is an upper bound: the kernel holds the lock also while it sleeps, and
 * not for the whole call. After a step the process gets at least as long a pause, up to the largest limit: as a rule a longer
 * call is one during which this program was stopped, as by Ctrl-Z, and it is not stopped while it holds the lock.
 */
public final class StallBound {
    /** So many steps in a row above the limit end the change. */
    static final int MOST_IN_A_ROW = 3;

    /** A step above the limit is followed by a pause of so many times its length. */
    private static final int LONG_PAUSE = 20;

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LARGEST = Duration.ofSeconds(10);
    private static final Pattern TIME = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(us|ms|s)");

    private final long limit;
    private final StallHistogram seen = new StallHistogram();
    private int inARow;
    private boolean restores;
    private BooleanSupplier stops = () -> false;

    /** Creates a limit that no step has reached. */
    public StallBound(Duration limit) {
        this.limit = limit.toNanos();
    }

    /**
     * Parses a limit such as {@code 5ms}.
     *
     * @throws IllegalArgumentException unless it is from 1 us to 10 s
     */
    public static Duration parse(String text) {
        Matcher time = TIME.matcher(text);
        if (time.matches()) {
            int digits = time.group(2).equals("us") ? 3 : time.group(2).equals("ms") ? 6 : 9;
            Duration limit = Duration.ofNanos(
                    new BigDecimal(time.group(1)).movePointRight(digits).longValue());
            if (limit.toNanos() >= 1000 && limit.compareTo(LARGEST) <= 0) {
                return limit;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not a time from 1us to 10s; for example 5ms");
    }

    /** Notes a step, and returns the pause after it. */
    public Duration after(long heldNanos) {
        boolean isAbove = heldNanos > limit;
        seen.add(heldNanos, isAbove);
        inARow = isAbove ? inARow + 1 : 0;
        boolean isLong = isAbove && !stops.getAsBoolean();
        Duration pause = Duration.ofNanos(heldNanos).multipliedBy(isLong ? LONG_PAUSE : 1);
        Duration held = Duration.ofNanos(Math.min(heldNanos, LARGEST.toNanos()));
        Duration most = held.compareTo(LONGEST_PAUSE) > 0 ? held : LONGEST_PAUSE;
        return pause.compareTo(most) > 0 ? most : pause;
    }

    /** Returns whether no further step may be made. */
    public boolean isReached() {
        return !restores && inARow >= MOST_IN_A_ROW;
    }

    /**
     * Ends no change from now on, so that the state before can be restored.
     *
     * @param stopRequested whether the user has requested a stop: pauses are then as long as the steps
     */
    public void permitRestore(BooleanSupplier stopRequested) {
        restores = true;
        stops = stopRequested;
    }

    /** The limit. */
    public Duration limit() {
        return Duration.ofNanos(limit);
    }

    /** The times of all steps. */
    public StallHistogram seen() {
        return seen;
    }
}
