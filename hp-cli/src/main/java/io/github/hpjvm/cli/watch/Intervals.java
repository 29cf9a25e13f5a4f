package io.github.hpjvm.cli.watch;

import java.time.Duration;
import java.time.Instant;

/** Intervals by a clock that may be set back. */
final class Intervals {
    private Intervals() {}

    /**
     * Returns whether an interval is over. It is over, too, if the clock was set back, or if nothing happened before.
     *
     * @param before its begin; {@link Instant#MIN} if nothing happened before
     */
    static boolean isOver(Instant before, Instant now, Duration length) {
        return before.equals(Instant.MIN)
                || now.isBefore(before)
                || Duration.between(before, now).compareTo(length) >= 0;
    }
}
