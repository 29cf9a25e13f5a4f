package io.github.hpjvm.cli.text;

import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.TlbFigure;
import io.github.hpjvm.bench.counters.TlbFigures;
import io.github.hpjvm.bench.report.json.SavedTlb;
import io.github.hpjvm.bench.report.json.TlbDocument;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Text of {@code hp-cli tlb}: a line for each interval, a summary, and a comparison with an earlier measurement. */
public final class TlbText {
    private static final String INDENT = "  ";
    private static final String UNKNOWN = "-";
    private static final String LINE = "%8s  %11s  %9s  %9s  %11s  %11s  %6s";

    private static final Map<TlbFigure, String> NAMES = names();

    private final boolean colour;

    public TlbText(boolean colour) {
        this.colour = colour;
    }

    private static Map<TlbFigure, String> names() {
        Map<TlbFigure, String> names = new LinkedHashMap<>();
        names.put(TlbFigure.WALK_CYCLES_SHARE, "cycles with a page walk");
        names.put(TlbFigure.DTLB_MPKI, "dTLB misses per 1000 instructions");
        names.put(TlbFigure.ITLB_MPKI, "iTLB misses per 1000 instructions");
        names.put(TlbFigure.DTLB_MISSES, "dTLB misses per second");
        names.put(TlbFigure.ITLB_MISSES, "iTLB misses per second");
        names.put(TlbFigure.WALK_MEMORY_LOADS, "walks that reached memory, per second");
        names.put(TlbFigure.HUGE_WALK_SHARE, "dTLB misses on huge pages");
        return names;
    }

    /** The lines before the first interval. */
    public List<String> head(String target, EventChoice choice) {
        List<String> lines = new ArrayList<>();
        lines.add(Style.BOLD.of(
                target + " on " + choice.cpu().orElse("a CPU that the event table does not contain"), colour));
        lines.add(Style.DIM.of(
                String.format(
                        Locale.ROOT,
                        LINE,
                        "time",
                        "walk cycles",
                        "dTLB MPKI",
                        "iTLB MPKI",
                        "dTLB miss/s",
                        "to memory/s",
                        "huge"),
                colour));
        return lines;
    }

    /** One interval. */
    public String line(TlbFigures figures) {
        return String.format(
                        Locale.ROOT,
                        LINE,
                        String.format(Locale.ROOT, "%.1f s", figures.end()),
                        cell(figures, TlbFigure.WALK_CYCLES_SHARE),
                        cell(figures, TlbFigure.DTLB_MPKI),
                        cell(figures, TlbFigure.ITLB_MPKI),
                        cell(figures, TlbFigure.DTLB_MISSES),
                        cell(figures, TlbFigure.WALK_MEMORY_LOADS),
                        cell(figures, TlbFigure.HUGE_WALK_SHARE))
                .stripTrailing();
    }

