package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The remaining bias of the turns of a comparison: each round compares the same forks with themselves in long turns, in
 * which they run alone. Turns before both forks have settled do not count, as in {@link RoundRatios}.
 *
 * @param ratio the variant's ratio in turns over its ratio in long turns; a value below 1 means that turns overstate a gain
 * @param cost baseline's cost in turns over its cost in long turns
 */
public record AloneCheck(Case subject, Variant variant, RatioOfRounds ratio, RatioOfRounds cost) {
    /** Computes the check of each comparison that has long turns. */
    static List<AloneCheck> all(List<Run> runs, List<Comparison> comparisons) {
        List<AloneCheck> all = new ArrayList<>();
        for (Comparison comparison : comparisons) {
            Map<Integer, List<Run>> rounds = runs.stream()
                    .filter(run -> run.counts() && run.job().subject().equals(comparison.subject()))
                    .collect(Collectors.groupingBy(run -> run.job().round(), TreeMap::new, Collectors.toList()));
            AloneCheck check = of(comparison, rounds);
            if (check.ratio.rounds() > 0) {
                all.add(check);
            }
        }
        return all;
    }

    private static AloneCheck of(Comparison comparison, Map<Integer, List<Run>> rounds) {
        List<Double> ratios = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        rounds.values().forEach(round -> {
            int first = RoundRatios.firstTurn(round, comparison.variant(), comparison.clock());
            Map<Integer, Double> variant = costs(round, comparison.variant(), comparison.clock(), first);
            Map<Integer, Double> baseline = costs(round, Variants.baseline(), comparison.clock(), first);
            List<Double> inTurns =
                    RoundRatios.of(round, comparison.subject(), comparison.variant(), comparison.clock());
            Map<Integer, Double> inBoth = new TreeMap<>(variant);
            inBoth.keySet().retainAll(baseline.keySet());
            inBoth.replaceAll((turn, cost) -> cost / baseline.getOrDefault(turn, Double.NaN));
            OptionalDouble usual = usual(round, comparison.clock(), first);
            if (!inBoth.isEmpty() && inTurns.size() == 1 && usual.isPresent()) {
                ratios.add(inTurns.get(0) / median(inBoth.values()));
                costs.add(usual.getAsDouble() / median(baseline.values()));
            }
        });
        return new AloneCheck(
                comparison.subject(), comparison.variant(), RatioOfRounds.of(ratios), RatioOfRounds.of(costs));
    }

    /** The cost of baseline in the usual turns of a round from that one on. */
    private static OptionalDouble usual(List<Run> round, Clock clock, int first) {
        List<Double> costs = new ArrayList<>(
                costs(round, Variants.baseline(), run -> run.timing().slices(), clock, first)
                        .values());
        return costs.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(median(costs));
    }

    /** The costs of a variant in the long turns of a round from that usual turn on, by turn. */
    private static Map<Integer, Double> costs(List<Run> round, Variant variant, Clock clock, int first) {
        return costs(round, variant, run -> run.timing().alone(), clock, first);
    }

    private static Map<Integer, Double> costs(
            List<Run> round, Variant variant, Function<Run, List<Slice>> slices, Clock clock, int first) {
        Map<Integer, Double> costs = new TreeMap<>();
        round.stream()
                .filter(run -> run.job().variant().equals(variant))
                .flatMap(run -> slices.apply(run).stream())
                .filter(slice -> slice.turn() >= first)
                .forEach(slice -> {
                    double nanos = clock == Clock.CPU ? slice.cpuNanos().orElse(0) : slice.wallNanos();
                    if (nanos > 0 && slice.operations() > 0) {
                        costs.put(slice.turn(), nanos / slice.operations());
                    }
                });
        return costs;
    }

    private static double median(Collection<Double> values) {
        return SettledTurns.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
