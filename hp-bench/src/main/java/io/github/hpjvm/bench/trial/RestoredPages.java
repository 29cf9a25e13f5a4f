package io.github.hpjvm.bench.trial;

/**
 * What a restore of the pages of a process did.
 *
 * @param changed blocks that were changed
 * @param other blocks whose pages are not those of before
 * @param blocks all blocks
 */
public record RestoredPages(long pid, int changed, int other, int blocks) {
    /** Share of the blocks that may have other pages after a restore: the process goes on using its memory. */
    private static final double TOLERANCE = 0.01;

    /** Returns whether the pages are those of before, within 1 %. */
    public boolean isComplete() {
        return other <= TOLERANCE * blocks;
    }
}