    /** The figures of all intervals, the reasons for unknown figures, and conclusions. */
    public List<String> summary(TlbFigures summary, Optional<Long> pid) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(Style.BOLD.of(String.format(Locale.ROOT, "Summary of %.1f s", summary.seconds()), colour));
        Table table = new Table(Column.left(""), Column.right(""));
        Map<String, List<String>> unknown = new LinkedHashMap<>();
        NAMES.forEach((figure, name) -> {
            if (summary.value(figure).isPresent()) {
                table.row(List.of(Cell.of(name), Cell.of(cell(summary, figure))));
            } else {
                unknown.computeIfAbsent(summary.reason(figure).orElse("unknown"), reason -> new ArrayList<>())
                        .add(name);
            }
        });
        lines.addAll(table.lines(INDENT, colour));
        unknown.forEach((reason, names) -> wrap(lines, "unknown: " + String.join("; ", names) + ": " + reason + "."));
        summary.notes().forEach(note -> wrap(lines, "note: " + note + "."));
        lines.add("");
        lines.addAll(Paragraph.wrap(conclusion(summary), "", INDENT));
        if (!summary.isEmpty() && summary.value(TlbFigure.WALK_CYCLES_SHARE).isEmpty()) {
            lines.add(INDENT + MissingCounters.SUBSTITUTE);
        }
        pid.filter(it -> summary.value(TlbFigure.WALK_CYCLES_SHARE).isPresent())
                .ifPresent(it -> lines.add("The pages of its memory: hp-cli advise " + it));
        return lines;
    }

    /** The sentence that interprets the figures. */
    static String conclusion(TlbFigures summary) {
        Optional<Double> walks = summary.value(TlbFigure.WALK_CYCLES_SHARE);
        if (walks.isPresent()) {
            double share = Math.min(1, walks.get());
            String speed = share < 1
                    ? String.format(Locale.ROOT, ", a speed of at most %.2f times the present one", 1 / (1 - share))
                    : "";
            return "Page walks are " + Figures.percent(walks.get())
                    + " of the cycles: fewer page walks can save at most that" + speed
                    + ". Hits in the second level of the TLB are not included.";
        }
        if (summary.isEmpty()) {
            return "No figure is known.";
        }
        return "The share of page walks is unknown, so these figures do not bound the gain. TlbReach measures the cost"
                + " of a page walk:";
    }

    /** The comparison with an earlier measurement. */
    public List<String> against(SavedTlb before, TlbDocument after) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        Paragraph.wrap(
                        "Against " + before.name()
                                + before.time().map(it -> " of " + it).orElse(""),
                        "",
                        INDENT)
                .forEach(line -> lines.add(Style.BOLD.of(line, colour)));
        Table table =
                new Table(Column.left(""), Column.right("before"), Column.right("now"), Column.right("now/before"));
        NAMES.forEach((figure, name) -> {
            Optional<Double> was = before.summary().value(figure);
            Optional<Double> is = after.summary().value(figure);
            if (was.isPresent() || is.isPresent()) {
                table.row(List.of(
                        Cell.of(name),
                        Cell.of(cell(before.summary(), figure)),
                        Cell.of(cell(after.summary(), figure)),
                        Cell.of(is.filter(it -> was.filter(w -> w > 0).isPresent())
                                .map(it -> Figures.ratio(it / was.orElseThrow()))
                                .orElse(UNKNOWN))));
            }
        });
        lines.addAll(table.lines(INDENT, colour));
        if (!before.cpu().equals(after.cpu())) {
            wrap(
                    lines,
                    "note: the CPUs differ: " + before.cpu().orElse("unknown") + " before, "
                            + after.cpu().orElse("unknown") + " now. Events of different CPUs count different things.");
        }
        if (before.pid().isPresent() != after.pid().isPresent()) {
            wrap(lines, "note: one measurement is of a single process, the other of all processes.");
        }
        wrap(lines, "note: counts per second depend on the load; shares and MPKI depend on it less.");
        lines.add("");
        lines.addAll(Paragraph.wrap(change(before.summary(), after.summary()), "", INDENT));
        return lines;
    }

    private static String change(TlbFigures before, TlbFigures after) {
        Optional<Double> was = before.value(TlbFigure.WALK_CYCLES_SHARE);
        Optional<Double> is = after.value(TlbFigure.WALK_CYCLES_SHARE);
        if (was.isPresent() && is.isPresent()) {
            return "Page walks were " + Figures.percent(was.get()) + " of the cycles and are now "
                    + Figures.percent(is.get()) + ".";
        }
        return "The share of page walks is unknown in "
                + (was.isEmpty() && is.isEmpty()
                        ? "both measurements"
                        : was.isEmpty() ? "the earlier measurement" : "the present measurement")
                + ".";
    }

    /** What is missing, what provides it, and the measurement that needs no counters. */
    public static List<String> missing(MissingCounters missing) {
        List<String> lines = new ArrayList<>();
        lines.addAll(Paragraph.wrap("hp-cli tlb: no counters of the TLB: " + missing.missing() + ".", "", INDENT));
        lines.add("To get them, one of:");
        missing.grants().forEach(grant -> lines.addAll(Paragraph.wrap(grant, INDENT, INDENT + INDENT)));
        lines.add("Without counters, TlbReach measures the cost of a page walk by time:");
        lines.add(INDENT + MissingCounters.SUBSTITUTE);
        return lines;
    }

    private static void wrap(List<String> lines, String text) {
        lines.addAll(Paragraph.wrap(text, INDENT, INDENT + INDENT));
    }

    private static String cell(TlbFigures figures, TlbFigure figure) {
        return figures.value(figure)
                .map(value -> figure.isShare()
                        ? Figures.percent(value)
                        : figure.isRate() ? rate(value) : String.format(Locale.ROOT, "%.3f", value))
                .orElse(UNKNOWN);
    }

    /** A count per second with three digits: {@code 1.09 M}. */
    private static String rate(double value) {
        String[] units = {"", " k", " M", " G", " T"};
        int unit = 0;
        double scaled = value;
        while (scaled >= 999.5 && unit < units.length - 1) {
            scaled /= 1000;
            unit++;
        }
        int decimals = unit == 0 || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f%s", scaled, units[unit]);
    }
}
