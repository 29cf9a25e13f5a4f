package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.PageState;

/**
 * The pages of blocks at one moment.
 *
 * @param huge number of blocks that huge pages back
 * @param resident number of blocks with pages of their own
 * @param basePages number of base pages
 */
public record PagesSeen(int huge, int resident, long basePages) {

    /** The share of the blocks with pages of their own that huge pages back. */
    public double hugeShare() {
        return resident == 0 ? 0 : (double) huge / resident;
    }

    /** The number of blocks with other pages of their own. */
    public int without(PageState state) {
        return state == PageState.THP ? resident - huge : huge;
    }
}
