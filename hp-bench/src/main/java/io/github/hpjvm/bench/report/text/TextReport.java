package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Answers;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.EffectSize;
import io.github.hpjvm.bench.report.model.ExpectationText;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.MetricRows;
import io.github.hpjvm.bench.report.model.NoRatio;
import io.github.hpjvm.bench.report.model.Origin;
import io.github.hpjvm.bench.report.model.ReadingRows;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.report.model.Warnings;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.stats.WalkCurve;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
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

/** The report as text, 80 columns wide: answers, costs, verified pages, memory and startup. */
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

    /** Returns the report for a console that has shown the plan already; it ends in a newline. */
    public static String write(Results results, boolean colour) {
        return new TextReport(results, colour, false).text();
    }

    /** Returns the report for a file, with date, host, command and versions; it ends in a newline. */
    public static String saved(Results results) {
        return new TextReport(results, false, true).text();
    }

    private String text() {
        answers();
        for (String warning : Warnings.lines(findings)) {
            lines.add("");
            paragraph("", warning, Style.WARN);
        }
        if (head) {
            lines.add("");
            Origin.facts(findings.results())
                    .forEach((name, value) ->
                            paragraph("", name + " ".repeat(10 - name.length()) + value, Style.PLAIN));
        }
        findings.workloads().forEach(this::workload);
        walks();
        notes();
        pages();
        lines.addAll(MemoryTables.lines(findings, INDENT, colour));
        lines.addAll(CountersText.lines(findings.results(), colour));
        failures();
        if (findings.ofCommand() && findings.hasRatio()) {
            lines.add("");
            paragraph("", Answers.result(findings), Style.BOLD);
        }
        lines.remove(0);
        return String.join("\n", lines) + "\n";
    }

    /** Adds the first lines of the report: the answers with the commands to type. */
    private void answers() {
        for (Workload workload : findings.workloads()) {
            lines.add("");
            lines.add(Style.BOLD.of(workload.name(), colour));
            for (Variant variant : findings.compared()) {
                Answers.Answer answer = Answers.of(findings, workload, variant);
                paragraph(INDENT, answer.text() + (answer.fix().isPresent() ? "; type:" : "."), Style.PLAIN);
                answer.fix().ifPresent(it -> lines.add(INDENT + "    " + Style.BOLD.of(it, colour)));
            }
        }
    }

    private void walks() {
        for (WalkCurve curve : findings.results().walkCurves()) {
            lines.add("");
            lines.add(Style.BOLD.of("TlbReach", colour)
                    + "  ns per random load: caches alone, and the cost of address translation");
            lines.add("");
            lines.addAll(WalkText.lines(curve, INDENT, colour));
        }
    }

    private void paragraph(String indent, String text, Style style) {
        lines.addAll(Paragraph.lines(indent, text, style, colour));
    }

    private void workload(Workload workload) {
        lines.add("");
        if (findings.workloads().size() > 1) {
            lines.add(Style.BOLD.of(workload.name(), colour));
        }
        paragraph(
                INDENT,
                findings.costName(workload) + ", median of the rounds; ratio: cost against baseline, below 1 is better",
                Style.PLAIN);
        lines.add("");
        List<String> table = costs(workload, true).lines(INDENT, false);
        boolean fits = table.stream().allMatch(line -> line.length() <= Paragraph.WIDTH);
        lines.addAll(costs(workload, fits).lines(INDENT, colour));
        aaCheck(findings.cases(workload));
        lines.addAll(AloneText.lines(findings.comparisons(), workload, INDENT, colour));
        expected(workload);
        findings.cases(workload).forEach(this::readings);
    }

    /** @param bounds whether verdicts without a difference show the largest one that the interval does not exclude */
    private Table costs(Workload workload, boolean bounds) {
        Table table = new Table(
                Column.left(""),
                Column.right("median"),
                Column.right("ratio"),
                Column.left("95 % interval"),
                Column.left(""));
        for (Case subject : findings.cases(workload)) {
            if (!subject.params().isEmpty()) {
                table.row(CaseNames.name(subject), "", "", "", "");
            }
            table.row(name(Variants.baseline()), findings.cost(subject, Variants.baseline()), "", "", "");
            findings.compared().forEach(variant -> table.row(row(findings.comparison(subject, variant), bounds)));
        }
        return table;
    }

    /** Adds the metrics of a command. */
    private void metrics(Case subject, List<MetricRows.Row> rows) {
        Table table = new Table(
                Column.left("metric"),
                Column.right("baseline"),
                Column.left("variant"),
                Column.right("median"),
                Column.right("ratio"),
                Column.left("95 % interval"));
        rows.forEach(it -> table.row(it.metric(), it.baseline(), it.variant(), it.median(), it.ratio(), it.interval()));
        lines.add("");
        lines.addAll(table.lines(INDENT, colour));
        paragraph(INDENT, MetricRows.caption(findings, subject), Style.DIM);
    }

    private void readings(Case subject) {
        List<MetricRows.Row> metrics = MetricRows.of(findings, subject);
        if (!metrics.isEmpty()) {
            metrics(subject, metrics);
            return;
        }
        List<ReadingRows.Row> rows = ReadingRows.of(findings, subject);
        if (rows.isEmpty()) {
            return;
        }
        List<Column> columns = new ArrayList<>(List.of(Column.left(CaseNames.name(subject))));
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

    private void expected(Workload workload) {
        ExpectationText expectation = new ExpectationText(findings, workload);
        expectation.expected().ifPresent(it -> {
            lines.add("");
            paragraph(INDENT, "expected     " + it, Style.PLAIN);
        });
        expectation.asExpected().ifPresent(it -> paragraph(INDENT, "as expected  " + it, Style.PLAIN));
        expectation.unexpected().forEach(it -> paragraph(INDENT, "UNEXPECTED   " + it, Style.WARN));
    }

    private static String name(Variant variant) {
        return INDENT + variant.name();
    }

    private List<Cell> row(Comparison comparison, boolean bounds) {
        RatioOfRounds ratio = comparison.ratio();
        Cell name = Cell.of(name(comparison.variant()));
        if (comparison.verdict() == Verdict.NOT_REALISED) {
            NoRatio why = findings.whyNoRatio(comparison.subject(), comparison.variant());
            Cell reason = new Cell(bounds ? why.text() : why.shortly(), Style.WARN);
            return bounds
                    ? List.of(name, Cell.of("-"), Cell.of("-"), Cell.of(""), reason)
                    : List.of(name, Cell.of("-"), Cell.of("-"), reason, Cell.of(""));
        }
        return List.of(
                name,
                Cell.of(findings.cost(comparison.subject(), comparison.variant())),
                Cell.of(ratio.ratio().map(Figures::ratio).orElse("-")),
                ratio.ci95()
                        .map(it -> Cell.of(CaseFigures.interval(it)))
                        .orElse(new Cell("needs " + SignedRank.FEWEST + " rounds", Style.DIM)),
                verdict(comparison, bounds));
    }

    /** The verdict. A difference within the margin of {@code SAME} has its bound and no colour, whatever its sign is. */
    private Cell verdict(Comparison comparison, boolean bounds) {
        Verdict verdict = comparison.verdict();
        boolean negligible = EffectSize.negligible(comparison);
        boolean bound = negligible
                || verdict == Verdict.INCONCLUSIVE && comparison.ratio().ci95().isPresent();
        String word = verdict.name().toLowerCase(Locale.ROOT)
                + (bounds && bound ? " (< " + EffectSize.bound(findings, List.of(comparison)) + ")" : "");
        if (negligible) {
            return new Cell(word, Style.PLAIN);
        }
        return switch (verdict) {
            case FASTER -> new Cell(word, Style.GOOD);
            case SLOWER -> new Cell(word, Style.BAD);
            default -> new Cell(word, Style.DIM);
        };
    }

    private void aaCheck(List<Case> cases) {
        if (cases.stream().anyMatch(findings.comparisons().noiseFloor()::containsKey)) {
            lines.add("");
        }
        for (Case subject : cases) {
            RatioOfRounds pair = findings.comparisons().noiseFloor().get(subject);
            if (pair != null) {
                String interval = pair.ci95()
                        .map(CaseFigures::interval)
                        .orElse("(an interval needs " + SignedRank.FEWEST + " rounds)");
                paragraph(
                        INDENT,
                        "A/A check  baseline against itself"
                                + (subject.params().isEmpty() ? "" : " at " + CaseNames.name(subject)) + ": "
                                + pair.ratio().map(Figures::ratio).orElse("-") + " " + interval,
                        Style.PLAIN);
            }
        }
    }

    private void notes() {
        TextNotes notes = new TextNotes(findings.results(), findings.comparisons());
        if (!notes.lines().isEmpty()) {
            lines.add("");
            notes.lines().forEach(note -> paragraph(INDENT, note, Style.PLAIN));
        }
        List<GateResult> gates = findings.results().gates();
        if (!gates.isEmpty()) {
            lines.add("");
        }
        gates.forEach(gate -> paragraph(INDENT, TextNotes.gate(gate, findings), gate.holds() ? Style.GOOD : Style.BAD));
    }

    private void pages() {
        lines.add("");
        Table table = new Table(
                Column.left("pages"),
                Column.right(findings.runWord() + "s"),
                Column.left("heap"),
                Column.right("huge"),
                Column.left(""));
        for (Variant variant : findings.shown()) {
            int forks = findings.forks(variant).size();
            int verified = findings.realised(variant).size();
            table.row(List.of(
                    Cell.of(variant.name()),
                    Cell.of(verified + " of " + forks),
                    Cell.of(findings.kinds(variant)),
                    Cell.of(findings.hugeShare(variant)),
                    verified(variant, forks, verified)));
        }
        lines.addAll(table.lines(INDENT, colour));
        findings.shown().forEach(this::reasons);
    }

    private static Cell verified(Variant variant, int forks, int verified) {
        if (forks == 0) {
            return Cell.of("not measured");
        }
        if (!Findings.requiresPages(variant)) {
            return Cell.of("reported");
        }
        return forks == verified
                ? new Cell("verified", Style.GOOD)
                : new Cell("NOT verified: " + (forks - verified), Style.WARN);
    }

    /** Adds reasons, commands and notes of a variant. A command is never wrapped, so that it can be copied. */
    private void reasons(Variant variant) {
        String indent = INDENT + INDENT;
        findings.reasons(variant)
                .forEach((reason, times) ->
                        paragraph(indent, variant.name() + ": " + reason + findings.times(times), Style.WARN));
        findings.fixes(variant).forEach((fix, times) -> lines.add(indent + "fix: " + Style.BOLD.of(fix, colour)));
        findings.notes(variant)
                .forEach((note, times) ->
                        paragraph(indent, variant.name() + ": " + note + findings.times(times), Style.PLAIN));
    }

    private void failures() {
        if (!findings.failures().isEmpty()) {
            lines.add("");
        }
        findings.failures().forEach((failure, times) -> paragraph(INDENT, failure + findings.times(times), Style.BAD));
    }
}
