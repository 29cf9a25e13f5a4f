package io.github.hpjvm.bench.stats;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One of several metrics of a program under one variant against baseline. It has an interval, but no verdict: its better
 * direction is not known.
 *
 * @param ratio its value over the value in the same round of baseline
 */
public record MetricComparison(Case subject, String metric, Variant variant, RatioOfRounds ratio) {
    /** The comparisons of a case, metric by metric, in the order of the program. Empty unless it has several metrics. */
    public static List<MetricComparison> of(List<Run> counting, Case subject, List<Variant> variants) {
        List<Run> own = counting.stream()
                .filter(run -> run.counts() && run.job().subject().equals(subject))
                .toList();
        Set<String> metrics = new LinkedHashSet<>();
        own.forEach(run -> metrics.addAll(run.readings().keySet()));
        List<MetricComparison> all = new ArrayList<>();
        for (String metric : metrics) {
            for (Variant variant : variants) {
                if (!variant.equals(Variants.baseline())) {
                    all.add(new MetricComparison(
                            subject, metric, variant, RatioOfRounds.of(RoundRatios.of(own, subject, variant, metric))));
                }
            }
        }
        return all;
    }
}
