package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.report.Table.Cell;
import io.github.hpjvm.bench.report.Table.Column;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What was counted in the rounds that profiled, or why nothing was. */
final class CountersText {
    private static final String INDENT = "  ";

    /** Case and variant. */
    private static final int NAMES = 2;

    private CountersText() {}

    /** The lines; each part begins with an empty one. */
    static List<String> lines(Results results, boolean colour) {
        List<String> lines = new ArrayList<>();
        results.countersUnavailable().ifPresent(why -> {
            lines.add("");
            lines.addAll(Paragraph.lines(INDENT, "counters  " + why));
        });
        List<Run> profiled =
                results.runs().stream().filter(run -> !run.counters().isEmpty()).toList();
        if (!profiled.isEmpty()) {
            lines.add("");
            lines.add(INDENT + "events per operation (task-clock in ms)");
            lines.addAll(table(results, profiled).folded(INDENT, colour, NAMES));
        }
        return lines;
    }

    private static Table table(Results results, List<Run> profiled) {
        List<String> events = profiled.stream()
                .flatMap(run -> run.counters().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.left("case"), Column.left("variant")));
        events.forEach(event -> columns.add(Column.right(event)));
        Table table = new Table(columns);
        for (Case subject : results.cases()) {
            for (Variant variant : results.options().variants()) {
                profiled.stream()
                        .filter(run -> run.job().subject().equals(subject)
                                && run.job().variant().equals(variant))
                        .forEach(run -> table.row(row(subject, variant, run, events)));
            }
        }
        return table;
    }

    private static List<Cell> row(Case subject, Variant variant, Run run, List<String> events) {
        List<Cell> row = new ArrayList<>(List.of(
                Cell.of(Figures.params(subject)),
                Cell.of(variant.name() + (run.evidence().realised() ? "" : " (not realised)"))));
        events.forEach(event ->
                row.add(Cell.of(Optional.ofNullable(run.counters().get(event))
                        .filter(Double::isFinite)
                        .map(it -> String.format(Locale.ROOT, "%.4g", it))
                        .orElse("-"))));
        return row;
    }
}
