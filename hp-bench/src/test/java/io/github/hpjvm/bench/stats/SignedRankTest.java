package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignedRankTest {
    private static final double TINY = 1e-12;

    /** Hollander and Wolfe, table 3.1: Hamilton depression scale of nine patients before and after a tranquilizer. */
    private static final double[] HAMILTON = {
        1.83 - 0.878,
        0.50 - 0.647,
        1.62 - 0.598,
        2.48 - 2.05,
        1.68 - 1.06,
        1.88 - 1.29,
        1.55 - 1.06,
        3.06 - 3.14,
        1.30 - 1.29
    };

    @Test
    void theEstimateOfThePublishedExampleIsThePublishedOne() {
        assertEquals(0.46, new SignedRank(HAMILTON).estimate(), 1e-9);
    }

    @Test
    void theIntervalOfThePublishedExampleIsThePublishedOne() {
        RatioInterval interval = new SignedRank(HAMILTON).interval95().orElseThrow();
        assertEquals(0.010, interval.low(), 1e-9);
        assertEquals(0.786, interval.high(), 1e-9);
    }

    @Test
    void theEstimateIsTheMedianOfAllPairAveragesByHand() {
        // 1, 2, 4 and their pairs 1.5, 2.5, 3: sorted 1, 1.5, 2, 2.5, 3, 4
        assertEquals(2.25, new SignedRank(4, 1, 2).estimate(), TINY);
        assertEquals(5, new SignedRank(5).estimate(), TINY);
        assertEquals(2, new SignedRank(1, 3).estimate(), TINY);
    }

    @Test
    void withSixValuesTheIntervalReachesFromTheSmallestToTheLargest() {
        assertEquals(
                Optional.of(new RatioInterval(-0.4, 2.7)), new SignedRank(1.1, -0.4, 2.7, 0.3, 1.9, 0.8).interval95());
    }

    @Test
    void withSevenValuesTheTwoOutermostAveragesOfEachSideAreOutside() {
        // pair averages of 1, 2, 4, 8, 16, 32, 64 from below: 1, 1.5, 2; from above: 64, 48, 40
        assertEquals(Optional.of(new RatioInterval(2, 40)), new SignedRank(1, 2, 4, 8, 16, 32, 64).interval95());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void belowSixValuesThereIsNoInterval(int n) {
        assertEquals(0, SignedRank.countOutside(n));
        assertEquals(
                Optional.empty(),
                new SignedRank(IntStream.range(0, n).asDoubleStream().toArray()).interval95());
    }

    @ParameterizedTest
    @CsvSource({"6, 0.96875", "7, 0.953125", "8, 0.9609375", "10, 0.951171875"})
    void theCoverageIsExact(int n, double coverage) {
        assertEquals(coverage, SignedRank.confidence(n), 1e-15);
    }

    /** One more than the critical value of W at 5 % on both sides, as every table of the statistic lists it. */
    @ParameterizedTest
    @CsvSource({
        "6,0", "7,2", "8,3", "9,5", "10,8", "11,10", "12,13", "13,17", "14,21", "15,25", "16,29", "17,34", "18,40",
        "19,46", "20,52", "25,89"
    })
    void countOutsideIsThePublishedCriticalValueAndOne(int n, int critical) {
        assertEquals(critical + 1, SignedRank.countOutside(n));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void countOutsideEqualsTheCountOverAllSignPatterns(int n) {
        int[] patterns = new int[n * (n + 1) / 2 + 1];
        for (int pattern = 0; pattern < 1 << n; pattern++) {
            int sum = 0;
            for (int rank = 1; rank <= n; rank++) {
                sum += (pattern >> rank - 1 & 1) * rank;
            }
            patterns[sum]++;
        }
        int k = 0;
        long tail = patterns[0];
        while (tail * 40 <= 1L << n) {
            tail += patterns[++k];
        }
        assertEquals(k, SignedRank.countOutside(n));
    }

    @Test
    void acceptsAThousandRounds() {
        double[] sample = IntStream.range(0, 1000).asDoubleStream().toArray();
        SignedRank rank = new SignedRank(sample);
        assertEquals(499.5, rank.estimate(), TINY);
        RatioInterval interval = rank.interval95().orElseThrow();
        assertTrue(interval.low() > 470 && interval.high() < 530, interval::toString);
    }

    /** A file of results may have 10 000 rounds; the distribution of so many would take minutes. */
    @Test
    void countsWithTheNormalDistributionBeyondAThousandRounds() {
        for (int n : new int[] {400, 1000}) {
            assertEquals(SignedRank.countOutside(n), SignedRank.normalOutside(n), 3, n + " values");
        }
        assertEquals(SignedRank.normalOutside(10_000), SignedRank.countOutside(10_000));
        double[] sample = IntStream.range(0, 10_000).asDoubleStream().toArray();
        SignedRank rank = new SignedRank(sample);
        assertEquals(4999.5, rank.estimate(), TINY);
        RatioInterval interval = rank.interval95().orElseThrow();
        // 1.96 standard deviations of W, which are 565 800 averages, of 10 000 for each unit near the middle
        assertEquals(4999.5 - 56.6, interval.low(), 1);
        assertEquals(4999.5 + 56.6, interval.high(), 1);
    }

    @Test
    void rejectsAnEmptySampleAndValuesThatAreNotFinite() {
        assertThrows(IllegalArgumentException.class, SignedRank::new);
        assertThrows(IllegalArgumentException.class, () -> new SignedRank(1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> new SignedRank(1, Double.POSITIVE_INFINITY));
    }

    @Test
    void doesNotChangeTheSample() {
        double[] sample = {3, 1, 2};
        new SignedRank(sample).estimate();
        assertEquals("[3.0, 1.0, 2.0]", Arrays.toString(sample));
    }

    @Test
    void anOutlierHasLittleInfluenceOnTheEstimate() {
        double calm = new SignedRank(0.1, 0.11, 0.09, 0.1, 0.12, 0.08, 0.1).estimate();
        double wild = new SignedRank(0.1, 0.11, 0.09, 0.1, 0.12, 0.08, 1e6).estimate();
        assertEquals(calm, wild, 0.02);
    }

    @Test
    void theEstimateFollowsShiftAndSignButNotOrder() {
        Seeds.with(4711, random -> {
            for (int i = 0; i < 300; i++) {
                int n = 1 + random.nextInt(20);
                double[] sample = random.doubles(n, -5, 5).toArray();
                double shift = random.nextInt(100) - 50;
                SignedRank plain = new SignedRank(sample);
                SignedRank shifted =
                        new SignedRank(Arrays.stream(sample).map(x -> x + shift).toArray());
                SignedRank mirrored =
                        new SignedRank(Arrays.stream(sample).map(x -> -x).toArray());
                List<Double> shuffled = Arrays.stream(sample).boxed().collect(Collectors.toList());
                Collections.shuffle(shuffled, random);
                assertEquals(plain.estimate() + shift, shifted.estimate(), 1e-9);
                assertEquals(-plain.estimate(), mirrored.estimate(), TINY);
                assertEquals(
                        plain.estimate(),
                        new SignedRank(shuffled.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .toArray())
                                .estimate(),
                        TINY);
                plain.interval95().ifPresent(it -> {
                    RatioInterval other = mirrored.interval95().orElseThrow();
                    assertEquals(-it.low(), other.high(), TINY);
                    assertEquals(-it.high(), other.low(), TINY);
                    assertTrue(it.low() <= plain.estimate() && plain.estimate() <= it.high());
                });
            }
        });
    }
}
