package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurve.Estimate;
import io.github.hpjvm.bench.stats.WalkCurve.Point;
import io.github.hpjvm.bench.stats.WalkCurve.Rise;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Text on the results of TlbReach: the curve, the reach of each TLB level, the cost of a page walk, a summary. */
public final class WalkText {
    private static final long EXAMPLE_HEAP = 8L << 30;
    private static final long MEBIBYTE = 1 << 20;

    private final WalkCurve curve;
    private final String name;

    private WalkText(WalkCurve curve) {
        this.curve = curve;
        this.name = curve.huge().name();
    }

    /** The lines: a table, then the sentences. */
    static List<String> lines(WalkCurve curve, String indent, boolean colour) {
        WalkText text = new WalkText(curve);
        List<String> lines = new ArrayList<>(text.table(indent, colour));
        lines.add("");
        text.sentences().forEach(sentence -> lines.addAll(Paragraph.lines(indent, sentence)));
        return lines;
    }

    /** The sentences on a curve, each after a label and at least two blanks. */
    public static List<String> sentences(WalkCurve curve) {
        return new WalkText(curve).sentences();
    }

    /** The tooltip of a point. */
    public static String point(String of, Point point, double nanos) {
        return of + " at " + Figures.grouped(String.valueOf(point.pages())) + " pages (" + memory(point.bytes()) + "): "
                + nanos(nanos) + " ns";
    }

    /** The column titles of the table. */
    public static List<String> titles(WalkCurve curve) {
        return List.of(
                "pages",
                "memory",
                "caches",
                Variants.baseline().name(),
                curve.huge().name(),
                "saved",
                "best two rounds");
    }

    /** The table's rows, one for each size, in ns per load: cost of caches, cost of translation, saving. */
    public static List<List<String>> rows(WalkCurve curve) {
        return curve.points().stream()
                .map(point -> List.of(
                        Figures.grouped(String.valueOf(point.pages())),
                        memory(point.bytes()),
                        curve.controlled() ? nanos(point.caches()) : "-",
                        curve.controlled() ? nanos(point.baseTranslation().value()) : "-",
                        curve.controlled() ? nanos(point.hugeTranslation().value()) : "-",
                        nanos(point.saved().value()),
                        range(point.saved())))
                .toList();
    }

    private List<String> table(String indent, boolean colour) {
        List<String> titles = titles(curve);
        int range = titles.size() - 1;
        Table table = new Table(IntStream.rangeClosed(0, range)
                .mapToObj(at -> at == range ? Column.left(titles.get(at)) : Column.right(titles.get(at)))
                .toArray(Column[]::new));
        rows(curve)
                .forEach(row -> table.row(IntStream.rangeClosed(0, range)
                        .mapToObj(at -> at == range ? new Cell(row.get(at), Style.DIM) : Cell.of(row.get(at)))
                        .toList()));
        return table.lines(indent, colour);
    }

    private static String range(Estimate estimate) {
        return estimate.rounds() < 2
                ? "one round"
                : "[" + nanos(estimate.range().low()) + ", "
                        + nanos(estimate.range().high()) + "]";
    }

    private List<String> sentences() {
        List<String> lines = new ArrayList<>();
        if (curve.rises().isEmpty()) {
            lines.add("no edge       "
                    + (rounds() < 2
                            ? "one round does not show where a TLB level ends; use --rounds 6"
                            : "the cost of translation does not rise clearly between any two sizes"));
            return lines;
        }
        curve.firstLevel()
                .ifPresent(rise -> lines.add("first level   holds " + reach(rise) + "; beyond it, a load waits "
                        + nanos(rise.end().baseTranslation().value()) + " ns for the next level"));
        curve.lastLevel().ifPresent(rise -> lastLevel(rise, lines));
        if (!curve.controlled()) {
            lines.add(
                    "no control    TlbReachPacked was not measured, so the cost of caches is unknown; figures of baseline"
                            + " are differences from " + name);
        }
        return lines;
    }

    private void lastLevel(Rise rise, List<String> lines) {
        Point largest = curve.points().get(curve.points().size() - 1);
        boolean known = curve.firstLevel().isPresent();
        lines.add((known ? "last level    " : "one level     ") + "holds " + reach(rise)
                + "; beyond it, a page walk costs "
                + nanos(rise.first().baseTranslation().value()) + " ns at "
                + memory(rise.first().bytes())
                + (largest.equals(rise.first())
                        ? ""
                        : " and " + nanos(largest.baseTranslation().value()) + " ns at " + memory(largest.bytes())));
        if (!known) {
            lines.add("which level   these sizes show only one edge; its level is unknown");
        }
        lines.add("summary       at " + memory(largest.bytes()) + " of base pages, a random load costs "
                + nanos(largest.baseTranslation().value()) + " ns more than caches alone; " + name + " saves "
                + nanos(largest.saved().value()) + " ns of it. A heap of 8 GiB is "
                + Figures.grouped(String.valueOf(EXAMPLE_HEAP / rise.first().bytes())) + " to "
                + Figures.grouped(String.valueOf(EXAMPLE_HEAP / rise.last().bytes())) + " times that reach");
        if (curve.splintered().orElse(false)) {
            lines.add("splintered    " + name
                    + " misses the first level although a few huge pages hold all the memory: the TLB stores pieces of the"
                    + " page, as under a hypervisor that backs the guest with base pages. Only the guest's part of a"
                    + " walk is saved; huge pages on the host would save more");
        }
    }

    private int rounds() {
        return curve.points().stream()
                .mapToInt(point -> point.saved().rounds())
                .max()
                .orElse(0);
    }

    private static String reach(Rise rise) {
        return Figures.grouped(String.valueOf(rise.last().pages())) + " pages ("
                + memory(rise.last().bytes()) + "), not "
                + Figures.grouped(String.valueOf(rise.first().pages())) + " ("
                + memory(rise.first().bytes()) + ")";
    }

    private static String memory(long bytes) {
        return bytes < MEBIBYTE ? bytes / 1024 + " KiB" : Figures.mebibytes(bytes);
    }

    private static String nanos(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.95 ? "%.0f" : "%.1f", value + 0.0)
                .replaceFirst("^-(0\\.0)$", "$1");
    }
}
