package io.github.hpjvm.bench.trial;

import java.util.OptionalLong;

/** The pages of the blocks after a restore, compared with those of before. */
public final class PagesAfter {
    private final Blocks blocks;
    private final boolean lacked;
    private int other;
    private long resident;
    private long swapped;

    /**
     * Begins without a block.
     *
     * @param lacked whether memory lacked for huge pages
     */
    public PagesAfter(Blocks blocks, boolean lacked) {
        this.blocks = blocks;
        this.lacked = lacked;
    }

    /**
     * Adds the pages of a block. Of one that has pages in swap all missing pages count as swapped: they are not lost. One that is all
     * in swap is not compared, as a restore does not read it back.
     */
    public void add(int index, Blocks.Found found) {
        boolean wasHuge = blocks.wasHuge(index);
        // A huge page of zeros has no memory after a split.
        boolean emptied = wasHuge && found.zero() > 0 && lacked;
        boolean differs = Blocks.isHuge(found, blocks.size()) != wasHuge;
        other += (found.isResident() || emptied) && differs ? 1 : 0;
        resident += found.huge() + found.base();
        swapped += found.swapped() ? Math.max(0, blocks.size() - found.huge() - found.base() - found.zero()) : 0;
    }

    /** The number of blocks whose pages are not those of before. */
    public int other() {
        return other;
    }

    /**
     * Returns the bytes that are not resident any more, nor in swap; empty if those of before are unknown.
     *
     * @param before bytes that were resident in the blocks
     */
    public OptionalLong freed(OptionalLong before) {
        return before.isPresent()
                ? OptionalLong.of(Math.max(0, before.getAsLong() - resident - swapped))
                : OptionalLong.empty();
    }

    /** Returns the bytes that are resident now and were not before; 0 if those of before are unknown. */
    public long added(OptionalLong before) {
        return before.isPresent() ? Math.max(0, resident - before.getAsLong()) : 0;
    }
}
