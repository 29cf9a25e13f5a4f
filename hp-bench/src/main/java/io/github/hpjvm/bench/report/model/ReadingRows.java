package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Rows of further readings, which a workload reports beside the score: one row for each reading of a case, with the
 * median of the forks of each variant that count.
 */
public final class ReadingRows {
    /** Sorts percentiles upwards, then the maximum, then other readings by name. */
    private static final Comparator<String> ORDER = Comparator.<String, String>comparing(ReadingRows::quantity)
            .thenComparingDouble(ReadingRows::rank)
            .thenComparing(Comparator.naturalOrder());

    private static final double MAXIMUM = 100;
    private static final double REST = 200;

    private ReadingRows() {}

    /** The quantity of a reading: {@code response} of {@code response p99}. */
    private static String quantity(String name) {
        int blank = name.lastIndexOf(' ');
        return blank < 0 ? name : name.substring(0, blank);
    }

    private static double rank(String name) {
        String last = name.substring(name.lastIndexOf(' ') + 1);
        if (last.matches("p\\d{1,3}(\\.\\d{1,6})?")) {
            return Double.parseDouble(last.substring(1));
        }
        return last.equals("max") ? MAXIMUM : REST;
    }

    /**
     * One reading.
     *
     * @param name name and unit: {@code response p99, us}
     * @param medians in the order of {@link Findings#shown}; a dash without a value
     */
    public record Row(String name, List<String> medians) {}

    /** The rows of a case; empty for a workload that reports only its score. */
    public static List<Row> of(Findings findings, Case subject) {
        TreeMap<String, String> units = new TreeMap<>(ORDER);
        findings.counting(subject).forEach(run -> run.readings().forEach((name, it) -> units.put(name, it.unit())));
        if (findings.ofCommand() && units.size() == 1) {
            // The only metric is the score.
            return List.of();
        }
        List<Row> rows = new ArrayList<>();
        units.forEach((name, unit) -> rows.add(new Row(
                unit.isEmpty() ? name : name + ", " + unit,
                findings.shown().stream()
                        .map(variant -> median(findings, subject, variant, name))
                        .toList())));
        return rows;
    }

    private static String median(Findings findings, Case subject, Variant variant, String name) {
        List<Double> values = findings.counting(subject, variant).stream()
                .filter(run -> run.readings().containsKey(name))
                .map(run -> run.readings().get(name))
                .map(Reading::value)
                .filter(Double::isFinite)
                .toList();
        return values.isEmpty() ? "-" : Figures.score(Figures.median(values));
    }
}
