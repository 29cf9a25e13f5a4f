package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.MemoryAndStartup;
import io.github.hpjvm.bench.report.model.MemoryText;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.console.terminal.Table.Cell;
import io.github.hpjvm.console.terminal.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The tables of memory, startup and usage: the median of each figure for each variant. */
final class MemoryTables {
    private final Findings findings;
    private final String indent;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private MemoryTables(Findings findings, String indent, boolean colour) {
        this.findings = findings;
        this.indent = indent;
        this.colour = colour;
    }

    /** Returns the lines, which begin with an empty one; none if no fork ended. */
    static List<String> lines(Findings findings, String indent, boolean colour) {
        MemoryTables tables = new MemoryTables(findings, indent, colour);
        tables.memoryAndStartup();
        return tables.lines;
    }

    private void paragraph(String text) {
        lines.addAll(Paragraph.lines(indent, text, Style.DIM, colour));
    }

    private void memoryAndStartup() {
        Table table = new Table(
                Column.left("memory and startup"),
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
                MemoryAndStartup medians = new MemoryAndStartup(findings.ended(workload, variant));
                table.row(List.of(
                        Cell.of(workloads.size() > 1 ? indent + variant.name() : variant.name()),
                        Cell.of(medians.resident()),
                        Cell.of(medians.pageTables()),
                        Cell.of(medians.start()),
                        new Cell("medians", Style.DIM)));
            }
        }
        if (!table.isEmpty()) {
            lines.add("");
            lines.addAll(table.lines(indent, colour));
            paragraph("free memory  " + MemoryText.of(findings));
        }
        if (findings.fromOutside() && !table.isEmpty()) {
            usage();
        }
    }

    private void usage() {
        Table table = new Table(
                Column.left("usage"),
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
        lines.addAll(table.lines(indent, colour));
        paragraph(
                "resident memory and page tables are peaks over the run, summed over all processes; smaps of the heap was"
                        + " read from outside, at the times in results.json");
    }
}
