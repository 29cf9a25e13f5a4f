package io.github.hpjvm.bench.trial;

import java.time.Duration;

/**
 * The pace of the first change to huge pages. It shows after a part of the blocks that a trial is too short, so that the
 * others need not be changed for nothing.
 */
public final class ChangePace {
    /** The first blocks may be slower than the others. */
    private static final int LEAST_BLOCKS = 32;

    /** The part of the blocks that says enough about all: one of so many. */
    private static final int LEAST_PART = 10;

    private final int blocks;
    private final Duration left;
    private int done;
    private Duration whole = Duration.ZERO;

    /**
     * Creates it at the begin of the change.
     *
     * @param blocks all blocks, of which each is changed
     * @param left the time of the trial that is left
     */
    public ChangePace(int blocks, Duration left) {
        this.blocks = blocks;
        this.left = left;
    }

    /**
     * Notes that another block was changed. The change back is assumed to take no time, so a trial that could suffice goes on.
     *
     * @param elapsed since the begin
     * @return whether the rest of the trial will be too short for the fewest rounds
     */
    public boolean isTooSlow(Duration elapsed) {
        done++;
        if (done < LEAST_BLOCKS || done < blocks / LEAST_PART) {
            return false;
        }
        whole = elapsed.multipliedBy(blocks).dividedBy(done);
        return left.minus(whole).compareTo(Schedule.least(whole)) < 0;
    }

    /** The time that a change of all blocks and back takes, if the change back takes as long. */
    public Duration change() {
        return whole.multipliedBy(2);
    }

    /** The shortest trial with such a change, in whole seconds. */
    public static Duration least(Duration change) {
        return Schedule.total(Schedule.least(change).plus(change));
    }
}
