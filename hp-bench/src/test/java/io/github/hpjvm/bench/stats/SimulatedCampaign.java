package io.github.hpjvm.bench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;

/**
 * A comparison as hp-bench makes it, on a simulated machine: each round has a fork of baseline, of its twin and of the
 * variant, in an order drawn anew.
 *
 * @param ratios variant over baseline, by round
 * @param floors ratios of the A/A pair, by round
 */
record SimulatedCampaign(List<Double> ratios, List<Double> floors) {
    private static final int SIDES = 3;

    /** @param ratio true ratio of the variant */
    static SimulatedCampaign of(
            BiFunction<Integer, Random, double[][]> noise, int rounds, double ratio, Random random) {
        double[][] series = noise.apply(SIDES * rounds, random);
        List<Double> ratios = new ArrayList<>();
        List<Double> floors = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            int[] order = order(random);
            double baseline = cost(series[SIDES * round + order[0]]);
            floors.add(cost(series[SIDES * round + order[1]]) / baseline);
            ratios.add(ratio * cost(series[SIDES * round + order[2]]) / baseline);
        }
        return new SimulatedCampaign(ratios, floors);
    }

    private static int[] order(Random random) {
        int[] order = {0, 1, 2};
        for (int i = SIDES - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        return order;
    }

    private static double cost(double[] fork) {
        return DoubleStream.of(fork).map(StrictMath::exp).average().orElseThrow();
    }

    RatioOfRounds ratio() {
        return RatioOfRounds.of(ratios);
    }

    RatioOfRounds floor() {
        return RatioOfRounds.of(floors);
    }

    Verdict verdict() {
        return ratio().verdict(floor().bias());
    }

    /** The first rounds of it. */
    SimulatedCampaign first(int rounds) {
        return new SimulatedCampaign(ratios.subList(0, rounds), floors.subList(0, rounds));
    }

    /** The campaign with a precision: rounds until both comparisons have reached it, at most all rounds. */
    SimulatedCampaign until(Precision precision) {
        int rounds = SignedRank.FEWEST;
        while (rounds < ratios.size()
                && !(precision.reached(ratios.subList(0, rounds)) && precision.reached(floors.subList(0, rounds)))) {
            rounds++;
        }
        return first(rounds);
    }

    Optional<RoundsForVerdict> forVerdict() {
        return RoundsForVerdict.of(ratio(), Optional.of(floor()));
    }
}
