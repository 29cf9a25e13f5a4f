package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.report.Table.Cell;
import io.github.hpjvm.bench.report.Table.Column;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The report for people, 80 columns wide: cost by size and variant, the noise floor, what was proven, what it cost. */
public final class TextReport {
    private static final String INDENT = "  ";

    private final Findings findings;
    private final boolean colour;
    private final boolean head;
    private final List<String> lines = new ArrayList<>();

    private TextReport(Results results, boolean colour, boolean head) {
        this.findings = new Findings(results);
        this.colour = colour;
        this.head = head;
    }

    /** The report for a console that has shown the plan, ending in a newline. */
    public static String write(Results results, boolean colour) {
        return new TextReport(results, colour, false).text();
    }

    /** The report for a file, which says by itself where and how it was measured; ends in a newline. */
    static String saved(Results results) {
        return new TextReport(results, false, true).text();
    }

    private String text() {
        if (findings.results().partial()) {
            lines.add("");
            say("", "PARTIAL: stopped before the plan was done; what follows is what there is", Style.WARN);
        }
        if (head) {
            lines.add("");
            lines.addAll(TextHead.lines(findings.results()));
        }
        findings.workloads().forEach(this::workload);
        walks();
        notes();
        proven();
        price();
        lines.addAll(CountersText.lines(findings.results(), colour));
        failures();
        return String.join("\n", lines) + "\n";
    }

    private void walks() {
        for (WalkCurve curve : findings.results().walkCurves()) {
            lines.add("");
            lines.add(Style.BOLD.of("TlbReach", colour)
                    + "  ns a load at random: caches alone, and what translation adds");
            lines.add("");
            lines.addAll(WalkText.lines(curve, INDENT, colour));
        }
    }

    private void say(String indent, String text, Style style) {
        for (String line : Paragraph.lines(indent, text)) {
            String words = line.stripLeading();
            lines.add(" ".repeat(line.length() - words.length()) + style.of(words, colour));
        }
    }

    private void workload(Workload workload) {
        lines.add("");
        lines.add(Style.BOLD.of(workload.name(), colour));
        say(
                INDENT,
                findings.unit(workload).orElse("no score")
                        + ", median of the rounds; ratio: cost against baseline, below 1 is better",
                Style.PLAIN);
        answers(workload);
        lines.add("");
        Table table = new Table(
                Column.left(""),
                Column.right("median"),
                Column.right("ratio"),
                Column.left("95 % interval"),
                Column.left(""));
        for (Case subject : findings.cases(workload)) {
            if (!subject.params().isEmpty()) {
                table.row(Figures.params(subject), "", "", "", "");
            }
            table.row(name(Variants.baseline()), findings.score(subject, Variants.baseline()), "", "", "");
            findings.compared().forEach(variant -> table.row(row(findings.comparison(subject, variant))));
        }
        lines.addAll(table.lines(INDENT, colour));
        noiseFloor(findings.cases(workload));
        foretold(workload);
        findings.cases(workload).forEach(this::readings);
    }

    private void readings(Case subject) {
        List<ReadingRows.Row> rows = ReadingRows.of(findings, subject);
        if (rows.isEmpty()) {
            return;
        }
        List<Column> columns = new ArrayList<>(List.of(Column.left(Figures.params(subject))));
        findings.shown().forEach(variant -> columns.add(Column.right(variant.name())));
        Table table = new Table(columns.toArray(Column[]::new));
        for (ReadingRows.Row row : rows) {
            List<Cell> cells = new ArrayList<>(List.of(Cell.of(row.name())));
            row.medians().forEach(median -> cells.add(Cell.of(median)));
            table.row(cells);
        }
        lines.add("");
        lines.addAll(table.lines(INDENT, colour));
    }

    private void answers(Workload workload) {
        lines.add("");
        int widest = findings.compared().stream()
                .mapToInt(variant -> variant.name().length())
                .max()
                .orElse(0);
        for (Variant variant : findings.compared()) {
            String padding = " ".repeat(widest - variant.name().length() + 2);
            say(INDENT, variant.name() + padding + Answers.sentence(findings, workload, variant), Style.PLAIN);
        }
    }

    private void foretold(Workload workload) {
        Foretold foretold = new Foretold(findings, workload);
        foretold.expected().ifPresent(it -> {
            lines.add("");
            say(INDENT, "expected      " + it, Style.PLAIN);
        });
        foretold.borneOut().ifPresent(it -> say(INDENT, "borne out     " + it, Style.PLAIN));
        foretold.contradictions().forEach(it -> say(INDENT, "CONTRADICTED  " + it, Style.WARN));
    }

    private static String name(Variant variant) {
        return INDENT + variant.name();
    }

    private List<Cell> row(Comparison comparison) {
        RatioOfRounds ratio = comparison.ratio();
        Cell name = Cell.of(name(comparison.variant()));
        if (comparison.verdict() == Verdict.NOT_REALISED) {
            String why = findings.whyNoRatio(comparison.subject(), comparison.variant());
            return List.of(name, Cell.of("-"), Cell.of("-"), new Cell(why, Style.WARN), Cell.of(""));
        }
        return List.of(
                name,
                Cell.of(findings.score(comparison.subject(), comparison.variant())),
                Cell.of(ratio.ratio().map(Figures::ratio).orElse("-")),
                ratio.ci95()
                        .map(it -> Cell.of(Figures.interval(it)))
                        .orElse(new Cell("needs " + SignedRank.FEWEST + " rounds", Style.DIM)),
                verdict(comparison.verdict()));
    }

