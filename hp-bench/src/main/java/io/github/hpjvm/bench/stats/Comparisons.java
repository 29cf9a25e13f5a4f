package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the runs of a campaign say about variants.
 *
 * @param against baseline, one entry for each case and variant, in the order of the plan
 * @param noiseFloor baseline against its twin, by case
 */
public record Comparisons(List<Comparison> against, Map<Case, RatioOfRounds> noiseFloor) {

    /**
     * Only rounds count in which both sides are realised.
     *
     * @param cases in the order of tables
     * @param variants in the order of tables; baseline itself is passed over
     */
    public static Comparisons of(List<Run> runs, List<Case> cases, List<Variant> variants) {
        Map<Case, RatioOfRounds> floor = new LinkedHashMap<>();
        for (Case subject : cases) {
            if (runs.stream().anyMatch(run -> is(run, subject, Variants.twin()))) {
                floor.put(subject, ratio(runs, subject, Variants.twin()));
            }
        }
        List<Comparison> comparisons = new ArrayList<>();
        for (Case subject : cases) {
            for (Variant variant : variants) {
                if (!variant.equals(Variants.baseline())) {
                    RatioOfRounds ratio = ratio(runs, subject, variant);
                    comparisons.add(new Comparison(
                            subject, variant, Variants.baseline(), ratio, ratio.verdict(floorOf(subject, floor))));
                }
            }
        }
        return new Comparisons(List.copyOf(comparisons), floor);
    }

    /** The twin's interval on the case itself, else the hull of those on other cases of the workload. */
    private static Optional<Interval> floorOf(Case subject, Map<Case, RatioOfRounds> floor) {
        Optional<Interval> own = Optional.ofNullable(floor.get(subject)).flatMap(RatioOfRounds::ci95);
        if (own.isPresent()) {
            return own;
        }
        return floor.entrySet().stream()
                .filter(entry -> entry.getKey().workload().equals(subject.workload()))
                .flatMap(entry -> entry.getValue().ci95().stream())
                .reduce(Interval::hull);
    }

    private static RatioOfRounds ratio(List<Run> runs, Case subject, Variant variant) {
        Map<Integer, Double> baseline = costByRound(runs, subject, Variants.baseline());
        List<Double> ratios = new ArrayList<>();
        costByRound(runs, subject, variant).forEach((round, cost) -> {
            if (baseline.containsKey(round)) {
                ratios.add(cost / baseline.get(round));
            }
        });
        return RatioOfRounds.of(ratios);
    }

    private static Map<Integer, Double> costByRound(List<Run> runs, Case subject, Variant variant) {
        Map<Integer, Double> costs = new HashMap<>();
        runs.stream()
                .filter(run -> is(run, subject, variant) && run.counts())
                .forEach(run -> costs.put(run.job().round(), run.cost()));
        return costs;
    }

    private static boolean is(Run run, Case subject, Variant variant) {
        return run.job().subject().equals(subject) && run.job().variant().equals(variant);
    }
}
