package io.github.hpjvm.cli.trial;

import io.github.hpjvm.bench.run.trial.CollapseRun;
import io.github.hpjvm.bench.run.trial.PagesSeen;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.TrialEnd;
import java.util.Optional;

/**
 * How a collapse or its undo ended.
 *
 * @param without blocks that do not have the wanted pages
 * @param reason why, as a clause
 * @param looked whether a look at the pages counted these blocks; else they are those that were not changed
 */
record CollapseEnd(int changed, int without, TrialEnd end, String reason, boolean looked) {

    /** An end whose blocks without the wanted pages are those that were not changed. */
    CollapseEnd(int changed, int without, TrialEnd end, String reason) {
        this(changed, without, end, reason, false);
    }

    /** The end of a change of all blocks to a state. */
    static CollapseEnd of(Change change, PageState wanted, boolean enough, Optional<Stop> stop) {
        return stop.filter(it -> change.left() > 0)
                .map(it -> new CollapseEnd(change.changed(), change.notChanged(), it.end(), it.reason()))
                .orElseGet(() -> new CollapseEnd(
                        change.changed(), change.notChanged(), end(enough, change), change.reason(wanted)));
    }

    /** Returns the same end with the number of blocks that a look at the pages gives, if the state was not reached. */
    CollapseEnd seen(PagesSeen now, PageState wanted, Blocks blocks) {
        if (end != TrialEnd.NOT_REALISED) {
            return this;
        }
        // A process that has returned all its memory has no block without the wanted pages.
        int other = now.resident() == 0 ? blocks.count() : now.without(wanted);
        return new CollapseEnd(changed, other, end, reason, true);
    }

    /** The end of an undo. One that is complete has deleted the file that another undo would need. */
    static CollapseEnd of(CollapseRun.Undone undone, Optional<Stop> stop) {
        Change change = undone.change();
        Optional<Stop> stopped = stop.filter(it -> change.left() > 0);
        return new CollapseEnd(
                change.changed(),
                undone.now().without(PageState.BASE),
                undone.isComplete() ? TrialEnd.COMPLETE : stopped.map(Stop::end).orElse(TrialEnd.NOT_REALISED),
                stopped.map(Stop::reason).orElseGet(() -> change.reason(PageState.BASE)),
                stopped.isEmpty());
    }

    private static TrialEnd end(boolean enough, Change change) {
        if (enough) {
            return TrialEnd.COMPLETE;
        }
        return change.lacking().isPresent() ? TrialEnd.NO_ROOM : TrialEnd.NOT_REALISED;
    }

    /**
     * The reason of a stop before the last block.
     *
     * @param reason as a clause
     */
    record Stop(TrialEnd end, String reason) {

        /** The reason of a stop; empty if nothing stopped it. */
        static Optional<Stop> of(boolean byUser, boolean byBound, String limit) {
            if (byUser) {
                return Optional.of(new Stop(TrialEnd.INTERRUPTED, "it was stopped"));
            }
            return byBound
                    ? Optional.of(new Stop(
                            TrialEnd.STALL_BOUND, "three steps in a row took longer than --budget-stall " + limit))
                    : Optional.empty();
        }
    }

    /** Returns whether it ended before its last block. */
    boolean isStopped() {
        return end == TrialEnd.INTERRUPTED || end == TrialEnd.STALL_BOUND || end == TrialEnd.NO_ROOM;
    }

    /**
     * The number of blocks that do not have the wanted pages, the reason, and the command to type; empty if all have them.
     *
     * @param undo whether huge pages were to be split
     * @param command that splits the blocks, such as {@code sudo hp-cli collapse 4242 --undo}; empty if none can
     */
    Optional<String> message(boolean undo, Blocks blocks, Optional<String> command) {
        if (without == 0) {
            return Optional.empty();
        }
        boolean one = without == 1;
        String left = without + " of " + Blocks.words(blocks.count(), blocks.size())
                + (looked
                        ? (one ? " is" : " are") + " not on " + (undo ? PageState.BASE : PageState.THP).words()
                        : (one ? " was" : " were") + " not changed")
                + ": " + reason;
        boolean other = undo ? end != TrialEnd.COMPLETE : isStopped() && changed > 0;
        return Optional.of(
                other
                        ? left
                                + command.map(it -> undo
                                                ? "; it goes on with: " + it
                                                : "; the others stay on huge pages, and are split with: " + it)
                                        .orElse("")
                        : left);
    }
}
