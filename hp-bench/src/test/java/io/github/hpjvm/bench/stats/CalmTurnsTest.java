package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalmTurnsTest {
    private static final long SEED = 20261124;
    private static final int TURNS = 49;
    private static final double[] NO_EFFECT = new double[4];

    @Test
    void findsAnExactEffect() {
        double[][] logs = new double[3][TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            double speed = turn % 7;
            logs[0][turn] = speed - 0.25;
            logs[1][turn] = speed;
            logs[2][turn] = speed + 0.5;
        }
        assertEquals(-0.25, CalmTurns.difference(logs), 1e-12);
    }

    @Test
    void ignoresTurnsInWhichTheSpeedChanges() {
        double[][] logs = new double[4][TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            for (int fork = 0; fork < 4; fork++) {
                logs[fork][turn] = 0.001 * ((turn * 7 + fork * 3) % 11 - 5);
            }
            if (turn % 4 == 0) {
                logs[0][turn] += 0.6;
            }
        }
        assertEquals(0, CalmTurns.difference(logs), 0.002);
        double[] all = IntStream.range(0, TURNS)
                .mapToDouble(turn -> logs[0][turn] - logs[1][turn])
                .toArray();
        assertTrue(Arrays.stream(all).average().orElseThrow() > 0.1);
    }

    @Test
    void fewTurnsHaveTheirMedian() {
        double[][] logs = {{1, 2, 9}, {0, 0, 0}, {5, 5, 5}};
        assertEquals(2, CalmTurns.difference(logs));
        double[][] nineteen = new double[3][19];
        nineteen[0][7] = 9;
        assertEquals(0, CalmTurns.difference(nineteen));
        for (int turn = 0; turn < 10; turn++) {
            nineteen[0][turn] = 2 + turn;
        }
        assertEquals(2, CalmTurns.difference(nineteen), "the tenth of 19 differences, of which nine are 0");
    }

    @Test
    void swappingTheForksChangesTheSign() {
        Random random = new Random(SEED);
        for (int i = 0; i < 50; i++) {
            double[][] logs = campaign(random, NO_EFFECT);
            double[][] swapped = {logs[1], logs[0], logs[3], logs[2]};
            assertEquals(-CalmTurns.difference(logs), CalmTurns.difference(swapped), 1e-12, "seed " + SEED);
        }
    }

    @Test
    void isUnbiasedAndNarrowerThanTheMedianWhereTheSpeedChanges() {
        Random random = new Random(SEED);
        double[] effect = {-0.12, 0, -0.10, 0};
        int rounds = 1500;
        double[] weighted = new double[rounds];
        double[] medians = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            double[][] logs = campaign(random, effect);
            weighted[i] = CalmTurns.difference(logs);
            medians[i] = SettledTurns.median(IntStream.range(0, TURNS)
                    .mapToDouble(turn -> logs[0][turn] - logs[1][turn])
                    .toArray());
        }
        double error = deviation(weighted) / Math.sqrt(rounds);
        assertEquals(-0.12, mean(weighted), 4 * error, "seed " + SEED);
        assertTrue(
                deviation(weighted) < 0.8 * deviation(medians),
                deviation(weighted) + " against " + deviation(medians) + ", seed " + SEED);
    }

    /** Turns of four forks on a CPU with two speeds. In half of the turns the speed changes, for a part of each fork's time. */
    private static double[][] campaign(Random random, double[] effect) {
        double[][] logs = new double[4][TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            double slow = random.nextBoolean() ? 0.55 : 0;
            boolean changes = random.nextBoolean();
            for (int fork = 0; fork < 4; fork++) {
                double speed = changes ? 0.55 * random.nextDouble() : slow;
                logs[fork][turn] = effect[fork] + speed + 0.02 * random.nextGaussian();
            }
        }
        return logs;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double deviation(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow());
    }
}
