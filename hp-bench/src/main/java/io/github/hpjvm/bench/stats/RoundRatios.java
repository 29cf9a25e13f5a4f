package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cost of a variant over cost of baseline, round by round. */
final class RoundRatios {
    private RoundRatios() {}

    /** In the order of rounds; only those in which both sides count. */
    static List<Double> of(List<Run> runs, Case subject, Variant variant) {
        Map<Integer, Double> baseline = costByRound(runs, subject, Variants.baseline());
        return costByRound(runs, subject, variant).entrySet().stream()
                .filter(round -> baseline.containsKey(round.getKey()))
                .map(round -> round.getValue() / baseline.get(round.getKey()))
                .toList();
    }

    private static Map<Integer, Double> costByRound(List<Run> runs, Case subject, Variant variant) {
        Map<Integer, Double> costs = new TreeMap<>();
        runs.stream()
                .filter(run -> is(run, subject, variant) && run.counts())
                .forEach(run -> costs.put(run.job().round(), run.cost()));
        return costs;
    }

    /** Whether the run is one of that variant on that case. */
    static boolean is(Run run, Case subject, Variant variant) {
        return run.job().subject().equals(subject) && run.job().variant().equals(variant);
    }
}
