package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.report.model.CaseNames;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.ReadingRows;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.stream.Stream;

/** The section on further measurements that workloads report: percentiles of latencies, pauses. */
final class ReadingsSection {
    private ReadingsSection() {}

    /** Returns whether a workload reports more than its score. */
    static boolean shows(Findings findings) {
        return findings.results().cases().stream()
                .anyMatch(subject -> !ReadingRows.of(findings, subject).isEmpty());
    }

    static Element draw(Findings findings) {
        Element section = Element.of("section").with("id", "readings").add(Element.of("h2", "Further measurements"));
        for (Case subject : findings.results().cases()) {
            List<ReadingRows.Row> rows = ReadingRows.of(findings, subject);
            if (!rows.isEmpty()) {
                section.add(Element.of("h3", subject.workload().name() + " " + CaseNames.name(subject)));
                section.add(table(findings, rows).draw());
            }
        }
        return section.add(Element.of("p", "Medians of the forks that count, as each workload reports them.")
                .as("caption"));
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
