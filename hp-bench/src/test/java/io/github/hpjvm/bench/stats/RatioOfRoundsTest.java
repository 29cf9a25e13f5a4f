package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatioOfRoundsTest {

    @Test
    void withoutRoundsThereIsNoRatio() {
        RatioOfRounds none = RatioOfRounds.of(List.of());
        assertEquals(
                new RatioOfRounds(0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()), none);
        assertEquals(Verdict.NOT_REALISED, none.verdict(Optional.of(new Interval(0.99, 1.01))));
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
                    Interval other = back.ci95().orElseThrow();
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
        assertEquals(Verdict.INCONCLUSIVE, five.verdict(Optional.of(new Interval(0.99, 1.01))));
    }
}
