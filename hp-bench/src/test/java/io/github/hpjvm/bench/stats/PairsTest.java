package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Seeds;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairsTest {
    private static double[] means(double... sample) {
        return IntStream.range(0, sample.length)
                .boxed()
                .flatMapToDouble(i -> IntStream.range(i, sample.length).mapToDouble(j -> (sample[i] + sample[j]) / 2))
                .sorted()
                .toArray();
    }

    private static double[] distances(double... sample) {
        return IntStream.range(0, sample.length)
                .boxed()
                .flatMapToDouble(
                        i -> IntStream.range(i + 1, sample.length).mapToDouble(j -> Math.abs(sample[i] - sample[j])))
                .sorted()
                .toArray();
    }

    @Test
    void eachOrderStatisticIsThatOfTheSortedPairs() {
        Seeds.with(16, PairsTest::comparedWithSortedPairs);
    }

    private static void comparedWithSortedPairs(Random random) {
        for (int n = 1; n <= 80; n += 1 + n / 20) {
            boolean ties = random.nextBoolean();
            double scale = Math.pow(10, random.nextInt(7) - 3);
            double[] sample = random.doubles(n, -scale, scale)
                    .map(value -> ties ? Math.rint(value * 3 / scale) : value)
                    .toArray();
            Pairs pairs = new Pairs(sample);
            double[] means = means(sample);
            double[] distances = distances(sample);
            for (int i = 0; i < means.length; i++) {
                assertEquals(means[i], pairs.mean(i), 0.0, () -> Arrays.toString(sample));
            }
            for (int i = 0; i < distances.length; i++) {
                assertEquals(distances[i], pairs.distance(i), 0.0, () -> Arrays.toString(sample));
            }
        }
    }
}
