package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundsForVerdictTest {
    private static final Optional<RatioOfRounds> QUIET = Optional.of(around(1, 0.002, 10));

    /** Rounds that are evenly distributed around a ratio. */
    private static RatioOfRounds around(double ratio, double by, int rounds) {
        return RatioOfRounds.of(IntStream.range(0, rounds)
                .mapToObj(i -> ratio * Math.exp(i % 2 == 0 ? by : -by))
                .toList());
    }

    private static int more(double ratio, double by, int rounds) {
        return RoundsForVerdict.of(around(ratio, by, rounds), QUIET)
                .orElseThrow()
                .moreRounds();
    }

    @Test
    void theSmallerTheDifferenceTheMoreRoundsItTakes() {
        assertTrue(more(0.97, 0.05, 10) > more(0.93, 0.05, 10));
        assertTrue(more(0.97, 0.05, 10) > more(0.97, 0.03, 10));
        assertTrue(more(0.97, 0.05, 10) > more(0.97, 0.05, 20), "some of them are there already");
    }

    /** Computed from the formulas of the class in another language, with the quantiles of Student's t by Simpson's rule. */
    @ParameterizedTest
    @CsvSource({"0.93, 0.05, 10", "0.95, 0.05, 27", "0.97, 0.05, 92", "0.97, 0.03, 29", "1.0, 0.01, 29"})
    void theNumberIsThatOfTheFormulas(double ratio, double by, int more) {
        assertEquals(more, more(ratio, by, 10));
    }

    @Test
    void aBiasedOrNoisyPairCostsRounds() {
        RatioOfRounds ratio = around(0.95, 0.05, 10);
        assertEquals(
                Optional.of(new RoundsForVerdict(83, false)),
                RoundsForVerdict.of(ratio, Optional.of(around(1.02, 0.002, 10))));
        assertEquals(
                Optional.of(new RoundsForVerdict(53, false)),
                RoundsForVerdict.of(ratio, Optional.of(around(1, 0.05, 10))));
    }

    @Test
    void halfOfTheDifferenceTakesAboutFourTimesAsMany() {
        double wide = 10 + more(0.90, 0.1, 10);
        double narrow = 10 + more(Math.sqrt(0.90), 0.1, 10);
        assertEquals(4, narrow / wide, 1);
    }

    @Test
    void aRatioWithinOnePerCentCanBecomeSame() {
        RoundsForVerdict same =
                RoundsForVerdict.of(around(1.0, 0.01, 10), QUIET).orElseThrow();
        assertTrue(!same.orMore() && same.moreRounds() < 50, same::toString);
        RoundsForVerdict withoutFloor =
                RoundsForVerdict.of(around(1.0, 0.01, 10), Optional.empty()).orElseThrow();
        assertEquals(same, withoutFloor, "that takes no floor");
    }

    @Test
    void moreThanTheLargestNumberIsALowerBound() {
        assertEquals(
                Optional.of(new RoundsForVerdict(RoundsForVerdict.MAX_ROUNDS, true)),
                RoundsForVerdict.of(around(1.012, 0.5, 10), QUIET));
        assertEquals(
                Optional.of(new RoundsForVerdict(RoundsForVerdict.MAX_ROUNDS, true)),
                RoundsForVerdict.of(around(0.5, 0.01, 10), Optional.empty()),
                "without a floor nothing becomes faster");
    }

    @Test
    void oneRoundHasNoSpreadAndSixAreTheFewest() {
        assertEquals(
                Optional.of(new RoundsForVerdict(5, true)), RoundsForVerdict.of(RatioOfRounds.of(List.of(0.5)), QUIET));
        assertEquals(
                Optional.of(new RoundsForVerdict(3, false)),
                RoundsForVerdict.of(RatioOfRounds.of(Collections.nCopies(3, 0.5)), QUIET));
        assertEquals(Optional.empty(), RoundsForVerdict.of(RatioOfRounds.of(List.of()), QUIET));
    }
}
