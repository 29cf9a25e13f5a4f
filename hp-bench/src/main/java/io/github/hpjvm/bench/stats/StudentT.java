package io.github.hpjvm.bench.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * The interval of Student's t for the mean of a sample, a cross-check of the signed-rank interval. The two are nearly
 * equal without outliers.
 */
final class StudentT {
    /** The normal quantile at 97.5 %. */
    private static final double Z = 1.959963984540054;

    /** Fewest degrees of freedom for which the expansion is correct to three digits. */
    private static final double FEWEST_DEGREES = 5;

    private StudentT() {}

    /** The interval of 95 %; empty below {@link SignedRank#FEWEST} values, as the signed-rank interval is. */
    static Optional<Interval> interval95(double... sample) {
        if (sample.length < SignedRank.FEWEST) {
            return Optional.empty();
        }
        double mean = Arrays.stream(sample).average().orElseThrow();
        double squares = Arrays.stream(sample).map(x -> (x - mean) * (x - mean)).sum();
        int degrees = sample.length - 1;
        double half = quantile975(degrees) * Math.sqrt(squares / degrees / sample.length);
        return Optional.of(new Interval(mean - half, mean + half));
    }

    /**
     * The 97.5 % quantile of Student's t, to three digits after the point (Abramowitz and Stegun, <i>Handbook of
     * Mathematical Functions</i>, 26.7.5).
     * @param degrees degrees of freedom, at least 5, not necessarily a whole number
     */
    static double quantile975(double degrees) {
        if (!(degrees >= FEWEST_DEGREES)) {
            throw new IllegalArgumentException("not enough degrees of freedom: " + degrees);
        }
        double z2 = Z * Z;
        double g1 = Z * (z2 + 1) / 4;
        double g2 = Z * ((5 * z2 + 16) * z2 + 3) / 96;
        double g3 = Z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
        double g4 = Z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
        return Z + (g1 + (g2 + (g3 + g4 / degrees) / degrees) / degrees) / degrees;
    }
}
