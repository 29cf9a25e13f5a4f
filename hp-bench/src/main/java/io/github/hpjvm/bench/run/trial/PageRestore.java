package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PagesAfter;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.StallBound;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Gives the blocks of a process the pages of before. */
final class PageRestore {
    /** Changes of all blocks, as long as more than 1 % of them have other pages afterwards. */
    private static final int ATTEMPTS = 4;

    private static final Duration BETWEEN = Duration.ofMillis(500);

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
     * <p>A split of shared memory takes a huge page off the tables of the process, also if the kernel cannot split the page itself
     * at that moment. The process then maps it again as a whole at its next access. So the pages are examined at the end, and the
     * change is made again if they are not those of before.
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
        RestoredPages restored = once(target, blocks, bound, before, ends, done, 0);
        for (int i = 1;
                i < ATTEMPTS && !restored.isComplete() && restored.lacking().isEmpty();
                i++) {
            if (ends.getAsBoolean()) {
                return restored;
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
            restored = once(target, blocks, bound, before, ends, () -> {}, restored.changed());
        }
        return restored;
    }

    /** @param changed blocks that earlier attempts have changed */
    private static RestoredPages once(
            TargetProcess target,
            Blocks blocks,
            StallBound bound,
            OptionalLong before,
            BooleanSupplier ends,
            Runnable done,
            int changed)
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
                changed + change.changed(),
                after.other(),
                blocks.count(),
                target.keepsMappings() ? after.freed(before) : OptionalLong.empty(),
                change.lacking(),
                true,
                after.added(before));
    }
}
