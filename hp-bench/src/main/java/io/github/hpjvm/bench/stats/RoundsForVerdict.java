package io.github.hpjvm.bench.stats;

import java.util.Optional;

/**
 * The number of additional rounds that an inconclusive comparison likely needs for a verdict: FASTER, SLOWER or SAME.
 * It assumes that further rounds have the same spread and that the estimate is the true ratio.
 *
 * <p>The spread of the rounds determines the width of an interval of N rounds: the signed-rank interval is sqrt(pi/3)
 * times as wide as the interval of Student's t for normal rounds, because its efficiency is 3/pi there (Hodges and Lehmann,
 * Ann. Math. Stat. 27, 1956). The number is as uncertain as the estimate itself.
 *
 * @param moreRounds rounds in addition to the rounds that count
 * @param orMore whether {@code moreRounds} is only a lower bound
 */
public record RoundsForVerdict(int moreRounds, boolean orMore) {
    /** Largest number that is computed. Beyond it, a quieter machine or longer iterations help more than rounds. */
    public static final int MAX_ROUNDS = 200;

    private static final double WIDER_THAN_T = Math.sqrt(Math.PI / 3);

    /** The normal quantile at 80 %: "likely" means in four of five campaigns. */
    private static final double LIKELY = 0.8416;

    /** Mean and standard deviation of the absolute value of a standard normal variable. */
    private static final double FOLDED_MEAN = Math.sqrt(2 / Math.PI);

    private static final double FOLDED_DEVIATION = Math.sqrt(1 - 2 / Math.PI);

    /**
     * Computes the rounds.
     *
     * @param ratio the ratio of an inconclusive comparison
     * @param pair the A/A pair that the verdict uses; without it no verdict is FASTER or SLOWER
     * @return empty if no round counts
     */
    static Optional<RoundsForVerdict> of(RatioOfRounds ratio, Optional<RatioOfRounds> pair) {
        if (ratio.ratio().isEmpty()) {
            return Optional.empty();
        }
        int rounds = ratio.rounds();
        if (ratio.spread().isEmpty()) {
            return Optional.of(new RoundsForVerdict(SignedRank.FEWEST - rounds, true));
        }
        double distance = Math.abs(Math.log(ratio.ratio().get()));
        double spread = ratio.spread().get();
        for (int total = Math.max(rounds + 1, SignedRank.FEWEST); total <= rounds + MAX_ROUNDS; total++) {
            double half = halfWidth(ratio, total);
            double margin = LIKELY * error(spread, total);
            if (distance > half + bias(pair, spread, total)
                    || distance + half + margin <= Math.log(Verdict.EQUAL.high())) {
                return Optional.of(new RoundsForVerdict(total - rounds, false));
            }
        }
        return Optional.of(new RoundsForVerdict(MAX_ROUNDS, true));
    }

    /** The standard error of an estimate from a number of rounds. */
    private static double error(double spread, int total) {
        return WIDER_THAN_T * spread / Math.sqrt(total);
    }

    /**
     * The distance that a difference needs beyond half of its interval for a verdict in four of five campaigns. It has
     * two parts: the distance of the A/A pair's estimate from 1, whose mean and variance without a bias are those of
     * the folded normal distribution, and the errors of both estimates. A bias that the A/A interval shows remains.
     */
    private static double bias(Optional<RatioOfRounds> pair, double spread, int total) {
        Optional<Double> pairs = pair.flatMap(RatioOfRounds::spread);
        if (pairs.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        double own = error(spread, total);
        double others = error(pairs.get(), total);
        double shown = pair.get()
                .ci95()
                .filter(it -> !it.contains(1))
                .map(it -> Math.abs(Math.log(pair.get().ratio().orElseThrow())))
                .orElse(0.0);
        return Math.max(shown, FOLDED_MEAN * others) + LIKELY * Math.hypot(own, FOLDED_DEVIATION * others);
    }

    /**
     * The expected half width of an interval, in logarithms. It is computed from the spread, or from the present
     * interval if that is wider than the spread explains, as with outliers.
     */
    private static double halfWidth(RatioOfRounds ratio, int total) {
        double bySpread = RatioOfRounds.quantile975(total - 1)
                * WIDER_THAN_T
                * ratio.spread().orElseThrow()
                / Math.sqrt(total);
        double byInterval = ratio.ci95()
                .map(it -> it.logWidth() / 2 * Math.sqrt((double) ratio.rounds() / total))
                .orElse(0.0);
        return Math.max(bySpread, byInterval);
    }
}
