package io.github.hpjvm.cli.trial;

import io.github.hpjvm.bench.run.trial.PagesSeen;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.bench.trial.TrialEnd;
import java.util.Optional;

/**
 * How a collapse or its undo ended.
 *
 * @param notChanged blocks that do not have the wanted pages
 * @param reason why, as a clause
 * @param again whether the kernel had changed all blocks, and these have other pages again
 */
record CollapseEnd(int changed, int notChanged, TrialEnd end, String reason, boolean again) {

    /** An end after which no block has other pages again. */
    CollapseEnd(int changed, int notChanged, TrialEnd end, String reason) {
        this(changed, notChanged, end, reason, false);
    }

    /** The end of a change of all blocks to a state. */
    static CollapseEnd of(Change change, PageState wanted, boolean enough, Optional<Stop> stop) {
        return stop.filter(it -> change.left() > 0)
                .map(it -> new CollapseEnd(change.changed(), change.notChanged(), it.end(), it.reason()))
                .orElseGet(() -> new CollapseEnd(
                        change.changed(), change.notChanged(), end(enough, change), change.reason(wanted)));
    }

    /**
     * Returns the same end with the reason that a look at the pages gives, if the kernel changed all blocks and the state was not
     * reached.
     */
    CollapseEnd seen(PagesSeen now, PageState wanted, Blocks blocks) {
        if (end != TrialEnd.NOT_REALISED || notChanged > 0) {
            return this;
        }
        // A process that has returned all its memory has no block without the wanted pages.
        int without = now.resident() == 0 ? blocks.count() : now.without(wanted);
        return new CollapseEnd(changed, without, end, Change.AGAIN, true);
    }

    /** The end of an undo. One that is complete has deleted the file that another undo would need. */
    static CollapseEnd of(RestoredPages restored, Optional<Stop> stop) {
        return new CollapseEnd(
                restored.changed(),
                restored.other(),
                restored.isComplete() ? TrialEnd.COMPLETE : stop.map(Stop::end).orElse(TrialEnd.NOT_REALISED),
                stop.map(Stop::reason).orElse("the kernel could not split them"));
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
        if (notChanged == 0) {
            return Optional.empty();
        }
        boolean one = notChanged == 1;
        String left = notChanged + " of " + Blocks.words(blocks.count(), blocks.size())
                + (again
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
