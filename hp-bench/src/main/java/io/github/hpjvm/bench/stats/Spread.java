package io.github.hpjvm.bench.stats;

import java.util.Arrays;
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
        double[] distances = new double[sample.length * (sample.length - 1) / 2];
        int next = 0;
        for (int i = 0; i < sample.length; i++) {
            for (int j = i + 1; j < sample.length; j++) {
                distances[next++] = Math.abs(sample[i] - sample[j]);
            }
        }
        Arrays.sort(distances);
        int middle = distances.length / 2;
        double median = distances.length % 2 == 1 ? distances[middle] : (distances[middle - 1] + distances[middle]) / 2;
        return Optional.of(NORMAL * median);
    }
}
