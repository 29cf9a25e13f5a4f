package io.github.hpjvm.bench.stats;

import java.util.Optional;

/**
 * Estimates the spread of rounds by the median distance of all pairs (Shamos 1976; Rousseeuw and Croux, JASA 88, 1993).
 * It corresponds to the Hodges-Lehmann estimate of location: an outlier has little influence.
 */
final class Spread {
    /** Factor that makes it the standard deviation for normal rounds: 1 / (sqrt 2 * the normal quantile at 75 %). */
    private static final double NORMAL = 1.048358;

    private Spread() {}

    /** The spread in the unit of the sample; empty below two values. */
    static Optional<Double> of(double... sample) {
        if (sample.length < 2) {
            return Optional.empty();
        }
        long size = sample.length * (sample.length - 1L) / 2;
        double median = Pairs.median(size, new Pairs(sample)::distance);
        return Optional.of(NORMAL * median);
    }
}
