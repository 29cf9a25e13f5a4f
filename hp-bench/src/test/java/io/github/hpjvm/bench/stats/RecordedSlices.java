package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.Texts;
import io.github.hpjvm.bench.plan.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Noise of forks that took turns, and of forks that ran one after the other in the same minutes. All of them measured
 * the same work. The file is tab-separated: {@code slices} or {@code forks}, round, place in the round, variant, and
 * the cost of an operation for each turn or iteration, once by wall time and once by CPU time. A first line that begins
 * with {@code #} says where it was recorded. {@code NoiseIT} leaves such files in {@code target/method}.
 */
final class RecordedSlices {
    private static final int WALL = 4;
    private static final int CPU = 5;

    private final String origin;

    /** Costs of turns by round and fork. */
    private final List<Map<Clock, double[][]>> rounds;

    /** Forks one after the other: wall time of their iterations, as logarithms. */
    private final double[][] forks;

    private RecordedSlices(String origin, List<Map<Clock, double[][]>> rounds, double[][] forks) {
        this.origin = origin;
        this.rounds = List.copyOf(rounds);
        this.forks = forks;
    }

    /** The recordings in {@code src/test/resources/noise}. */
    static List<RecordedSlices> ofThisProject() {
        return Stream.of("slices-quiet", "slices-loops", "slices-build")
                .map(load -> parse(Texts.resource("noise/" + load + ".tsv")))
                .toList();
    }

    static RecordedSlices parse(String text) {
        String origin = text.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .findFirst()
                .orElse("the machine is not named");
        Map<String, List<String[]>> byRound = new LinkedHashMap<>();
        List<double[]> forks = new ArrayList<>();
        text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t"))
                .forEach(line -> {
                    if (line[0].equals("slices")) {
                        byRound.computeIfAbsent(line[1], key -> new ArrayList<>())
                                .add(line);
                    } else {
                        forks.add(logs(line[WALL]));
                    }
                });
        List<Map<Clock, double[][]>> rounds = byRound.values().stream()
                .map(lines -> Map.of(
                        Clock.WALL, lines.stream().map(line -> logs(line[WALL])).toArray(double[][]::new),
                        Clock.CPU, lines.stream().map(line -> logs(line[CPU])).toArray(double[][]::new)))
                .toList();
        double[] all = forks.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
        double median = all[all.length / 2];
        return new RecordedSlices(
                origin,
                rounds,
                forks.stream()
                        .map(fork ->
                                DoubleStream.of(fork).map(it -> it - median).toArray())
                        .toArray(double[][]::new));
    }

    private static double[] logs(String numbers) {
        return Arrays.stream(numbers.split(" "))
                .mapToDouble(Double::parseDouble)
                .map(StrictMath::log)
                .toArray();
    }

    String origin() {
        return origin;
    }

    int size() {
        return rounds.size();
    }

    /**
     * A campaign of rounds drawn from the recorded rounds; in each round three forks are drawn to be baseline,
     * second baseline and variant.
     *
     * @param ratio true ratio of the variant
     */
    SimulatedCampaign campaign(Clock clock, int length, double ratio, Random random) {
        List<Double> ratios = new ArrayList<>();
        List<Double> pairs = new ArrayList<>();
        int start = random.nextInt(rounds.size());
        for (int i = 0; i < length; i++) {
            double[][] round = rounds.get((start + i) % rounds.size()).get(clock);
            int[] drawn = drawn(round.length, random);
            pairs.add(StrictMath.exp(difference(round, drawn[1], drawn[0], drawn[2])));
            ratios.add(ratio * StrictMath.exp(difference(round, drawn[2], drawn[0], drawn[1])));
        }
        return new SimulatedCampaign(ratios, pairs);
    }

    private static double difference(double[][] round, int above, int below, int other) {
        return CalmTurns.difference(new double[][] {round[above], round[below], round[other]});
    }

    private static int[] drawn(int forks, Random random) {
        int[] order = new int[forks];
        for (int i = 0; i < forks; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /** Consecutive forks that ran one after the other, from a random position; the first fork follows the last. */
    double[][] series(int length, Random random) {
        int start = random.nextInt(forks.length);
        double[][] series = new double[length][];
        for (int i = 0; i < length; i++) {
            series[i] = forks[(start + i) % forks.length];
        }
        return series;
    }
}
