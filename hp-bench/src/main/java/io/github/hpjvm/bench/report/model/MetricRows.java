package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.stats.MetricComparison;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Figures;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The table of several metrics of a command: medians, and the ratio of each to baseline with its interval. */
public final class MetricRows {
    /**
     * One metric under one variant.
     *
     * @param baseline median of baseline
     * @param median median of the variant
     * @param interval the interval of the ratio, or why there is none
     */
    public record Row(String metric, String baseline, String variant, String median, String ratio, String interval) {}

    private MetricRows() {}

    /** The rows of a case; empty unless its command has several metrics. */
    public static List<Row> of(Findings findings, Case subject) {
        return findings.metrics(subject).stream()
                .map(it -> new Row(
                        it.metric(),
                        findings.median(subject, Variants.baseline(), it.metric()),
                        it.variant().name(),
                        findings.median(subject, it.variant(), it.metric()),
                        it.ratio().ratio().map(Figures::ratio).orElse("-"),
                        interval(findings, it)))
                .toList();
    }

    /** The line below the table: which of them decides, and what the ratio is. */
    public static String caption(Findings findings, Case subject) {
        String decides = findings.clock(subject) == Clock.CPU ? "CPU time decides" : "the first metric decides";
        return decides + "; ratio: value against baseline";
    }

    /** The interval, and the number of rounds if values of 0 or less have no ratio in others. */
    private static String interval(Findings findings, MetricComparison it) {
        int used = it.ratio().rounds();
        Set<Integer> both = rounds(findings, it, it.variant());
        both.retainAll(rounds(findings, it, Variants.baseline()));
        if (both.isEmpty()) {
            return Findings.NOT_MEASURED;
        }
        String above = "above 0 in " + used + " of " + both.size() + " rounds";
        boolean all = used >= both.size();
        return it.ratio()
                .ci95()
                .map(interval -> CaseFigures.interval(interval) + (all ? "" : ", " + above))
                .orElse(all ? "needs " + SignedRank.FEWEST + " rounds" : above);
    }

    /** The rounds in which a side has the metric. */
    private static Set<Integer> rounds(Findings findings, MetricComparison it, Variant side) {
        return findings.counting(it.subject(), side).stream()
                .filter(run -> has(run, it.metric()))
                .map(run -> run.job().round())
                .collect(Collectors.toSet());
    }

    private static boolean has(Run run, String metric) {
        return run.readings().containsKey(metric)
                && !Double.isNaN(run.readings().get(metric).value());
    }
}
