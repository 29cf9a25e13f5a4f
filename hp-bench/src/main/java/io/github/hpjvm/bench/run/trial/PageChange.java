package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.host.LongSlice;
import io.github.hpjvm.bench.host.RealTime;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.StallBound;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Changes the pages of all blocks, one block at a step, with a pause after each. A change takes minutes, and other processes take
 * memory meanwhile. So each part of the blocks is copied to huge pages only if memory is left for it; splits go on.
 */
public final class PageChange {
    /** Blocks for which the memory is examined at once. */
    static final int PART = 64;

    /** The kernel may be busy with a page for a moment. */
    private static final int TRIES = 3;

    /**
     * A split of shared memory unmaps the page first, and fails if a thread then waits for it at a page fault (folio_ref_freeze in
     * {@code mm/huge_memory.c}). A busy program had 57 % such failures (Linux 6.18), which were found by mapping the pages again.
     */
    private static final int SHARED_TRIES = 12;

    private static final int PASSES = 4;
    private static final Duration BETWEEN_PASSES = Duration.ofMillis(300);

    private final TargetProcess target;
    private final Blocks blocks;
    private final StallBound bound;
    private final MemoryCheck memory;

    /** Creates a change of these blocks. */
    public PageChange(TargetProcess target, Blocks blocks, StallBound bound) {
        this(target, blocks, bound, target::lacking);
    }

    PageChange(TargetProcess target, Blocks blocks, StallBound bound, MemoryCheck memory) {
        this.target = target;
        this.blocks = blocks;
        this.bound = bound;
        this.memory = memory;
    }

    /** Returns what memory lacks for huge pages in these blocks, given by their starts; empty if there is room. */
    interface MemoryCheck {
        Optional<String> lacking(long[] starts) throws TargetProcess.EndedException;
    }

    /**
     * Changes all blocks to a state.
     *
     * @param ends asked before each step; the change ends when it is true
     */
    public Change to(PageState state, BooleanSupplier ends) throws TargetProcess.EndedException {
        return to(state, ends, nanos -> {});
    }

    /**
     * Changes all blocks to a state.
     *
     * @param ends asked before each step; the change ends when it is true
     * @param times gets the time of each block in nanoseconds, with its steps and pauses
     */
    Change to(PageState state, BooleanSupplier ends, LongConsumer times) throws TargetProcess.EndedException {
        return to(
                index -> state,
                index -> blocks.before(index) != state,
                () -> ends.getAsBoolean() || bound.isReached(),
                times);
    }

    /**
     * Restores the state before, without a limit of the steps.
     *
     * @param ends asked before each step; the restore ends when it is true
     */
    public Change back(BooleanSupplier ends) throws TargetProcess.EndedException {
        return back(ends, () -> {});
    }

    /**
     * Restores the state before, without a limit of the steps.
     *
     * @param ends asked before each step; the restore ends when it is true
     * @param done called once for each block that was reached
     */
    Change back(BooleanSupplier ends, Runnable done) throws TargetProcess.EndedException {
        return passes(blocks::before, ends, nanos -> done.run());
    }

    /**
     * Splits all blocks.
     *
     * @param ends asked before each step; the change ends when it is true
     */
    Change split(BooleanSupplier ends) throws TargetProcess.EndedException {
        return passes(index -> PageState.BASE, () -> ends.getAsBoolean() || bound.isReached(), nanos -> {});
    }

    /**
     * Changes all blocks, until a pass finds that all have the wanted pages. The kernel refuses a block while something else uses
     * its page, such as a collector at work. A split of shared memory then takes the page off the tables of the process all the
     * same, and the process maps it again as a whole at its next access.
     *
     * @param first gets the time of each block in the first pass
     */
    private Change passes(IntFunction<PageState> wanted, BooleanSupplier ends, LongConsumer first)
            throws TargetProcess.EndedException {
        Change change = to(wanted, index -> true, ends, first);
        Change last = change;
        for (int i = 1; i < PASSES && last.changed() + last.notChanged() > 0 && !ends.getAsBoolean(); i++) {
            pause(BETWEEN_PASSES);
            last = to(wanted, index -> true, ends, nanos -> {});
            int changed = Math.min(blocks.count(), change.changed() + last.changed());
            change = new Change(changed, last.refused(), last.left(), last.lacking());
        }
        return change;
    }

