package io.github.hpjvm.bench.trial;

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
 * @param failure why the turn does not count; empty if it does
 */
public record TrialTurn(
        int round,
        PageState state,
        double seconds,
        double cpuSeconds,
        OptionalDouble work,
        double hugeAtStart,
        double hugeAtEnd,
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

    /** CPU seconds per unit of work, or per second if work is not counted; empty if the turn does not count. */
    OptionalDouble cost() {
        double units = work.orElse(seconds);
        boolean counts = failure.isEmpty() && isRealised() && cpuSeconds > 0 && units > 0;
        return counts ? OptionalDouble.of(cpuSeconds / units) : OptionalDouble.empty();
    }
}
