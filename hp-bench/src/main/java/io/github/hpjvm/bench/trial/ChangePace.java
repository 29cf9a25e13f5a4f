package io.github.hpjvm.bench.trial;

import java.time.Duration;
import java.util.Arrays;

/**
 * The pace of the first change to huge pages. It shows after a part of the blocks that a trial is far too short, so that the
 * others need not be changed for nothing. In doubt the change goes on, and its time decides.
 */
public final class ChangePace {
    /** The first blocks may be slower than the others. */
    private static final int LEAST_BLOCKS = 32;

    /** It is asked after so many equal parts of the blocks. */
    private static final int PARTS = 10;

    private final Duration left;
    private final long[] times;
    private final int part;
    private int done;
    private long spent;
    private Duration whole = Duration.ZERO;

    /**
     * Creates it at the begin of the change.
     *
     * @param blocks all blocks, of which each is changed
     * @param left the time of the trial that is left
     */
    public ChangePace(int blocks, Duration left) {
        this.left = left;
        this.times = new long[blocks];
        this.part = Math.max(LEAST_BLOCKS, blocks / PARTS);
    }

    /**
     * Notes that another block was changed. The blocks that are left are assumed to take the median time, which long pauses after
     * slow steps do not change. The change back is assumed to take no time.
     *
     * @param nanos time of the block with its steps and pauses
     * @return whether the fewest rounds need half as much time again as is left, or more
     */
    public boolean isTooSlow(long nanos) {
        times[done] = nanos;
        spent += nanos;
        done++;
        if (done % part != 0) {
            return false;
        }
        long[] sorted = Arrays.copyOf(times, done);
        Arrays.sort(sorted);
        whole = Duration.ofNanos(spent + sorted[done / 2] * (times.length - done));
        Duration needed = whole.plus(Schedule.least(whole));
        return needed.multipliedBy(2).compareTo(left.multipliedBy(3)) >= 0;
    }

    /** The time that a change of all blocks and back takes, if the change back takes as long. */
    public Duration change() {
        return whole.multipliedBy(2);
    }

    /**
     * The shortest trial with such a change, in whole seconds.
     *
     * @param change the time of a change of all blocks and back
     * @param spent what it spends before its rounds ({@link Schedule#spent}), with the first such change
     */
    public static Duration least(Duration change, Duration spent) {
        return Schedule.total(Schedule.least(change).plus(spent));
    }
}
