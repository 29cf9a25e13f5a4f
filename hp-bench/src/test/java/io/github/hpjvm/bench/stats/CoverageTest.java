package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.stats.MethodTables.Sequential;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the interval holds the true ratio as often as it says, on simulated machines of every kind. */
class CoverageTest {
    /** Four standard deviations of a share of 0.95 in 2000 trials: of a hundred cells none will stray so far by chance. */
    private static final double CHANCE = 4 * Math.sqrt(0.95 * 0.05 / MethodTables.TRIALS);

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 20})
    void theConfidenceItselfIsBetween93And97PerCent(int rounds) {
        assertTrue(SignedRank.confidence(rounds) >= 0.95 && SignedRank.confidence(rounds) <= 0.97);
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void onEveryMachineTheIntervalHoldsTheTrueRatioAsOftenAsTheorySays(Noise noise) {
        for (int rounds : MethodTables.ROUNDS) {
            assertEquals(
                    SignedRank.confidence(rounds),
                    MethodTables.coverage(noise, rounds),
                    CHANCE,
                    noise + ", " + rounds + " rounds");
        }
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void aVariantThatDoesNothingIsHardlyEverFasterOrSlower(Noise noise) {
        for (int rounds : MethodTables.ROUNDS) {
            double alarms = MethodTables.falseAlarms(noise, rounds);
            assertTrue(alarms <= 0.01, () -> noise + ", " + rounds + " rounds: " + alarms);
        }
    }

    @ParameterizedTest
    @EnumSource(Noise.class)
    void roundsThatAreAddedUntilItIsNarrowTakeLittleOfIt(Noise noise) {
        Sequential sequential = MethodTables.sequential(noise, 0.03);
        assertTrue(sequential.coverage() >= 0.93 && sequential.coverage() <= 0.975, sequential::toString);
        assertTrue(sequential.falseAlarms() <= 0.01, sequential::toString);
    }
}
