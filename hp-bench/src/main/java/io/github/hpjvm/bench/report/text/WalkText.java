package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.stats.WalkCurve.Estimate;
import io.github.hpjvm.bench.stats.WalkCurve.Point;
import io.github.hpjvm.bench.stats.WalkCurve.Rise;
import io.github.hpjvm.bench.terminal.Figures;
import io.github.hpjvm.bench.terminal.Paragraph;
import io.github.hpjvm.bench.terminal.Style;
import io.github.hpjvm.bench.terminal.Table;
import io.github.hpjvm.bench.terminal.Table.Cell;
import io.github.hpjvm.bench.terminal.Table.Column;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What TlbReach found, for people: the curve, how far each level of the TLB reaches, what a walk costs, what that means. */
public final class WalkText {
    private static final long EXAMPLE_HEAP = 8L << 30;
    private static final long MEBIBYTE = 1 << 20;

    private final WalkCurve curve;
    private final String name;

    private WalkText(WalkCurve curve) {
        this.curve = curve;
        this.name = curve.huge().name();
    }

    /** The lines, none longer than a page. */
    static List<String> lines(WalkCurve curve, String indent, boolean colour) {
        WalkText text = new WalkText(curve);
        List<String> lines = new ArrayList<>(text.table(indent, colour));
        lines.add("");
        text.sentences().forEach(sentence -> lines.addAll(Paragraph.lines(indent, sentence)));
        return lines;
    }

    /** What the curve says, each sentence behind a label and two blanks or more. */
    public static List<String> sentences(WalkCurve curve) {
        return new WalkText(curve).sentences();
    }

    /** What a point says where the pointer rests on it. */
    public static String point(String of, Point point, double nanos) {
        return of + " at " + Figures.grouped(String.valueOf(point.pages())) + " pages (" + memory(point.bytes()) + "): "
                + nanos(nanos) + " ns";
    }

    /** The titles of the table's columns. */
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

    /** A row of figures for each size, in ns a load: what caches cost, and what translation adds. */
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
            lines.add("no edge       of a TLB is seen: "
                    + (rounds() < 2
                            ? "one round proves none, say --rounds 6"
                            : "translation costs no size clearly more than the one before it"));
            return lines;
        }
        curve.firstLevel()
                .ifPresent(rise -> lines.add("first level   reaches " + reach(rise) + "; beyond it a load waits "
                        + nanos(rise.end().baseTranslation().value()) + " ns for the next level"));
        curve.lastLevel().ifPresent(rise -> lastLevel(rise, lines));
        if (!curve.controlled()) {
            lines.add("no control    caches were not measured apart (TlbReachPacked): what is said of baseline is its"
                    + " distance to " + name);
        }
        return lines;
    }

    private void lastLevel(Rise rise, List<String> lines) {
        Point largest = curve.points().get(curve.points().size() - 1);
        boolean told = curve.firstLevel().isPresent();
        lines.add((told ? "last level    " : "one level     ") + "reaches " + reach(rise) + "; beyond it a walk costs "
                + nanos(rise.first().baseTranslation().value()) + " ns at "
                + memory(rise.first().bytes())
                + (largest.equals(rise.first())
                        ? ""
                        : " and " + nanos(largest.baseTranslation().value()) + " ns at " + memory(largest.bytes())));
        if (!told) {
            lines.add("which level   these sizes show one edge only and do not tell which level it is");
        }
        lines.add("in short      at " + memory(largest.bytes()) + " of 4 KiB pages a load at random costs "
                + nanos(largest.baseTranslation().value()) + " ns more than its caches, of which " + name + " saves "
                + nanos(largest.saved().value()) + "; a heap of 8 GiB is far beyond: "
                + Figures.grouped(String.valueOf(EXAMPLE_HEAP / rise.first().bytes())) + " to "
                + Figures.grouped(String.valueOf(EXAMPLE_HEAP / rise.last().bytes())) + " times that reach");
        if (curve.splintered().orElse(false)) {
            lines.add("splintered    " + name
                    + " misses the first level where one huge page is all the memory: the TLB keeps pieces of it, as where"
                    + " a hypervisor backs its guest with small pages. Only the guest's part of a walk is saved here;"
                    + " huge pages on the host too would save more");
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
                + memory(rise.last().bytes()) + ") and not "
                + Figures.grouped(String.valueOf(rise.first().pages())) + " ("
                + memory(rise.first().bytes()) + ")";
    }

    private static String memory(long bytes) {
        return bytes < MEBIBYTE ? bytes / 1024 + " KiB" : Figures.mebibytes(Bytes.of(bytes));
    }

    private static String nanos(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 99.95 ? "%.0f" : "%.1f", value + 0.0)
                .replaceFirst("^-(0\\.0)$", "$1");
    }
}
