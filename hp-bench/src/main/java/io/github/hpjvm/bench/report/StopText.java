package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.UntilPrecise;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.Interval;
import java.util.List;
import java.util.Optional;

/**
 * Why no more rounds were made, where a precision was asked for. That something was reached is said of intervals that there
 * are.
 */
final class StopText {
    private static final String LABEL = "stopped      ";

    private StopText() {}

    /** Empty where none was asked for, and of a campaign that was interrupted: that is said elsewhere. */
    static Optional<String> line(Results results, Comparisons comparisons) {
        return results.options().untilPrecise().flatMap(until -> {
            String share = Figures.percent(until.precision().share());
            String notAll = "before all intervals within " + share + " were reached";
            return switch (results.stopped()) {
                case PRECISION ->
                    Optional.of(LABEL + "intervals within " + share + " were reached" + byHowMany(until, comparisons));
                case NOT_REALISED ->
                    Optional.of(LABEL + "no comparison has a round that counts, so more were not made; there is no"
                            + " interval to be within " + share);
                case BUDGET ->
                    Optional.of(LABEL + "the budget of " + Figures.duration(until.budget()) + " was used up " + notAll);
                case ROUNDS -> Optional.of(LABEL + "after as many rounds as there may be, " + notAll);
                case INTERRUPTED -> Optional.empty();
            };
        });
    }

    /** What is not so of all, or not any more: an interval may be wider again with the rounds that confirm it. */
    private static String byHowMany(UntilPrecise until, Comparisons comparisons) {
        int all = comparisons.against().size();
        List<Interval> intervals = comparisons.against().stream()
                .flatMap(it -> it.ratio().ci95().stream())
                .toList();
        long wider = intervals.stream()
                .filter(it -> !until.precision().reachedBy(it))
                .count();
        return (intervals.size() == all
                        ? ""
                        : " by " + intervals.size() + " of " + all
                                + " comparisons; the others have no round that counts, and got no more")
                + (wider == 0
                        ? ""
                        : "; with the rounds that confirm it " + wider + " of " + intervals.size()
                                + (wider == 1 ? " is" : " are") + " wider again");
    }
}