    private static Cell verdict(Verdict verdict) {
        String word = verdict.name().toLowerCase(Locale.ROOT);
        return switch (verdict) {
            case FASTER -> new Cell(word, Style.GOOD);
            case SLOWER -> new Cell(word, Style.BAD);
            case SAME -> new Cell(word, Style.PLAIN);
            default -> new Cell(word, Style.DIM);
        };
    }

    private void noiseFloor(List<Case> cases) {
        if (cases.stream().anyMatch(findings.comparisons().noiseFloor()::containsKey)) {
            lines.add("");
        }
        for (Case subject : cases) {
            RatioOfRounds floor = findings.comparisons().noiseFloor().get(subject);
            if (floor != null) {
                String interval = floor.ci95()
                        .map(Figures::interval)
                        .orElse("no interval below " + SignedRank.FEWEST + " rounds");
                say(
                        INDENT,
                        "noise floor  baseline against itself"
                                + (subject.params().isEmpty() ? "" : " at " + Figures.params(subject)) + ": "
                                + floor.ratio().map(Figures::ratio).orElse("-") + " " + interval,
                        Style.PLAIN);
            }
        }
    }

    private void notes() {
        TextNotes notes = new TextNotes(findings.results(), findings.comparisons());
        if (!notes.lines().isEmpty()) {
            lines.add("");
            notes.lines().forEach(note -> say(INDENT, note, Style.PLAIN));
        }
        List<GateResult> gates = findings.results().gates();
        if (!gates.isEmpty()) {
            lines.add("");
        }
        gates.forEach(gate -> say(INDENT, TextNotes.gate(gate), gate.holds() ? Style.GOOD : Style.BAD));
    }

    private void proven() {
        lines.add("");
        Table table = new Table(
                Column.left("proven"),
                Column.right(findings.runWord() + "s"),
                Column.left("heap is on"),
                Column.right("huge"),
                Column.left(""));
        for (Variant variant : findings.shown()) {
            int forks = findings.runs(variant).size();
            int realised = findings.realised(variant).size();
            table.row(List.of(
                    Cell.of(variant.name()),
                    Cell.of(realised + " of " + forks),
                    Cell.of(findings.kinds(variant)),
                    Cell.of(findings.hugeShare(variant)),
                    realised(forks, realised)));
        }
        lines.addAll(table.lines(INDENT, colour));
        findings.shown().forEach(this::reasons);
    }

    private static Cell realised(int forks, int realised) {
        if (forks == 0) {
            return Cell.of("");
        }
        return forks == realised
                ? new Cell("realised", Style.GOOD)
                : new Cell("NOT realised: " + (forks - realised), Style.WARN);
    }

    /** What is to be typed stays in one line, however long, so that it can be copied. */
    private void reasons(Variant variant) {
        String indent = INDENT + INDENT;
        findings.reasons(variant)
                .forEach((reason, times) ->
                        say(indent, variant.name() + ": " + reason + findings.times(times), Style.WARN));
        findings.fixes(variant).forEach((fix, times) -> lines.add(indent + "type: " + Style.BOLD.of(fix, colour)));
        findings.notes(variant)
                .forEach((note, times) ->
                        say(indent, variant.name() + ": " + note + findings.times(times), Style.PLAIN));
    }

    private void price() {
        Table table = new Table(
                Column.left("price"),
                Column.right("resident"),
                Column.right("page tables"),
                Column.right("start to ready"),
                Column.left(""));
        List<Workload> workloads = findings.workloads();
        for (Workload workload : workloads) {
            List<Variant> ended = findings.shown().stream()
                    .filter(variant -> !findings.ended(workload, variant).isEmpty())
                    .toList();
            if (workloads.size() > 1 && !ended.isEmpty()) {
                table.row(workload.name(), "", "", "", "");
            }
            for (Variant variant : ended) {
                Prices prices = new Prices(findings.ended(workload, variant));
                table.row(List.of(
                        Cell.of(workloads.size() > 1 ? name(variant) : variant.name()),
                        Cell.of(prices.resident()),
                        Cell.of(prices.pageTables()),
                        Cell.of(prices.start()),
                        new Cell("medians", Style.DIM)));
            }
        }
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(INDENT, colour));
            say(INDENT, "memory  " + findings.memory(), Style.DIM);
        }
        if (findings.fromOutside() && !table.isEmpty()) {
            usage();
        }
    }

    private void usage() {
        Table table = new Table(
                Column.left("used"),
                Column.right("wall time"),
                Column.right("CPU time"),
                Column.right("page faults"),
                Column.right("from disk"),
                Column.left(""));
        for (Variant variant : findings.shown()) {
            if (!findings.ended(variant).isEmpty()) {
                table.row(List.of(
                        Cell.of(variant.name()),
                        Cell.of(Findings.seconds(
                                findings.medianUsage(variant, it -> OptionalLong.of(it.wallMillis())))),
                        Cell.of(Findings.seconds(findings.medianUsage(variant, Usage::cpuMillis))),
                        Cell.of(Findings.count(findings.medianUsage(variant, Usage::minorFaults))),
                        Cell.of(Findings.count(findings.medianUsage(variant, Usage::majorFaults))),
                        new Cell("medians", Style.DIM)));
            }
        }
        lines.add("");
        lines.addAll(table.lines(INDENT, colour));
        say(
                INDENT,
                "resident and page tables are peaks over the run, of all processes together; the heap was looked at"
                        + " from outside, results.json says when",
                Style.DIM);
    }

    private void failures() {
        if (!findings.failures().isEmpty()) {
            lines.add("");
        }
        findings.failures().forEach((what, times) -> say(INDENT, what + findings.times(times), Style.BAD));
    }
}
