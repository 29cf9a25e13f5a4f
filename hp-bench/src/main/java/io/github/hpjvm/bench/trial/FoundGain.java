package io.github.hpjvm.bench.trial;

import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.TwoSamples;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The cost on huge pages over the cost on the base pages that the process had before the trial. These pages lie where the kernel
 * found them, and those that a split leaves lie next to each other: a virtual machine walks the tables of its host for each of
 * the first. The kernel cannot scatter pages again, so these turns come first, and no order is drawn.
 *
 * @param ratio the Hodges-Lehmann estimate
 * @param ci95 the interval of the Mann-Whitney statistic, which holds if nothing but the pages changed meanwhile
 */
public record FoundGain(double ratio, RatioInterval ci95) {
    private static final double PER_CENT = 100;

    /**
     * Compares turns before the first change with those on huge pages.
     *
     * @return empty if fewer turns count than an interval needs
     */
    public static Optional<FoundGain> of(List<TrialTurn> found, List<TrialTurn> turns) {
        double[] before = logarithms(found, PageState.BASE);
        double[] huge = logarithms(turns, PageState.THP);
        if (before.length == 0 || huge.length == 0) {
            return Optional.empty();
        }
        TwoSamples samples = new TwoSamples(before, huge);
        return samples.interval95()
                .map(ci -> new FoundGain(
                        Math.exp(samples.shift()), new RatioInterval(Math.exp(ci.low()), Math.exp(ci.high()))));
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
        return String.format(
                Locale.ROOT,
                "Against the base pages of before the trial, the change is %s %% (95 %% interval: %s to %s %%), if load and"
                        + " host were the same.",
                change(ratio),
                change(ci95.low()),
                change(ci95.high()));
    }

    private static String change(double ratio) {
        return String.format(Locale.ROOT, "%+.1f", (ratio - 1) * PER_CENT);
    }
}
