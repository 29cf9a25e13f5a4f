package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By the contract: FASTER and SLOWER first, then SAME, else INCONCLUSIVE. */
class VerdictTest {
    private static final Optional<Interval> QUIET = Optional.of(new Interval(0.995, 1.005));

    @ParameterizedTest
    @CsvSource({
        // wholly on one side of 1 and outside the floor
        "0.88, 0.94, 0.98, 1.02, FASTER",
        "1.06, 1.20, 0.98, 1.02, SLOWER",
        // one end on 1 is not wholly on one side
        "0.88, 1.00, 0.50, 0.60, INCONCLUSIVE",
        "1.00, 1.20, 0.50, 0.60, INCONCLUSIVE",
        // touching the floor is not outside of it
        "0.88, 0.98, 0.98, 1.02, INCONCLUSIVE",
        "1.02, 1.20, 0.98, 1.02, INCONCLUSIVE",
        "0.88, 0.9799, 0.98, 1.02, FASTER",
        "1.0201, 1.20, 0.98, 1.02, SLOWER",
        // a wide floor means that we cannot tell
        "0.88, 0.94, 0.85, 1.15, INCONCLUSIVE",
        "1.06, 1.10, 0.85, 1.15, INCONCLUSIVE",
        // the interval holds 1
        "0.90, 1.10, 0.99, 1.01, INCONCLUSIVE",
        // within one per cent, ends included; noise never widens it
        "0.99, 1.01, 0.98, 1.02, SAME",
        "0.995, 1.002, 0.98, 1.02, SAME",
        "0.9899, 1.00, 0.98, 1.02, INCONCLUSIVE",
        "1.00, 1.0101, 0.98, 1.02, INCONCLUSIVE",
        "0.98, 1.00, 0.80, 1.20, INCONCLUSIVE",
        // a small difference that is beyond the noise is a difference
        "0.992, 0.994, 0.995, 1.005, FASTER",
        "1.006, 1.008, 0.995, 1.005, SLOWER",
        // and one that is not, is none
        "0.992, 0.996, 0.995, 1.005, SAME",
        // a floor that leaves out 1 reaches from where it is to 1: such a machine cannot tell
        "0.900, 0.950, 0.800, 0.850, INCONCLUSIVE",
        "1.050, 1.100, 1.150, 1.200, INCONCLUSIVE",
        "0.700, 0.750, 0.800, 0.850, FASTER"
    })
    void intervalAndFloorDecide(double low, double high, double floorLow, double floorHigh, Verdict verdict) {
        assertEquals(
                verdict,
                Verdict.of(Optional.of(new Interval(low, high)), Optional.of(new Interval(floorLow, floorHigh))));
    }

    @Test
    void withoutANoiseFloorNothingIsFasterOrSlower() {
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.of(new Interval(0.1, 0.2)), Optional.empty()));
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.of(new Interval(5, 6)), Optional.empty()));
        assertEquals(Verdict.SAME, Verdict.of(Optional.of(new Interval(0.992, 0.994)), Optional.empty()));
    }

    @Test
    void withoutAnIntervalNothingIsSaid() {
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.empty(), QUIET));
        assertEquals(Verdict.INCONCLUSIVE, Verdict.of(Optional.empty(), Optional.empty()));
    }
}
