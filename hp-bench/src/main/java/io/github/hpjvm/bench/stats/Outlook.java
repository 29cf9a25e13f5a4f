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

    /**
     * @param ratio of a comparison that is inconclusive
     * @param floor baseline against itself, as the verdict uses it; without it nothing becomes FASTER or SLOWER
     * @return empty if no round counted
     */
    static Optional<Outlook> of(RatioOfRounds ratio, Optional<RatioOfRounds> floor) {
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
            double noise = floor.filter(it -> it.spread().isPresent()).isPresent()
                    ? halfWidth(floor.get(), total)
                    : Double.POSITIVE_INFINITY;
            double luck = LIKELY * WIDER_THAN_T * spread / Math.sqrt(total);
            if (distance > half + noise + luck || distance + half + luck <= Math.log(Verdict.EQUAL.high())) {
                return Optional.of(new Outlook(total - rounds, false));
            }
        }
        return Optional.of(new Outlook(HOPELESS, true));
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