    /** After a stop no block is read any more: the blocks of a large heap take longer than the end of this process may. */
    private Change to(IntFunction<PageState> wanted, IntPredicate differed, BooleanSupplier ends, LongConsumer each)
            throws TargetProcess.EndedException {
        int changed = 0;
        int reached = 0;
        int skipped = 0;
        Optional<String> lacking = Optional.empty();
        Optional<String> now = Optional.empty();
        Map<Integer, Integer> refused = new HashMap<>();
        try (WarmBlock warm = WarmBlock.of(blocks.size())) {
            for (; reached < blocks.count() && !ends.getAsBoolean(); reached++) {
                long begun = System.nanoTime();
                if (reached % PART == 0) {
                    now = memory.lacking(toCopy(reached, wanted));
                }
                long start = blocks.start(reached);
                Blocks.Found found = target.at(start);
                boolean huge = Blocks.isHuge(found, blocks.size());
                PageState state = wanted.apply(reached);
                // The kernel makes no huge page of a block that has lost its pages.
                boolean differs = huge != (state == PageState.THP) && !target.isGone(found);
                if (differs && state == PageState.THP && now.isPresent()) {
                    lacking = lacking.isPresent() ? lacking : now;
                    skipped++;
                } else if (differs) {
                    int errno = step(start, state, warm, ends);
                    if (target.isHuge(start) == huge) {
                        refused.merge(errno, 1, Integer::sum);
                    } else {
                        changed++;
                    }
                }
                each.accept(System.nanoTime() - begun);
            }
        }
        int left =
                (int) IntStream.range(reached, blocks.count()).filter(differed).count();
        return new Change(changed, refused, left + skipped, lacking);
    }

    /** Returns the starts of the blocks of a part that are to be huge. */
    private long[] toCopy(int first, IntFunction<PageState> wanted) {
        return IntStream.range(first, Math.min(first + PART, blocks.count()))
                .filter(index -> wanted.apply(index) == PageState.THP)
                .mapToLong(blocks::start)
                .toArray();
    }

    /**
     * Changes a block. The kernel holds the lock of the process' mappings also while it sleeps: madvise_collapse in {@code
     * mm/khugepaged.c} waits for a worker on each CPU (lru_add_drain_all). So the time of a step is wall time.
     */
    @SuppressWarnings("try") // the priority is only held
    private int step(long start, PageState state, WarmBlock warm, BooleanSupplier ends)
            throws TargetProcess.EndedException {
        int errno = 0;
        int tries = state == PageState.BASE && target.isShared() ? SHARED_TRIES : TRIES;
        for (int i = 0; i < tries && Change.isForNow(errno) && !(i > 0 && ends.getAsBoolean()); i++) {
            long held;
            // The advice is for the memory that the process has now, the reading is of the memory that was opened.
            target.requireAlive();
            if (state == PageState.THP) {
                LongSlice.request();
                target.readAhead(target.at(start));
                warm.warm();
            }
            // A thread that waits for a CPU while it holds the lock of the process stalls the process.
            try (RealTime raised = RealTime.raise()) {
                if (state == PageState.THP) {
                    warm.drain();
                }
                long before = System.nanoTime();
                errno = target.change(start, state);
                held = System.nanoTime() - before;
            }
            if (state == PageState.BASE) {
                target.mapAgain(start);
            }
            pause(bound.after(held));
            if (target.isHuge(start) == (state == PageState.THP)) {
                return 0;
            }
        }
        return errno;
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
