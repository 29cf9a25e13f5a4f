package io.github.hpjvm.bench.stats;

import java.util.Arrays;
import java.util.Optional;

/**
 * How far rounds lie apart, by the median distance of all pairs (Shamos 1976; Rousseeuw and Croux, JASA 88, 1993). It is to a scale what the Hodges-Lehmann estimate is to a location: one wild round moves it little.
 */
final class Spread {
    /** Makes it the standard deviation where rounds are normal: 1 / (sqrt 2 * the normal quantile at 75 %). */
    private static final double NORMAL = 1.048358;

    private Spread() {}

    /** In the unit of the sample; empty below two values. */
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
