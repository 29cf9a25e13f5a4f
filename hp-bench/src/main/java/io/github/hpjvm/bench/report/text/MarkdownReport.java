package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Answers;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.MetricRows;
import io.github.hpjvm.bench.report.model.Origin;
import io.github.hpjvm.bench.report.model.PlanText;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.report.model.Warnings;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.RatioOfRounds;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.terminal.Figures;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The report as Markdown, for tickets and the summary of a build: gates, answers, warnings, tables of costs, ratios and
 * metrics, verified pages, failed runs, and the header.
 */
public final class MarkdownReport {
    private final Findings findings;
    private final List<String> lines = new ArrayList<>();

    private MarkdownReport(Findings findings) {
        this.findings = findings;
    }

    /** Returns the report, which ends in a newline. */
    public static String write(Results results) {
        return new MarkdownReport(new Findings(results)).text();
    }

    private String text() {
        List<GateResult> gates = findings.results().gates();
        gates.forEach(gate -> {
            String line = escaped(TextNotes.gate(gate, findings));
            lines.add("- " + (gate.holds() ? line : "**" + line + "**"));
        });
        if (!gates.isEmpty()) {
            lines.add("");
        }
        for (Workload workload : findings.workloads()) {
            lines.add("### " + escaped(workload.name()));
            lines.add("");
            for (Variant variant : findings.compared()) {
                Answers.Answer answer = Answers.of(findings, workload, variant);
                lines.add("- " + escaped(answer.text())
                        + answer.fix()
                                .map(it -> ": `" + it.replace("`", "'") + "`")
                                .orElse("."));
            }
            lines.add("");
        }
        if (findings.ofCommand()) {
            lines.add(escaped(Answers.result(findings)));
            lines.add("");
        }
        Warnings.lines(findings).forEach(line -> {
            lines.add("> " + escaped(line));
            lines.add("");
        });
        findings.workloads().forEach(this::table);
        aaCheck();
        lines.add("- pages: "
                + findings.shown().stream()
                        .map(this::verified)
                        .map(MarkdownReport::escaped)
                        .collect(Collectors.joining(", ")));
        findings.failures()
                .forEach((failure, times) -> lines.add("- failed: " + escaped(failure + findings.times(times))));
        TextNotes.leftOut(findings.results()).forEach(it -> lines.add("- left out: " + escaped(it)));
        Origin.facts(findings.results())
                .forEach((name, value) -> lines.add("- " + name + ": "
                        + (name.equals("command") ? "`" + value.replace("`", "'") + "`" : escaped(value))));
        return String.join("\n", lines) + "\n";
    }

    /** Adds one line with the ratios of baseline to itself. */
    private void aaCheck() {
        String pairs = findings.comparisons().noiseFloor().entrySet().stream()
                .filter(it -> it.getValue().ratio().isPresent())
                .map(it -> escaped(aaPair(it.getKey(), it.getValue())))
                .collect(Collectors.joining(", "));
        if (!pairs.isEmpty()) {
            lines.add("- A/A check, baseline against itself: " + pairs);
        }
    }

    private String aaPair(Case subject, RatioOfRounds pair) {
        String name = CaseNames.name(subject);
        return (findings.workloads().size() > 1 ? subject.workload().name() + " " : "")
                + (name.isEmpty() ? "" : name + " ")
                + Figures.ratio(pair.ratio().orElseThrow())
                + pair.ci95().map(it -> " " + CaseFigures.interval(it)).orElse("");
    }

    private String verified(Variant variant) {
        int forks = findings.forks(variant).size();
        return variant.name() + " "
                + (forks == 0
                        ? "not measured"
                        : !Findings.requiresPages(variant)
                                ? "reported: " + findings.kinds(variant)
                                : "verified in " + findings.realised(variant).size() + " of "
                                        + PlanText.counted(forks, findings.runWord()));
    }

    private void table(Workload workload) {
        lines.add("| " + escaped(workload.name()) + " | variant | " + escaped(findings.costName(workload))
                + " | ratio | 95 % interval | rounds | verdict |");
        lines.add("|---|---|---:|---:|---|---:|---|");
        for (Case subject : findings.cases(workload)) {
            row(
                    CaseNames.name(subject),
                    Variants.baseline().name(),
                    findings.cost(subject, Variants.baseline()),
                    "",
                    "",
                    "",
                    "");
            for (Variant variant : findings.compared()) {
                row(findings.comparison(subject, variant));
            }
        }
        lines.add("");
        findings.cases(workload).forEach(this::metrics);
    }

    /** Adds the table of several metrics of a command. */
    private void metrics(Case subject) {
        List<MetricRows.Row> rows = MetricRows.of(findings, subject);
        if (rows.isEmpty()) {
            return;
        }
        lines.add("| metric | baseline | variant | median | ratio | 95 % interval |");
        lines.add("|---|---:|---|---:|---:|---|");
        rows.forEach(it -> row(it.metric(), it.baseline(), it.variant(), it.median(), it.ratio(), it.interval()));
        lines.add("");
        lines.add(MetricRows.caption(findings, subject));
        lines.add("");
    }

    private void row(Comparison it) {
        String verdict = it.verdict() == Verdict.NOT_REALISED
                ? findings.whyNoRatio(it.subject(), it.variant()).text()
                : it.verdict().name().toLowerCase(Locale.ROOT);
        row(
                CaseNames.name(it.subject()),
                it.variant().name(),
                findings.cost(it.subject(), it.variant()),
                it.ratio().ratio().map(Figures::ratio).orElse("-"),
                it.ratio().ci95().map(CaseFigures::interval).orElse("-"),
                String.valueOf(it.ratio().rounds()),
                verdict);
    }

    private void row(String... cells) {
        StringBuilder row = new StringBuilder("|");
        for (String cell : cells) {
            row.append(' ').append(escaped(cell)).append(" |");
        }
        lines.add(row.toString());
    }

    /** Escapes the markup of Markdown and HTML, because names come from outside. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (point == '<') {
                escaped.append("&lt;");
            } else if (point == '>') {
                escaped.append("&gt;");
            } else if (point == '&') {
                escaped.append("&amp;");
            } else if (!Visible.isHidden(point)) {
                escaped.append("\\`*_|#![]".indexOf(point) >= 0 ? "\\" : "").appendCodePoint(point);
            } else {
                escaped.append('\uFFFD');
            }
        });
        return escaped.toString();
    }
}
