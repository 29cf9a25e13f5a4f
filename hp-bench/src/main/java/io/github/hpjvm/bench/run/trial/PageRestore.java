package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PagesAfter;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/** Gives the blocks of a process the pages of before. */
final class PageRestore {
    private PageRestore() {}

    /**
     * Restores what a change left in a process.
     *
     * @param bound which permits a restore
     * @param before bytes that were resident in the blocks before the first change; empty if unknown
     * @param ends asked before each step; the restore ends when it is true
     */
    static RestoredPages run(
            TargetProcess target, Blocks blocks, StallBound bound, OptionalLong before, BooleanSupplier ends)
            throws TargetProcess.EndedException {
        return run(target, blocks, bound, before, ends, () -> {});
    }

    /**
     * Restores what a change left in a process.
     *
     * @param done called once for each block that the first change reached
     */
    static RestoredPages run(
            TargetProcess target,
            Blocks blocks,
            StallBound bound,
            OptionalLong before,
            BooleanSupplier ends,
            Runnable done)
            throws TargetProcess.EndedException {
        Change change = new PageChange(target, blocks, bound).back(ends, done);
        target.requireAlive();
        PagesAfter after = new PagesAfter(blocks, change.lacking().isPresent());
        for (int i = 0; i < blocks.count(); i++) {
            ends.getAsBoolean();
            after.add(i, target.withSwap(blocks.start(i)));
        }
        return new RestoredPages(
                target.process().pid(),
                change.changed(),
                after.other(),
                blocks.count(),
                target.keepsMappings() ? after.freed(before) : OptionalLong.empty(),
                change.lacking(),
                true,
                after.added(before));
    }
}
