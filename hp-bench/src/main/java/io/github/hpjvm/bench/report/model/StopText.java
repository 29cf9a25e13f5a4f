package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.options.UntilPrecise;
import io.github.hpjvm.bench.stats.Comparisons;
import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Optional;

/** The reason why the rounds ended, if a precision was requested. */
final class StopText {
    private static final String LABEL = "stopped      ";

    private StopText() {}

    /** The line; empty if no precision was requested, or the campaign was interrupted or still runs. */
    static Optional<String> line(Results results, Comparisons comparisons) {
        if (results.stopped() == StopReason.FAILED) {
            return Optional.of(LABEL + "all runs failed");
        }
        return results.options().untilPrecise().flatMap(until -> {
            String share = Figures.percent(until.precision().share());
            String notAll = "before all intervals within " + share + " were reached";
            return switch (results.stopped()) {
                case PRECISION ->
                    Optional.of(LABEL + "intervals within " + share + " were reached" + byHowMany(until, comparisons));
                case NOT_REALISED ->
                    Optional.of(
                            LABEL + "no comparison has a round that counts, so no interval can get within " + share);
                case BUDGET ->
                    Optional.of(LABEL
                            + (until.wholeFirst()
                                            && lastRound(results)
                                                    <= results.options().rounds()
                                    ? "after the first " + results.options().rounds()
                                            + " rounds, which took the budget of " + Figures.duration(until.budget())
                                            + " or longer, "
                                    : "the budget of " + Figures.duration(until.budget()) + " was used up ")
                            + notAll);
                case ROUNDS -> Optional.of(LABEL + "after the largest number of rounds, " + notAll);
                case FAILED, INTERRUPTED, RUNNING -> Optional.empty();
            };
        });
    }

    private static int lastRound(Results results) {
        return results.runs().stream()
                .filter(run -> run.job().profiler().isEmpty())
                .mapToInt(run -> run.job().round())
                .max()
                .orElse(0);
    }

    /** The number of intervals, if some are missing, and the number that the confirming rounds made wider again. */
    private static String byHowMany(UntilPrecise until, Comparisons comparisons) {
        int all = comparisons.against().size();
        List<RatioInterval> intervals = comparisons.against().stream()
                .flatMap(it -> it.ratio().ci95().stream())
                .toList();
        long wider = intervals.stream()
                .filter(it -> !until.precision().reachedBy(it))
                .count();
        return (intervals.size() == all
                        ? ""
                        : " by " + intervals.size() + " of " + all
                                + " comparisons; the others have no round that counts")
                + (wider == 0
                        ? ""
                        : "; after the confirming rounds " + wider + " of " + intervals.size()
                                + (wider == 1 ? " is" : " are") + " wider again");
    }
}
