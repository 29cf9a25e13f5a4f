package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SettledTurnsTest {
    @Test
    void countsAllTurnsOfASteadyFork() {
        assertEquals(1, SettledTurns.first(turns(40, turn -> 100)));
    }

    @Test
    void leavesOutTurnsThatBecomeFaster() {
        int first = SettledTurns.first(turns(40, turn -> turn <= 26 ? 100 * (1 + (27 - turn) / 3.0) : 100));
        assertTrue(first >= 25 && first <= 27, "first settled turn " + first);
    }

    @Test
    void keepsTheLastThird() {
        assertEquals(28, SettledTurns.first(turns(40, turn -> turn < 30 ? 1000 : 100)));
    }

    @Test
    void ignoresASingleSlowTurn() {
        assertEquals(1, SettledTurns.first(turns(40, turn -> turn == 2 ? 5000 : 100)));
    }

    @Test
    void countsAllTurnsIfTheyAreFew() {
        assertEquals(0, SettledTurns.first(turns(8, turn -> 1000.0 / turn)));
        assertEquals(0, SettledTurns.first(new TreeMap<>()));
    }

    @Test
    void countsMostTurnsOfANoisyFork() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += SettledTurns.first(turns(40, turn -> 100 * Math.exp(0.2 * random.nextGaussian())));
        }
        assertTrue(sum < 1100, "seed " + seed + ": sum of the first turns " + sum);
    }

    private static NavigableMap<Integer, Double> turns(int number, IntToDoubleFunction cost) {
        NavigableMap<Integer, Double> turns = new TreeMap<>();
        for (int turn = 1; turn <= number; turn++) {
            turns.put(turn, cost.applyAsDouble(turn));
        }
        return turns;
    }
}
