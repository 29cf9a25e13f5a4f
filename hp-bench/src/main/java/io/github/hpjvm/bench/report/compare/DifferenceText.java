package io.github.hpjvm.bench.report.compare;

import io.github.hpjvm.bench.report.compare.ResultsDifference.Row;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Setting;
import io.github.hpjvm.bench.report.compare.ResultsDifference.Shift;
import io.github.hpjvm.bench.report.json.SavedSetting;
import io.github.hpjvm.bench.terminal.Figures;
import io.github.hpjvm.bench.terminal.Style;
import io.github.hpjvm.bench.terminal.Table;
import io.github.hpjvm.bench.terminal.Table.Cell;
import io.github.hpjvm.bench.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Two campaigns for people: what differs between them first, then what the figures say. */
public final class DifferenceText {
    private static final String INDENT = "  ";

    /** Of two values in one row of the table. */
    private static final int WIDEST = 70;

    private DifferenceText() {}

    /** The text, ending in a newline. */
    public static String write(ResultsDifference difference, boolean colour) {
        List<String> lines = new ArrayList<>();
        lines.add("A  " + difference.before().name());
        lines.add("B  " + difference.after().name());
        lines.add("");
        lines.add(Style.BOLD.of("What differs", colour));
        if (difference.settings().isEmpty()) {
            lines.add(INDENT + "nothing that the files tell of");
        } else {
            lines.addAll(settings(difference.settings(), colour));
        }
        difference.onlyIn().forEach(line -> lines.add(INDENT + line));
        withoutBaseline(difference).ifPresent(line -> lines.add(INDENT + line));
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
        lines.add(
                "B / A compares other hours, or other machines; there is no A/A floor across files, and nothing tells how");
        lines.add(
                "much of it they alone would make. 'to baseline' is the variant's ratio to baseline in B over that in A: what");
        lines.add(
                "hour and machine do to both sides cancels out, and the line of baseline' shows what is left of it where");
        lines.add(
                "nothing differs. Rounds of A and B are not paired: the point is the Hodges-Lehmann shift of logarithms,");
        lines.add("the interval that of Mann and Whitney (docs/METHOD.md).");
        return String.join("\n", lines) + "\n";
    }

    /** In a table; what would not fit stands below it, of a list of arguments what the other has not. */
    private static List<String> settings(List<Setting> settings, boolean colour) {
        Table table = new Table(Column.left(""), Column.left("A"), Column.left("B"));
        List<String> below = new ArrayList<>();
        for (Setting setting : settings) {
            String before = setting.before().orElse("not said");
            String after = setting.after().orElse("not said");
            if (before.length() + after.length() <= WIDEST) {
                table.row(setting.what(), before, after);
            } else {
                boolean list = setting.what().startsWith(SavedSetting.ARGUMENTS);
                below.add(INDENT + setting.what());
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
        Set<String> words = new LinkedHashSet<>(List.of(one.split(" ")));
        List.of(other.split(" ")).forEach(words::remove);
        return words.isEmpty() ? "-" : String.join(" ", words);
    }

    /** Said once, however many they are. */
    private static Optional<String> withoutBaseline(ResultsDifference difference) {
        List<Row> without =
                difference.rows().stream().filter(Row::lacksBaseline).toList();
        String variants =
                without.stream().map(row -> row.side().variant()).distinct().collect(Collectors.joining(", "));
        return without.isEmpty()
                ? Optional.empty()
                : Optional.of("no baseline beside it, in A or in B: " + variants + " (" + without.size()
                        + (without.size() == 1 ? " line" : " lines")
                        + "); what is left is B / A, in which hours and machines count too");
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
        cells.add(new Cell(row.lacksBaseline() ? "" : told(row), Style.DIM));
        return cells;
    }

    /** What of the two is beyond noise. */
    private static String told(Row row) {
        Shift decisive = row.relative().orElse(row.cost());
        return decisive.ci95()
                .map(it -> it.contains(1) ? "not told apart" : it.high() < 1 ? "less in B" : "more in B")
                .orElse("");
    }

    private static Cell interval(Shift shift) {
        return shift.ci95().map(it -> Cell.of(Figures.interval(it))).orElse(new Cell("too few rounds", Style.DIM));
    }
}
