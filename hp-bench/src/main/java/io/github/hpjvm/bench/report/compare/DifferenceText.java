package io.github.hpjvm.bench.report.compare;

import io.github.hpjvm.bench.report.compare.ResultsDifference.Row;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Setting;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Shift;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedSetting;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The comparison of two campaigns as text: differing settings, then differing costs. */
public final class DifferenceText {
    private static final String INDENT = "  ";

    /** Length of two values up to which they share a row of the table. */
    private static final int MAX_ROW = 70;

    private static final String NOTE =
            "B / A includes all changes of the machine between A and B; there is no A/A check across files, so their size"
                    + " is unknown. 'to baseline' is the variant's ratio to baseline in B over that in A: what slows both"
                    + " sides by the same factor cancels out, and the row of baseline' shows the rest. What changes the"
                    + " size of an effect remains, such as load or another CPU. Rounds of A and B are not paired: the"
                    + " estimate is the Hodges-Lehmann shift of logarithms, with the interval of Mann and Whitney"
                    + " (docs/METHOD.md).";

    private DifferenceText() {}

    /** Returns the text, which ends in a newline. */
    public static String write(ResultsDifference difference, boolean colour) {
        List<String> lines = new ArrayList<>();
        lines.add("A  " + difference.before().name());
        lines.add("B  " + difference.after().name());
        lines.add("");
        lines.add(Style.BOLD.of("Differences", colour));
        if (difference.settings().isEmpty()) {
            lines.add(INDENT + "none in the recorded settings");
        } else {
            lines.addAll(settings(difference.settings(), colour));
        }
        difference.onlyIn().forEach(line -> lines.addAll(wrapped(INDENT, line)));
        withoutBaseline(difference).ifPresent(line -> lines.addAll(wrapped(INDENT, line)));
        lines.add("");
        lines.add(Style.BOLD.of("Cost in B over cost in A", colour) + "; below 1 is better in B");
        Table table = new Table(
                Column.left(""),
                Column.left("variant"),
                Column.right("rounds"),
                Column.right("B / A"),
                Column.left("95 % interval"),
                Column.right("to baseline"),
                Column.left("95 % interval"),
                Column.left(""));
        difference.rows().forEach(row -> table.row(cells(row)));
        lines.addAll(table.lines(INDENT, colour));
        lines.add("");
        byCpuTime(difference).ifPresent(line -> lines.addAll(wrapped("", line)));
        lines.addAll(wrapped("", NOTE));
        leftOut("A", difference.before(), lines);
        leftOut("B", difference.after(), lines);
        if (difference.isUnderAnotherLoad()) {
            lines.addAll(wrapped(
                    "",
                    String.format(
                            Locale.ROOT,
                            "The load differs (load average %.0f in A, %.0f in B): the size of an effect depends on it,"
                                    + " also in 'to baseline'.",
                            difference.before().load().orElseThrow(),
                            difference.after().load().orElseThrow())));
        }
        return String.join("\n", lines) + "\n";
    }

    private static void leftOut(String name, SavedResults side, List<String> lines) {
        if (side.leftOut() > 0) {
            lines.addAll(wrapped(
                    "",
                    "Left out: " + side.leftOut() + (side.leftOut() == 1 ? " run" : " runs") + " of " + name
                            + " with a result of 0 or less, which has no ratio."));
        }
    }

    private static List<String> wrapped(String indent, String text) {
        return Paragraph.wrap(text, indent, indent);
    }

    /** The settings as a table, long values below it. Of two lists of arguments, only the differing ones are shown. */
    private static List<String> settings(List<Setting> settings, boolean colour) {
        Table table = new Table(Column.left(""), Column.left("A"), Column.left("B"));
        List<String> below = new ArrayList<>();
        for (Setting setting : settings) {
            String before = setting.before().orElse("not recorded");
            String after = setting.after().orElse("not recorded");
            if (before.length() + after.length() <= MAX_ROW) {
                table.row(setting.name(), before, after);
            } else {
                boolean list = setting.name().startsWith(SavedSetting.ARGUMENTS);
                below.add(INDENT + setting.name());
                below.add(INDENT + INDENT + (list ? "only in A  " + without(before, after) : "A  " + before));
                below.add(INDENT + INDENT + (list ? "only in B  " + without(after, before) : "B  " + after));
            }
        }
        List<String> lines =
                new ArrayList<>(below.size() == 3 * settings.size() ? List.of() : table.lines(INDENT, colour));
        lines.addAll(below);
        return lines;
    }

    private static String without(String one, String other) {
        Set<String> arguments = new LinkedHashSet<>(List.of(one.split(" ")));
        List.of(other.split(" ")).forEach(arguments::remove);
        return arguments.isEmpty() ? "-" : String.join(" ", arguments);
    }

    /** The workloads whose cost is their CPU time; empty if that of each is its score. */
    private static Optional<String> byCpuTime(ResultsDifference difference) {
        List<String> all = difference.rows().stream()
                .map(Row::side)
                .filter(side -> difference.before().isCpuTime(side))
                .map(SavedResults.Side::workload)
                .distinct()
                .toList();
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of("By CPU time, as their verdicts: " + String.join(", ", all) + ".");
    }

    /** One line for all variants without a baseline. */
    private static Optional<String> withoutBaseline(ResultsDifference difference) {
        List<Row> without =
                difference.rows().stream().filter(Row::lacksBaseline).toList();
        String variants =
                without.stream().map(row -> row.side().variant()).distinct().collect(Collectors.joining(", "));
        return without.isEmpty()
                ? Optional.empty()
                : Optional.of("without baseline in A or in B: " + variants + " (" + without.size()
                        + (without.size() == 1 ? " line" : " lines")
                        + "); only B / A is known, which includes changes of the machine");
    }

    private static List<Cell> cells(Row row) {
        List<Cell> cells = new ArrayList<>(List.of(
                Cell.of(row.side().subject()),
                Cell.of(row.side().variant()),
                Cell.of(row.cost().roundsBefore() + "+" + row.cost().roundsAfter()),
                Cell.of(Figures.ratio(row.cost().ratio())),
                interval(row.cost())));
        Optional<Shift> relative = row.relative();
        cells.add(Cell.of(relative.map(it -> Figures.ratio(it.ratio())).orElse("-")));
        cells.add(relative.map(DifferenceText::interval).orElse(Cell.of("")));
        cells.add(new Cell(row.lacksBaseline() ? "" : direction(row), Style.DIM));
        return cells;
    }

    /** The direction of the difference, if the interval excludes 1. */
    private static String direction(Row row) {
        Shift decisive = row.relative().orElse(row.cost());
        return decisive.ci95()
                .map(it -> it.contains(1) ? "no difference detected" : it.high() < 1 ? "lower in B" : "higher in B")
                .orElse("");
    }

    private static Cell interval(Shift shift) {
        return shift.ci95().map(it -> Cell.of(CaseFigures.interval(it))).orElse(new Cell("too few rounds", Style.DIM));
    }
}
