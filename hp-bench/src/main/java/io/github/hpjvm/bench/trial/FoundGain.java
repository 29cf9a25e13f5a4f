package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The cost on huge pages over the cost on the base pages that the process had before the trial. Those pages lie apart in
 * memory, and those that a split leaves lie next to each other, which costs less on some machines (docs/TRIAL.md). The kernel
 * cannot move pages apart again, so these turns come first, and no order is drawn.
 *
 * <p>The first half of them only settles: in two of ten trials their cost fell by a third meanwhile. The others together are one look at the load and the speed of the host. The interval assumes that this look differs from the
 * mean of the trial as its turns of one state differ from each other: a prediction interval of Student's t.
 *
 * @param ratio of the means of the logarithms
 * @param ci95 its interval
 * @param perWork whether the cost is CPU time per unit of work; else it is CPU time per second
 */
public record FoundGain(double ratio, RatioInterval ci95, boolean perWork) {
    private static final double PER_CENT = 100;

    /**
     * Compares turns before the first change with those on huge pages.
     *
     * @return empty if no turn before the first change counts, if fewer than six turns on huge pages do, or if the process was idle
     */
    public static Optional<FoundGain> of(List<TrialTurn> found, List<TrialTurn> turns) {
        Gain gain = Gain.of(turns);
        double[] before = logarithms(Schedule.compared(found), PageState.BASE);
        double[] base = logarithms(turns, PageState.BASE);
        double[] huge = logarithms(turns, PageState.THP);
        if (before.length == 0 || huge.length < SignedRank.FEWEST || gain.isIdle()) {
            return Optional.empty();
        }
        // Both states of a round share its drift, so their turns count as one sample.
        boolean both = base.length >= SignedRank.FEWEST;
        int rounds = both ? Math.min(base.length, huge.length) : huge.length;
        double variance = both ? (StatUtils.variance(base) + StatUtils.variance(huge)) / 2 : StatUtils.variance(huge);
        double middle = StatUtils.mean(huge) - StatUtils.mean(before);
        double half = RatioOfRounds.quantile975(rounds - 1) * Math.sqrt(variance * (1 + 1.0 / rounds));
        return Optional.of(new FoundGain(
                Math.exp(middle), new RatioInterval(Math.exp(middle - half), Math.exp(middle + half)), gain.perWork()));
    }

    private static double[] logarithms(List<TrialTurn> turns, PageState state) {
        return turns.stream()
                .filter(turn -> turn.state() == state)
                .map(TrialTurn::cost)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(cost -> Math.log(cost.getAsDouble()))
                .toArray();
    }

    /** The answer in one sentence. */
    public String sentence() {
        return "Compared with the base pages before the trial, huge pages " + words()
                + (perWork ? "" : Gain.CONDITION)
                + ". A change of load or host during the trial is part of this figure.";
    }

    private String words() {
        String what = Gain.cost(perWork);
        if (ci95.contains(1)) {
            return words(
                    "change the " + what + " by %+.1f %%, which may be chance (95 %% interval: %+.1f to %+.1f %%)",
                    change(ratio),
                    change(ci95.low()),
                    change(ci95.high()));
        }
        return ratio < 1
                ? words(
                        "save %.1f %% of " + what + " (95 %% interval: %.1f to %.1f %%)",
                        -change(ratio),
                        -change(ci95.high()),
                        -change(ci95.low()))
                : words(
                        "cost %.1f %% more " + what + " (95 %% interval: %.1f to %.1f %%)",
                        change(ratio),
                        change(ci95.low()),
                        change(ci95.high()));
    }

    private static String words(String form, double middle, double low, double high) {
        return String.format(Locale.ROOT, form, middle, low, high);
    }

    private static double change(double ratio) {
        return (ratio - 1) * PER_CENT;
    }
}
