package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwoSamplesTest {
    /** Hollander and Wolfe, table 4.1: permeability of the human chorioamnion at term, and at 12 to 26 weeks. */
    private static final double[] AT_TERM = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};

    private static final double[] EARLIER = {1.15, 0.88, 0.90, 0.74, 1.21};

    @Test
    void theShiftOfThePublishedExampleIsThePublishedOne() {
        assertEquals(-0.305, new TwoSamples(AT_TERM, EARLIER).shift(), 1e-9);
    }

    @Test
    void theIntervalOfThePublishedExampleIsThePublishedOne() {
        RatioInterval interval = new TwoSamples(AT_TERM, EARLIER).interval95().orElseThrow();
        assertEquals(-0.76, interval.low(), 1e-9);
        assertEquals(0.15, interval.high(), 1e-9);
    }

    /** One more than the critical value of U at 5 % on both sides, as every table of the statistic lists it. */
    @ParameterizedTest
    @CsvSource({
        "4,4,0",
        "3,5,0",
        "2,8,0",
        "5,5,2",
        "6,6,5",
        "5,10,8",
        "10,5,8",
        "6,10,11",
        "8,8,13",
        "10,10,23",
        "20,20,127"
    })
    void countOutsideIsThePublishedCriticalValueAndOne(int m, int n, int critical) {
        assertEquals(critical + 1, TwoSamples.countOutside(m, n));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,2", "2,7", "3,3", "3,4", "1,30"})
    void smallSamplesHaveNoInterval(int m, int n) {
        assertEquals(Optional.empty(), new TwoSamples(new double[m], new double[n]).interval95());
    }

    @Test
    void theNormalLimitContinuesTheExactDistribution() {
        for (int n = 30; n <= 50; n += 5) {
            double middle = n * n / 2.0;
            double deviation = Math.sqrt(n * (double) n * (2 * n + 1) / 12);
            assertEquals(middle + 0.5 - 1.96 * deviation, TwoSamples.countOutside(n, n), 2, "50 and 50 is counted out");
        }
        assertTrue(TwoSamples.countOutside(51, 51) > TwoSamples.countOutside(50, 50));
        assertTrue(TwoSamples.countOutside(1000, 1000) > 450_000);
    }

    /** The normal limit with its correction of one half: m n / 2 + 0.5 - 1.95996 sqrt(m n (m + n + 1) / 12), cut. */
    @ParameterizedTest
    @CsvSource({"30,100,1145", "100,30,1145", "51,51,1008", "1,3000,0", "10,300,953"})
    void largeSamplesUseTheNormalLimit(int m, int n, int outside) {
        assertEquals(outside, TwoSamples.countOutside(m, n));
    }

    @Test
    void swappingTheSamplesChangesTheSign() {
        Seeds.with(77, random -> {
            for (int i = 0; i < 200; i++) {
                double[] a = random.doubles(1 + random.nextInt(15), -3, 3).toArray();
                double[] b = random.doubles(1 + random.nextInt(15), -3, 3).toArray();
                TwoSamples there = new TwoSamples(a, b);
                TwoSamples back = new TwoSamples(b, a);
                assertEquals(there.shift(), -back.shift(), 1e-12);
                assertEquals(there.interval95().isPresent(), back.interval95().isPresent());
                there.interval95().ifPresent(it -> {
                    assertEquals(it.low(), -back.interval95().orElseThrow().high(), 1e-12);
                    assertTrue(it.contains(there.shift()));
                });
                double[] moved = Arrays.stream(b).map(x -> x + 2).toArray();
                assertEquals(there.shift() + 2, new TwoSamples(a, moved).shift(), 1e-9);
            }
        });
    }

    @Test
    void theIntervalHasItsCoverage() {
        Seeds.with(20260107, random -> {
            int held = 0;
            for (int trial = 0; trial < 2000; trial++) {
                double[] a = random.doubles(6).map(x -> StrictMath.log(x)).toArray();
                double[] b = random.doubles(9).map(x -> StrictMath.log(x) + 0.3).toArray();
                held += new TwoSamples(a, b).interval95().orElseThrow().contains(0.3) ? 1 : 0;
            }
            assertEquals(0.957, held / 2000.0, 0.02, "1 - 2 P(U <= 10) of 6 and 9");
        });
    }

    @Test
    void rejectsEmptySamplesAndValuesThatAreNotFinite() {
        assertThrows(IllegalArgumentException.class, () -> new TwoSamples(new double[0], EARLIER));
        assertThrows(IllegalArgumentException.class, () -> new TwoSamples(EARLIER, new double[0]));
        assertThrows(IllegalArgumentException.class, () -> new TwoSamples(EARLIER, new double[] {Double.NaN}));
    }
}
