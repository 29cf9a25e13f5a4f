package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Lab;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.stats.MethodTables.Rule;
import io.github.hpjvm.bench.stats.MethodTables.Sequential;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the coverage of intervals on simulated machines. */
class CoverageTest {
    /**
     * Four standard deviations of a share of 0.95 in 2000 trials: by chance no cell of a hundred differs by so much.
     */
    private static final double CHANCE = 4 * Math.sqrt(0.95 * 0.05 / MethodTables.TRIALS);

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 20})
    void theConfidenceItselfIsBetween93And97PerCent(int rounds) {
        assertTrue(SignedRank.confidence(rounds) >= 0.95 && SignedRank.confidence(rounds) <= 0.97);
    }

    @ParameterizedTest
    @MethodSource("noises")
    void onEveryMachineTheIntervalHoldsTheTrueRatioAsOftenAsTheorySays(Noise noise) {
        for (int rounds : MethodTables.ROUNDS) {
            assertEquals(
                    SignedRank.confidence(rounds),
                    MethodTables.coverage(noise, rounds),
                    CHANCE,
                    noise + ", " + rounds + " rounds");
        }
    }

    /** Without a bias of the A/A pair, one in a hundred is expected; five are permitted. */
    @ParameterizedTest
    @MethodSource("noises")
    void aVariantThatDoesNothingIsSeldomFasterOrSlower(Noise noise) {
        for (int rounds : MethodTables.ROUNDS) {
            double alarms = MethodTables.falseAlarms(noise, rounds);
            assertTrue(alarms <= 0.02, () -> noise + ", " + rounds + " rounds: " + alarms);
        }
    }

    /** A bias moves the A/A pair and the variant alike; its size is in standard errors of an estimate. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 2, 3, 5})
    void aBiasOfTheMeasurementIsNoDifference(double bias) {
        for (int rounds : MethodTables.ROUNDS) {
            double alarms = MethodTables.underBias(bias, 0, rounds, Rule.ESTIMATE);
            assertTrue(alarms <= 0.05, () -> bias + ", " + rounds + " rounds: " + alarms);
        }
    }

    @ParameterizedTest
    @MethodSource("clocks")
    void recordedTurnsGiveFewFalseVerdictsAndTrueIntervals(Clock clock) {
        for (RecordedSlices noise : RecordedSlices.ofThisProject()) {
            for (int rounds : MethodTables.ROUNDS) {
                double alarms = MethodTables.decidedBySlices(noise, clock, rounds, 0);
                assertTrue(alarms <= 0.05, () -> noise.origin() + ", " + rounds + " rounds: " + alarms);
                double coverage = MethodTables.coverageOfSlices(noise, clock, rounds);
                assertTrue(coverage >= 0.93, () -> noise.origin() + ", " + rounds + " rounds: " + coverage);
            }
        }
    }

    /** {@code -Plab} takes both. */
    static List<Clock> clocks() {
        return Lab.RUNS ? List.of(Clock.values()) : List.of(Clock.CPU);
    }

    /** Those under which intervals are worst; {@code -Plab} takes all. */
    static List<Noise> noises() {
        return Lab.RUNS ? List.of(Noise.values()) : List.of(Noise.BURSTS, Noise.HEAVY_TAILS);
    }

    @ParameterizedTest
    @MethodSource("noises")
    void roundsThatAreAddedUntilItIsNarrowTakeLittleOfIt(Noise noise) {
        Sequential sequential = MethodTables.sequential(noise, 0.03);
        assertTrue(sequential.coverage() >= 0.93 && sequential.coverage() <= 0.975, sequential::toString);
        assertTrue(sequential.falseAlarms() <= 0.02, sequential::toString);
    }
}
