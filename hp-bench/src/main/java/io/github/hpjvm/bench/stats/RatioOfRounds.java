package io.github.hpjvm.bench.stats;

import java.util.List;
import java.util.Optional;

/**
 * The cost of one side over the other, from the rounds in which both were measured.
 *
 * <p>Ratios are taken within a round, where both sides met the same machine, and are averaged as logarithms, so that
 * twice as dear and half as dear are the same distance from equal.
 *
 * @param rounds number of rounds in which both sides count
 * @param ratio Hodges-Lehmann estimate; empty if there was no round
 * @param ci95 exact interval; empty with fewer than {@link SignedRank#FEWEST} rounds
 */
public record RatioOfRounds(int rounds, Optional<Double> ratio, Optional<Interval> ci95) {

    /** @param ratios cost over cost, one a round, each positive and finite */
    public static RatioOfRounds of(List<Double> ratios) {
        if (ratios.isEmpty()) {
            return new RatioOfRounds(0, Optional.empty(), Optional.empty());
        }
        SignedRank logs =
                new SignedRank(ratios.stream().mapToDouble(RatioOfRounds::log).toArray());
        return new RatioOfRounds(
                ratios.size(),
                Optional.of(Math.exp(logs.estimate())),
                logs.interval95().map(log -> new Interval(Math.exp(log.low()), Math.exp(log.high()))));
    }

    /** What may be said, given what a baseline shows against itself. */
    public Verdict verdict(Optional<Interval> noiseFloor) {
        return rounds == 0 ? Verdict.NOT_REALISED : Verdict.of(ci95, noiseFloor);
    }

    private static double log(double ratio) {
        if (!(ratio > 0) || Double.isInfinite(ratio)) {
            throw new IllegalArgumentException("not a ratio of costs: " + ratio);
        }
        return Math.log(ratio);
    }
}
