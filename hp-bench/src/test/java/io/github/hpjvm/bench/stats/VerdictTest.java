package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the order of verdicts: FASTER and SLOWER first, then SAME, else INCONCLUSIVE. */
class VerdictTest {
    private static final Optional<RatioInterval> QUIET = Optional.of(new RatioInterval(0.995, 1.005));

    @ParameterizedTest
    @CsvSource({
        // wholly on one side of 1, by more than the bias
        "0.88, 0.94, 0.98, 1.02, FASTER",
        "1.06, 1.20, 0.98, 1.02, SLOWER",
        // the bias is not the width of the A/A interval: without a bias any interval without 1 decides
        "0.40, 0.71, 1.00, 1.00, FASTER",
        "0.98, 0.999, 1.00, 1.00, FASTER",
        "1.001, 1.30, 1.00, 1.00, SLOWER",
        // one end on 1 is not wholly on one side
        "0.88, 1.00, 1.00, 1.00, INCONCLUSIVE",
        "1.00, 1.20, 1.00, 1.00, INCONCLUSIVE",
        // a difference that the bias explains is none
        "0.88, 0.98, 0.98, 1.02, INCONCLUSIVE",
        "1.02, 1.20, 0.98, 1.02, INCONCLUSIVE",
        "0.88, 0.9799, 0.98, 1.02, FASTER",
        "1.0201, 1.20, 0.98, 1.02, SLOWER",
        "0.88, 0.94, 0.80, 1.25, INCONCLUSIVE",
        // the interval holds 1
        "0.90, 1.10, 1.00, 1.00, INCONCLUSIVE",
        // within one per cent, ends included; noise never widens it
        "0.99, 1.01, 0.98, 1.02, SAME",
        "0.995, 1.002, 0.98, 1.02, SAME",
        "0.9899, 1.00, 0.98, 1.02, INCONCLUSIVE",
        "1.00, 1.0101, 0.98, 1.02, INCONCLUSIVE",
        // a difference below one per cent is a difference where it is beyond the bias
        "0.992, 0.994, 0.995, 1.005, FASTER",
        "1.006, 1.008, 0.995, 1.005, SLOWER",
        "0.992, 0.996, 0.995, 1.005, SAME"
    })
    void intervalAndBiasDecide(double low, double high, double biasLow, double biasHigh, Verdict verdict) {
        assertEquals(
                verdict,
                Verdict.of(
                        Optional.of(new RatioInterval(low, high)), Optional.of(new RatioInterval(biasLow, biasHigh))));
    }

    @Test
    void withoutAnAaPairNothingIsFasterOrSlower() {
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.of(new RatioInterval(0.1, 0.2)), Optional.empty()));
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.of(new RatioInterval(5, 6)), Optional.empty()));
        assertEquals(Verdict.SAME, Verdict.of(Optional.of(new RatioInterval(0.992, 0.994)), Optional.empty()));
    }

    @Test
    void withoutAnIntervalTheVerdictIsInconclusive() {
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.empty(), QUIET));
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.empty(), Optional.empty()));
    }
}
