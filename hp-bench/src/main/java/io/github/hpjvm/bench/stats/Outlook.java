package io.github.hpjvm.bench.stats;

import java.util.Optional;

/**
 * How many more rounds would likely settle a comparison that is inconclusive, if the rounds to come are like those that
 * there are and the truth is where the estimate stands. Settled means FASTER or SLOWER, or SAME, whichever comes first.
 *
 * <p>From the spread of the rounds follows how wide an interval of N rounds will be: the signed-rank interval is
 * sqrt(pi/3) times as wide as that of Student's t where rounds are normal, because its efficiency is 3/pi there (Hodges
 * and Lehmann, Ann. Math. Stat. 27, 1956). It is a forecast, and as uncertain as the estimate itself.
 *
 * @param moreRounds rounds to be added to those that count
 * @param orMore whether it is only a lower bound: more than that, and how many cannot be said
 */
public record Outlook(int moreRounds, boolean orMore) {
    /** Beyond this it is hopeless: another machine, a quieter hour or longer iterations would help, not rounds. */
    public static final int HOPELESS = 200;

    private static final double WIDER_THAN_T = Math.sqrt(Math.PI / 3);

    /** The normal quantile at 80 %: likely means four times in five. */
    private static final double LIKELY = 0.8416;

    /** Mean and standard deviation of the absolute value of a standard normal variable. */
    private static final double FOLDED_MEAN = Math.sqrt(2 / Math.PI);

    private static final double FOLDED_DEVIATION = Math.sqrt(1 - 2 / Math.PI);

    /**
     * @param ratio of a comparison that is inconclusive
     * @param pair the A/A pair, as the verdict uses it; without it nothing becomes FASTER or SLOWER
     * @return empty if no round counted
     */
    static Optional<Outlook> of(RatioOfRounds ratio, Optional<RatioOfRounds> pair) {
        if (ratio.ratio().isEmpty()) {
            return Optional.empty();
        }
        int rounds = ratio.rounds();
        if (ratio.spread().isEmpty()) {
            return Optional.of(new Outlook(SignedRank.FEWEST - rounds, true));
        }
        double distance = Math.abs(Math.log(ratio.ratio().get()));
        double spread = ratio.spread().get();
        for (int total = Math.max(rounds + 1, SignedRank.FEWEST); total <= rounds + HOPELESS; total++) {
            double half = halfWidth(ratio, total);
            double luck = LIKELY * error(spread, total);
            if (distance > half + bias(pair, spread, total)
                    || distance + half + luck <= Math.log(Verdict.EQUAL.high())) {
                return Optional.of(new Outlook(total - rounds, false));
            }
        }
        return Optional.of(new Outlook(HOPELESS, true));
    }

    /** The standard error of an estimate from so many rounds. */
    private static double error(double spread, int total) {
        return WIDER_THAN_T * spread / Math.sqrt(total);
    }

    /**
     * What a difference needs beyond half of its interval to be decided four times in five: the distance of the A/A pair's
     * estimate from 1, whose mean and variance without a bias are those of the folded normal distribution, and the luck of
     * both estimates. A bias that the A/A interval shows stays.
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
     * The expected half of the width of an interval, in logarithms: from the spread, or from the interval that there is
     * where that is wider than the spread explains, as with wild rounds.
     */
    private static double halfWidth(RatioOfRounds ratio, int total) {
        double bySpread =
                StudentT.quantile975(total - 1) * WIDER_THAN_T * ratio.spread().orElseThrow() / Math.sqrt(total);
        double byInterval = ratio.ci95()
                .map(it -> it.logWidth() / 2 * Math.sqrt((double) ratio.rounds() / total))
                .orElse(0.0);
        return Math.max(bySpread, byInterval);
    }
}
