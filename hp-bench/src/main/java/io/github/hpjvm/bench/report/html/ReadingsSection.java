package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.MetricRows;
import io.github.hpjvm.bench.report.model.ReadingRows;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The section on further measurements: percentiles of latencies or pauses that workloads report, metrics of a command. */
final class ReadingsSection {
    private ReadingsSection() {}

    /** Returns whether a workload reports more than its score. */
    static boolean shows(Findings findings) {
        return findings.results().cases().stream()
                .anyMatch(subject -> !ReadingRows.of(findings, subject).isEmpty());
    }

    static Element draw(Findings findings) {
        Element section = Element.of("section").with("id", "readings").add(Element.of("h2", "Further measurements"));
        boolean medians = false;
        for (Case subject : findings.results().cases()) {
            List<MetricRows.Row> metrics = MetricRows.of(findings, subject);
            List<ReadingRows.Row> rows = ReadingRows.of(findings, subject);
            if (rows.isEmpty()) {
                continue;
            }
            section.add(Element.of("h3", subject.workload().name() + " " + CaseNames.name(subject)));
            if (metrics.isEmpty()) {
                section.add(table(findings, rows).draw());
                medians = true;
            } else {
                section.add(table(metrics).draw());
                section.add(caption(MetricRows.caption(findings, subject) + "."));
            }
        }
        return medians
                ? section.add(caption(
                        "Medians of the " + findings.runWord() + "s that count, as each workload reports them."))
                : section;
    }

    private static Element caption(String text) {
        return Element.of("p", text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1))
                .as("caption");
    }

    /** The metrics of a command, with the ratio of each. */
    private static HtmlTable table(List<MetricRows.Row> rows) {
        HtmlTable table = new HtmlTable("metric", "baseline", "variant", "median", "ratio", "95 % interval");
        rows.forEach(it -> table.row(
                HtmlTable.name(it.metric()),
                HtmlTable.number(it.baseline()),
                HtmlTable.text(it.variant()),
                HtmlTable.number(it.median()),
                HtmlTable.number(it.ratio()),
                HtmlTable.text(it.interval())));
        return table;
    }

    private static HtmlTable table(Findings findings, List<ReadingRows.Row> rows) {
        HtmlTable table = new HtmlTable(
                Stream.concat(Stream.of("reading"), findings.shown().stream().map(Variant::name))
                        .toArray(String[]::new));
        rows.forEach(row -> table.row(Stream.concat(
                        Stream.of(HtmlTable.name(row.name())),
                        row.medians().stream().map(HtmlTable::number))
                .toArray(Element[]::new)));
        return table;
    }
}
