package io.github.hpjvm.bench.stats;

import java.util.Arrays;

/**
 * Computes the difference between two forks of a round from their turns; turns in which all forks agree count most.
 *
 * <p>On a virtual machine a CPU changes between two speeds, for tens to hundreds of milliseconds. Observed: 3.9 and
 * 6.9 ns for the same operation. The cause is probably the other hyper-thread of its core. A turn in which the speed
 * changes shows a difference that does not belong to the forks. So each turn has a weight: {@code 1 / (r * r + f * f)}.
 * r is the range of its costs after the effects of the forks are subtracted; f is half of the median of r over the
 * turns, so that a few turns with a tiny range do not decide.
 *
 * <p>The weight of a turn does not depend on the names of the forks: without a difference between two forks, both signs
 * of their difference are equally likely, as for the median.
 */
final class CalmTurns {
    /** Fewer turns have no weights, because a few calm turns would decide; their median counts. */
    private static final int FEWEST = 20;

    private static final double FLOOR = 0.5;
    private static final int ITERATIONS = 3;

    private CalmTurns() {}

    /**
     * The difference between two forks.
     *
     * @param logs logarithms of costs by fork and turn; the first two forks are compared
     * @return the first minus the second
     */
    static double difference(double[][] logs) {
        int turns = logs[0].length;
        if (turns < FEWEST) {
            double[] differences = new double[turns];
            Arrays.setAll(differences, turn -> logs[0][turn] - logs[1][turn]);
            return SettledTurns.median(differences);
        }
        double[] effects = medianEffects(logs);
        for (int i = 0; i < ITERATIONS; i++) {
            effects = weightedMeans(logs, weights(ranges(logs, effects)));
        }
        return effects[0] - effects[1];
    }

    /** The median distance of each fork from the middle of its turn. */
    private static double[] medianEffects(double[][] logs) {
        int turns = logs[0].length;
        double[] middles = new double[turns];
        Arrays.setAll(middles, turn -> SettledTurns.median(costsOf(logs, turn)));
        double[] effects = new double[logs.length];
        for (int fork = 0; fork < logs.length; fork++) {
            double[] distances = logs[fork].clone();
            for (int turn = 0; turn < turns; turn++) {
                distances[turn] -= middles[turn];
            }
            effects[fork] = SettledTurns.median(distances);
        }
        return effects;
    }

    private static double[] costsOf(double[][] logs, int turn) {
        return Arrays.stream(logs).mapToDouble(fork -> fork[turn]).toArray();
    }

    /** The range of the costs of each turn without the effects. */
    private static double[] ranges(double[][] logs, double[] effects) {
        double[] ranges = new double[logs[0].length];
        for (int turn = 0; turn < ranges.length; turn++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int fork = 0; fork < logs.length; fork++) {
                double rest = logs[fork][turn] - effects[fork];
                low = Math.min(low, rest);
                high = Math.max(high, rest);
            }
            ranges[turn] = high - low;
        }
        return ranges;
    }

    /** The weights of turns. If most turns agree exactly, only these count. */
    private static double[] weights(double[] ranges) {
        double floor = FLOOR * SettledTurns.median(ranges);
        return Arrays.stream(ranges)
                .map(range -> floor > 0 ? 1 / (range * range + floor * floor) : range > 0 ? 0 : 1)
                .toArray();
    }

    private static double[] weightedMeans(double[][] logs, double[] weights) {
        double all = Arrays.stream(weights).sum();
        return Arrays.stream(logs)
                .mapToDouble(fork -> {
                    double sum = 0;
                    for (int turn = 0; turn < weights.length; turn++) {
                        sum += weights[turn] * fork[turn];
                    }
                    return sum / all;
                })
                .toArray();
    }
}
