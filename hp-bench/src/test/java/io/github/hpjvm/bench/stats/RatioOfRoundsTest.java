package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatioOfRoundsTest {

    @Test
    void withoutRoundsThereIsNoRatio() {
        RatioOfRounds none = RatioOfRounds.of(List.of());
        assertEquals(
                new RatioOfRounds(0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()), none);
        assertEquals(Verdict.NOT_REALISED, none.verdict(Optional.of(new RatioInterval(0.99, 1.01))));
        assertEquals(Verdict.NOT_REALISED, none.verdict(Optional.empty()));
    }

    @Test
    void oneRoundIsARatioWithoutAnInterval() {
        RatioOfRounds one = RatioOfRounds.of(List.of(0.5));
        assertEquals(1, one.rounds());
        assertEquals(0.5, one.ratio().orElseThrow(), 1e-12);
        assertEquals(Optional.empty(), one.ci95());
    }

    @Test
    void theLargestDifferenceThatIsNotExcludedIsTheFarEndOfTheInterval() {
        assertEquals(Optional.empty(), RatioOfRounds.of(List.of(0.5)).notExcluded());
        assertEquals(
                1.25,
                RatioOfRounds.of(Collections.nCopies(6, 0.8)).notExcluded().orElseThrow(),
                1e-12);
        assertEquals(
                1.1, RatioOfRounds.of(Collections.nCopies(6, 1.1)).notExcluded().orElseThrow(), 1e-12);
    }

    @Test
    void twiceAndHalfTheCostHaveTheSameDistanceFromOne() {
        assertEquals(1, RatioOfRounds.of(List.of(2.0, 0.5)).ratio().orElseThrow(), 1e-12);
    }

    @Test
    void sixEqualRoundsHaveAPointForAnInterval() {
        RatioOfRounds six = RatioOfRounds.of(List.of(0.5, 0.5, 0.5, 0.5, 0.5, 0.5));
        assertEquals(0.5, six.ci95().orElseThrow().low(), 1e-12);
        assertEquals(0.5, six.ci95().orElseThrow().high(), 1e-12);
    }

    @Test
    void swappingTheSidesInvertsTheRatio() {
        Seeds.with(99, random -> {
            for (int i = 0; i < 200; i++) {
                List<Double> ratios =
                        random.doubles(1 + random.nextInt(15), 0.2, 5).boxed().toList();
                RatioOfRounds there = RatioOfRounds.of(ratios);
                RatioOfRounds back =
                        RatioOfRounds.of(ratios.stream().map(ratio -> 1 / ratio).toList());
                assertEquals(1, there.ratio().orElseThrow() * back.ratio().orElseThrow(), 1e-9);
                assertEquals(there.ci95().isPresent(), ratios.size() >= 6);
                there.ci95().ifPresent(interval -> {
                    RatioInterval other = back.ci95().orElseThrow();
                    assertEquals(1, interval.low() * other.high(), 1e-9);
                    assertEquals(1, interval.high() * other.low(), 1e-9);
                    assertTrue(interval.low() > 0);
                });
            }
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void rejectsARatioThatIsNotPositiveAndFinite(double ratio) {
        assertThrows(IllegalArgumentException.class, () -> RatioOfRounds.of(List.of(1.0, ratio)));
    }

    @Test
    void fiveRoundsAreAlwaysInconclusive() {
        RatioOfRounds five = RatioOfRounds.of(List.of(0.1, 0.1, 0.1, 0.1, 0.1));
        assertEquals(Verdict.INCONCLUSIVE, five.verdict(Optional.of(new RatioInterval(0.99, 1.01))));
    }

    /** Published quantiles of Student's t. */
    @ParameterizedTest
    @CsvSource({"5,2.571", "6,2.447", "7,2.365", "9,2.262", "10,2.228", "19,2.093", "30,2.042", "60,2.000", "1000,1.962"
    })
    void theQuantileIsThePublishedOne(int degrees, double quantile) {
        assertEquals(quantile, RatioOfRounds.quantile975(degrees), 0.0005);
    }

    @Test
    void theIntervalOfTIsMeanAndSoManyStandardErrors() {
        // mean 3.5, variance 3.5, standard error 0.76376, t(5) = 2.570582
        List<Double> ratios = IntStream.rangeClosed(1, 6).mapToObj(Math::exp).toList();
        RatioInterval interval = RatioOfRounds.of(ratios).t95().orElseThrow();
        assertEquals(3.5 - 1.963307, Math.log(interval.low()), 1e-5);
        assertEquals(3.5 + 1.963307, Math.log(interval.high()), 1e-5);
        assertEquals(Optional.empty(), RatioOfRounds.of(ratios.subList(0, 5)).t95());
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
}
