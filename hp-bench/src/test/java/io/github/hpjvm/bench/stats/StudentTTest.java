package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {

    /** Published quantiles of the distribution. */
    @ParameterizedTest
    @CsvSource({"5,2.571", "6,2.447", "7,2.365", "9,2.262", "10,2.228", "19,2.093", "30,2.042", "60,2.000", "1000,1.962"
    })
    void theQuantileIsThePublishedOne(double degrees, double quantile) {
        assertEquals(quantile, StudentT.quantile975(degrees), 0.0008);
    }

    @Test
    void belowFiveDegreesTheExpansionIsNotGoodEnough() {
        assertThrows(IllegalArgumentException.class, () -> StudentT.quantile975(4.9));
        assertThrows(IllegalArgumentException.class, () -> StudentT.quantile975(Double.NaN));
    }

    @Test
    void theIntervalIsMeanAndSoManyStandardErrors() {
        // mean 3.5, variance 3.5, standard error 0.76376, t(5) = 2.5706
        Interval interval = StudentT.interval95(1, 2, 3, 4, 5, 6).orElseThrow();
        assertEquals(3.5 - 1.9633, interval.low(), 0.001);
        assertEquals(3.5 + 1.9633, interval.high(), 0.001);
        assertEquals(Optional.empty(), StudentT.interval95(1, 2, 3, 4, 5));
    }

    @Test
    void agreesWithTheSignedRankIntervalUnlessThereAreOutliers() {
        List<Double> calm = List.of(0.95, 0.96, 0.94, 0.955, 0.945, 0.95, 0.952, 0.948, 0.958, 0.942);
        assertTrue(RatioOfRounds.of(calm).crossCheckAgrees());
        List<Double> wild = Stream.concat(calm.stream(), Stream.concat(calm.stream(), Stream.of(9.0)))
                .toList();
        assertFalse(RatioOfRounds.of(wild).crossCheckAgrees());
        assertTrue(RatioOfRounds.of(List.of(1.0, 2.0)).crossCheckAgrees(), "there is nothing that could disagree");
        assertTrue(RatioOfRounds.of(List.of(1.0, 1.0, 1.0, 1.0, 1.0, 1.0)).crossCheckAgrees());
    }

    @Test
    void theSpreadIsTheStandardDeviationOfTheBulk() {
        assertEquals(Optional.empty(), Spread.of(1));
        assertEquals(1.048358, Spread.of(3, 4).orElseThrow(), 1e-9);
        double calm = Spread.of(1, 2, 3, 4, 5, 6, 7).orElseThrow();
        assertEquals(calm, Spread.of(1, 2, 3, 4, 5, 6, 1e9).orElseThrow(), calm / 2);
    }
}
