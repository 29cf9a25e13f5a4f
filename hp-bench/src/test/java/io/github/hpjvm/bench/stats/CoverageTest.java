package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whether the interval holds the true ratio as often as it says, on simulated machines. Both sides of a round meet the
 * same kind of noise, of whatever shape, and a drift that is common to them.
 */
class CoverageTest {
    private static final int TRIALS = 1500;
    private static final double TRUE_RATIO = 0.9;

    enum Noise {
        NORMAL(random -> 1 + 0.02 * random.nextGaussian()),
        LOG_NORMAL(random -> Math.exp(0.3 * random.nextGaussian())),
        SPIKES(random -> random.nextInt(5) == 0 ? 1.5 + random.nextDouble() : 1 + 0.01 * random.nextDouble()),
        HEAVY_TAILS(random -> Math.exp(0.02 * Math.tan(Math.PI * (random.nextDouble() - 0.5) * 0.999)));

        private final ToDoubleFunction<Random> factor;

        Noise(ToDoubleFunction<Random> factor) {
            this.factor = factor;
        }
    }

    @ParameterizedTest(name = "{0}, {1} rounds")
    @CsvSource({
        "NORMAL,6", "NORMAL,10", "NORMAL,20",
        "LOG_NORMAL,6", "LOG_NORMAL,10", "LOG_NORMAL,20",
        "SPIKES,6", "SPIKES,10", "SPIKES,20",
        "HEAVY_TAILS,6", "HEAVY_TAILS,10", "HEAVY_TAILS,20"
    })
    void theIntervalHoldsTheTrueRatioAtLeastAsOftenAsItSays(Noise noise, int rounds) {
        Seeds.with(20260101, random -> {
            int held = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                Interval interval =
                        RatioOfRounds.of(campaign(noise, rounds, random)).ci95().orElseThrow();
                if (interval.low() <= TRUE_RATIO && TRUE_RATIO <= interval.high()) {
                    held++;
                }
            }
            double coverage = (double) held / TRIALS;
            assertTrue(coverage >= 0.93, () -> "held the true ratio in " + coverage + " of all campaigns");
            assertTrue(coverage < 0.995, () -> "so wide that it tells nothing: " + coverage);
        });
    }

    @ParameterizedTest(name = "{0}, {1} rounds")
    @CsvSource({"NORMAL,6", "NORMAL,10", "LOG_NORMAL,10", "HEAVY_TAILS,20"})
    void aVariantThatDoesNothingIsSeldomFasterOrSlower(Noise noise, int rounds) {
        Seeds.with(20260102, random -> {
            int wrong = 0;
            for (int trial = 0; trial < TRIALS; trial++) {
                List<Double> same = campaign(noise, rounds, random).stream()
                        .map(ratio -> ratio / TRUE_RATIO)
                        .toList();
                RatioOfRounds floor = RatioOfRounds.of(campaign(noise, rounds, random).stream()
                        .map(ratio -> ratio / TRUE_RATIO)
                        .toList());
                Verdict verdict = RatioOfRounds.of(same).verdict(floor.ci95());
                if (verdict == Verdict.FASTER || verdict == Verdict.SLOWER) {
                    wrong++;
                }
            }
            double rate = (double) wrong / TRIALS;
            assertTrue(rate <= 0.05, () -> "a difference where there is none in " + rate + " of all campaigns");
        });
    }

    private static List<Double> campaign(Noise noise, int rounds, Random random) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            double drift = 1 + 0.2 * round;
            double baseline = drift * noise.factor.applyAsDouble(random);
            double variant = drift * TRUE_RATIO * noise.factor.applyAsDouble(random);
            ratios.add(variant / baseline);
        }
        return ratios;
    }
}
