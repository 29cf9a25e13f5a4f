package io.github.hpjvm.bench.trial;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measured turn.
 *
 * @param round its round, from 1
 * @param state the pages that it was to have
 * @param seconds measured wall time
 * @param cpuSeconds CPU time of the process in this time
 * @param work increase of the counter of work; empty without such a counter
 * @param hugeAtStart share of the blocks that a huge page backed at its start
 * @param hugeAtEnd the same at its end
 * @param faults minor page faults of the process in this time
 * @param refilled base pages that the process got back in it because a split had freed them, if they are part of its cost ({@link
 *     Refills}); else 0
 * @param failure why the turn could not be measured; empty if it was
 */
public record TrialTurn(
        int round,
        PageState state,
        double seconds,
        double cpuSeconds,
        OptionalDouble work,
        double hugeAtStart,
        double hugeAtEnd,
        long faults,
        long refilled,
        Optional<String> failure) {

    /** Share of the blocks that must have the pages of the turn, at its start and at its end. */
    static final double REALISED = 0.95;

    /** Returns whether the blocks had the pages of the turn at its start and at its end. */
    public boolean isRealised() {
        return isRealised(state, hugeAtStart, hugeAtEnd);
    }

    /** Returns whether shares of huge blocks at two moments are those of a state. */
    public static boolean isRealised(PageState state, double atStart, double atEnd) {
        return state == PageState.THP ? Math.min(atStart, atEnd) >= REALISED : Math.max(atStart, atEnd) <= 1 - REALISED;
    }

    /** Why the turn does not count, as a clause; empty if it does. */
    public Optional<String> notCounted() {
        if (failure.isPresent()) {
            return failure;
        }
        if (!isRealised()) {
            double worse = state == PageState.THP ? Math.min(hugeAtStart, hugeAtEnd) : Math.max(hugeAtStart, hugeAtEnd);
            return Optional.of(String.format(Locale.ROOT, "%.0f %% of the blocks are huge", worse * 100));
        }
        if (!(work.orElse(seconds) > 0)) {
            return Optional.of("the counter of work did not grow");
        }
        if (refilled > 0) {
            return Optional.of("the process got " + refilled
                    + " base pages back that a split had freed, because they were full of zeros");
        }
        return isUsual(cpuSeconds) && isUsual(cost(work.orElse(seconds)))
                ? Optional.empty()
                : Optional.of("the process used no CPU time, or the counter of work grew too far");
    }

    /** Returns the same turn with pages that the process got back. */
    TrialTurn withRefilled(long pages) {
        return new TrialTurn(round, state, seconds, cpuSeconds, work, hugeAtStart, hugeAtEnd, faults, pages, failure);
    }

    /** CPU seconds per unit of work, or per second if work is not counted; empty if the turn does not count. */
    OptionalDouble cost() {
        return notCounted().isPresent() ? OptionalDouble.empty() : OptionalDouble.of(cost(work.orElse(seconds)));
    }

    private double cost(double units) {
        return cpuSeconds / units;
    }

    /** Returns whether a ratio of two such numbers is positive and finite. */
    private static boolean isUsual(double value) {
        return value > 1e-150 && value < 1e150;
    }
}
