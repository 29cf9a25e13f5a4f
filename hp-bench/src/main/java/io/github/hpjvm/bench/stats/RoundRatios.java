package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Computes the ratios of a variant's cost to the cost of baseline, one per round. */
final class RoundRatios {
    private RoundRatios() {}

    /** The ratios by the clock that decides, in the order of rounds. */
    static List<Double> of(List<Run> runs, Case subject, Variant variant) {
        return of(runs, subject, variant, clock(runs, subject, variant));
    }

    /**
     * The ratios in the order of rounds, for rounds in which both sides count and this clock was read. If both sides
     * took turns, the ratio of a round is that of {@link CalmTurns} over the turns after both sides settled
     * ({@link SettledTurns}); else it is cost over cost.
     */
    static List<Double> of(List<Run> runs, Case subject, Variant variant, Clock clock) {
        return pairs(runs, subject, variant)
                .map(pair -> pair.ratio(clock))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    /**
     * The ratios of a metric of a program, of rounds in which both sides have it. In turns it is the ratio of the turns
     * whose elapsed times decide, so that equal metrics have equal ratios; else it is value over value. A round in which a
     * turn has no positive value has no ratio: that of the other turns would not be one of the medians.
     */
    static List<Double> of(List<Run> runs, Case subject, Variant variant, String metric) {
        return pairs(runs, subject, variant)
                .map(pair -> pair.ratio(metric))
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .toList();
    }

    /** The workload's clock; elapsed time if no round measured CPU time. */
    static Clock clock(List<Run> runs, Case subject, Variant variant) {
        Clock fixed = subject.workload().clock();
        return fixed == Clock.CPU && of(runs, subject, variant, Clock.CPU).isEmpty() ? Clock.WALL : fixed;
    }

    /** SLICES if both sides took turns in each round in which both count, else FORKS. */
    static Interleave interleave(List<Run> runs, Case subject, Variant variant) {
        List<Pair> pairs = pairs(runs, subject, variant).toList();
        return !pairs.isEmpty() && pairs.stream().allMatch(Pair::sliced) ? Interleave.SLICES : Interleave.FORKS;
    }

    /** The number of the first turn that the ratio of a round uses; 0 if it uses all. */
    static int firstTurn(List<Run> round, Variant variant, Clock clock) {
        return pair(round, variant).map(pair -> pair.first(clock)).orElse(0);
    }

    /** Returns whether a run belongs to a case and variant. */
    static boolean is(Run run, Case subject, Variant variant) {
        return run.job().subject().equals(subject) && run.job().variant().equals(variant);
    }

    private static Stream<Pair> pairs(List<Run> runs, Case subject, Variant variant) {
        Map<Integer, List<Run>> byRound = new TreeMap<>();
        for (Run run : runs) {
            if (run.counts() && run.job().subject().equals(subject)) {
                byRound.computeIfAbsent(run.job().round(), round -> new ArrayList<>())
                        .add(run);
            }
        }
        return byRound.values().stream().flatMap(round -> pair(round, variant).stream());
    }

    /** Returns the pair of a round; empty unless both sides count. Of two runs of one variant the last one counts. */
    @SuppressWarnings("ReferenceEquality") // two runs may have equal results
    private static Optional<Pair> pair(List<Run> round, Variant variant) {
        Optional<Run> above = last(round, variant);
        Optional<Run> below = last(round, Variants.baseline());
        return above.isEmpty() || below.isEmpty()
                ? Optional.empty()
                : Optional.of(new Pair(
                        above.get(),
                        below.get(),
                        round.stream()
                                .filter(run -> run != above.get() && run != below.get())
                                .toList()));
    }

    private static Optional<Run> last(List<Run> round, Variant variant) {
        return round.stream().filter(run -> run.job().variant().equals(variant)).reduce((first, second) -> second);
    }

    /** The two runs of one round, and the others of the round that count. */
    private record Pair(Run variant, Run baseline, List<Run> others) {
        boolean sliced() {
            return !variant.timing().slices().isEmpty()
                    && !baseline.timing().slices().isEmpty();
        }

        OptionalDouble ratio(Clock clock) {
            if (sliced()) {
                return ratioOfTurns(clock, run -> costs(run, clock));
            }
            OptionalDouble above = cost(variant, clock);
            OptionalDouble below = cost(baseline, clock);
            return above.isPresent() && below.isPresent()
                    ? positive(above.getAsDouble() / below.getAsDouble())
                    : OptionalDouble.empty();
        }

        OptionalDouble ratio(String metric) {
            if (hasTurns(variant, metric) && hasTurns(baseline, metric)) {
                return ratioOfTurns(Clock.WALL, run -> values(run, metric));
            }
            double above = value(variant, metric);
            double below = value(baseline, metric);
            return above > 0 && below > 0 ? positive(above / below) : OptionalDouble.empty();
        }

        /** The value of a metric; NaN if the run has none. */
        private static double value(Run run, String metric) {
            Reading reading = run.readings().get(metric);
            return reading == null ? Double.NaN : reading.value();
        }

        /** Returns whether the metric was read in each turn of a run. */
        private static boolean hasTurns(Run run, String metric) {
            Reading reading = run.readings().get(metric);
            return reading != null
                    && !reading.ofTurns().isEmpty()
                    && reading.ofTurns().size() == run.timing().slices().size();
        }

        /** The values of a metric by turn; empty unless each turn has a positive value. */
        private static NavigableMap<Integer, Double> values(Run run, String metric) {
            NavigableMap<Integer, Double> values = new TreeMap<>();
            List<Slice> slices = run.timing().slices();
            for (int i = 0; i < slices.size() && hasTurns(run, metric); i++) {
                int turn = slices.get(i).turn();
                positive(run.readings().get(metric).ofTurns().get(i)).ifPresent(value -> values.put(turn, value));
            }
            return values.size() == slices.size() ? values : new TreeMap<>();
        }

        /** The first turn in which both sides have settled. */
        int first(Clock clock) {
            return Math.max(SettledTurns.first(costs(variant, clock)), SettledTurns.first(costs(baseline, clock)));
        }

        /**
         * Compares the turns of both sides after both settled. Another fork takes part if it has all these turns.
         *
         * @param clock by which forks settle
         * @param values the compared values of a run by turn
         */
        private OptionalDouble ratioOfTurns(Clock clock, Function<Run, NavigableMap<Integer, Double>> values) {
            NavigableMap<Integer, Double> above = values.apply(variant);
            NavigableMap<Integer, Double> below = values.apply(baseline);
            int first = first(clock);
            List<Integer> turns = above.tailMap(first, true).keySet().stream()
                    .filter(below::containsKey)
                    .toList();
            if (turns.isEmpty()) {
                return OptionalDouble.empty();
            }
            Stream<NavigableMap<Integer, Double>> complete = others.stream()
                    .filter(other -> SettledTurns.first(costs(other, clock)) <= first)
                    .map(values)
                    .filter(it -> it.keySet().containsAll(turns));
            double[][] logs = Stream.concat(Stream.of(above, below), complete)
                    .map(costs -> turns.stream()
                            .mapToDouble(turn -> Math.log(costs.getOrDefault(turn, Double.NaN)))
                            .toArray())
                    .toArray(double[][]::new);
            return positive(Math.exp(CalmTurns.difference(logs)));
        }

        /** The costs by turn, without turns that have none. */
        private static NavigableMap<Integer, Double> costs(Run run, Clock clock) {
            NavigableMap<Integer, Double> costs = new TreeMap<>();
            run.timing().slices().forEach(slice -> cost(slice, clock).ifPresent(cost -> costs.put(slice.turn(), cost)));
            return costs;
        }

        private static OptionalDouble cost(Run run, Clock clock) {
            return clock == Clock.WALL
                    ? OptionalDouble.of(run.cost())
                    : positive(run.timing().cpuPerOperation().orElse(0));
        }

        private static OptionalDouble cost(Slice slice, Clock clock) {
            double nanos =
                    clock == Clock.WALL ? slice.wallNanos() : slice.cpuNanos().orElse(0);
            return positive(nanos / slice.operations());
        }

        /**
         * A positive finite cost, or ratio of costs; empty for a turn without an operation, or shorter than a tick of the
         * clock.
         */
        private static OptionalDouble positive(double value) {
            return value > 0 && Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        }
    }
}
