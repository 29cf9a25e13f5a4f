package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.RatioColumns;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Counter values of the profiled rounds, as events and as ratios, or the reason why there are none. */
final class CountersText {
    private static final String INDENT = "  ";

    /** Columns that name a row: case and variant. */
    private static final int NAMES = 2;

    private final Results results;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private CountersText(Results results, boolean colour) {
        this.results = results;
        this.colour = colour;
    }

    /** The lines; each part begins with an empty line. */
    static List<String> lines(Results results, boolean colour) {
        CountersText text = new CountersText(results, colour);
        results.countersUnavailable().ifPresent(why -> {
            text.lines.add("");
            text.lines.addAll(Paragraph.lines(INDENT, "counters  " + why));
        });
        if (results.runs().stream().anyMatch(run -> !run.counters().isEmpty())) {
            text.ratios();
            text.events();
        }
        return text.lines;
    }

    private void ratios() {
        List<Column> columns = new ArrayList<>(List.of(Column.left("TLB"), Column.left("variant")));
        RatioColumns.TITLES.forEach(title -> columns.add(Column.right(title)));
        Table table = new Table(columns);
        Set<String> notes = new LinkedHashSet<>();
        forEachCounted((names, run) -> {
            TlbRatios ratios = run.tlbRatios();
            if (!ratios.isEmpty()) {
                RatioColumns.of(ratios).forEach(figure -> names.add(Cell.of(figure)));
                table.row(names);
                notes.addAll(ratios.notes());
            }
        });
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.folded(INDENT, colour, NAMES));
            notes.forEach(note -> Paragraph.lines(INDENT, note).forEach(line -> lines.add(Style.DIM.of(line, colour))));
        }
    }

    private void events() {
        List<String> events = results.runs().stream()
                .flatMap(run -> run.counters().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        List<Column> columns = new ArrayList<>(List.of(Column.left("case"), Column.left("variant")));
        events.forEach(event -> columns.add(Column.right(event)));
        Table table = new Table(columns);
        forEachCounted((names, run) -> {
            events.forEach(event -> names.add(Cell.of(
                    RatioColumns.number(Optional.ofNullable(run.counters().get(event))
                            .map(OptionalDouble::of)
                            .orElse(OptionalDouble.empty())))));
            table.row(names);
        });
        lines.add("");
        lines.add(INDENT + "events per operation (task-clock in ms)");
        lines.addAll(table.folded(INDENT, colour, NAMES));
    }

    private interface Row {
        /** Fills a row that begins with case and variant. */
        void of(List<Cell> names, Run run);
    }

    private void forEachCounted(Row row) {
        for (Case subject : results.cases()) {
            for (Variant variant : results.options().variants()) {
                results.runs().stream()
                        .filter(run -> !run.counters().isEmpty())
                        .filter(run -> run.job().subject().equals(subject)
                                && run.job().variant().equals(variant))
                        .forEach(run -> row.of(
                                new ArrayList<>(List.of(
                                        Cell.of(CaseNames.name(subject)),
                                        Cell.of(variant.name()
                                                + (run.evidence().realised() ? "" : " (not verified)")))),
                                run));
            }
        }
    }
}
