package io.github.hpjvm.cli.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Decides when a recording gets a snapshot: every hour, and ten minutes after another one if JVMs have started or ended. One of
 * six hours is kept for longer. Pure.
 */
final class SnapshotTimes {
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration AFTER_CHANGE = Duration.ofMinutes(10);
    private static final Duration LONG = Duration.ofHours(6);

    /** Not the JVMs of any time. */
    private static final Set<Long> NONE = Set.of(-1L);

    private Instant last = Instant.MIN;
    private Instant lastLong;
    private Instant lastLongBefore;
    private Set<Long> pids = Set.of();

    /**
     * Begins with a snapshot that is due.
     *
     * @param lastLong time of the last one that an earlier process kept for longer
     */
    SnapshotTimes(Optional<Instant> lastLong) {
        this.lastLong = lastLong.orElse(Instant.MIN);
        this.lastLongBefore = this.lastLong;
    }

    /** What is due. */
    enum Due {
        NOTHING,
        SNAPSHOT,
        LONG_KEPT
    }

    /** Returns what is due now, and counts it as done. */
    Due next(Instant now, Set<Long> present) {
        boolean changed = !present.equals(pids);
        if (!Intervals.isOver(last, now, changed ? AFTER_CHANGE : USUAL)) {
            return Due.NOTHING;
        }
        last = now;
        pids = Set.copyOf(present);
        lastLongBefore = lastLong;
        if (!Intervals.isOver(lastLong, now, LONG)) {
            return Due.SNAPSHOT;
        }
        lastLong = now;
        return Due.LONG_KEPT;
    }

    /** Takes back the last snapshot, which could not be written: it is due again in ten minutes. */
    void failed() {
        pids = NONE;
        lastLong = lastLongBefore;
    }
}
