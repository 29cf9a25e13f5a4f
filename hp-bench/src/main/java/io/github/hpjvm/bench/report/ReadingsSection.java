package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.stream.Stream;

/** What workloads said of their runs beside the score: percentiles of latencies, pauses. */
final class ReadingsSection {
    private ReadingsSection() {}

    static Element draw(Findings findings) {
        Element section = Element.of("section").with("id", "readings").add(Element.of("h2", "Beside the score"));
        boolean any = false;
        for (Case subject : findings.results().cases()) {
            List<ReadingRows.Row> rows = ReadingRows.of(findings, subject);
            if (!rows.isEmpty()) {
                any = true;
                section.add(Element.of("h3", subject.workload().name() + " " + Figures.params(subject)));
                section.add(table(findings, rows).draw());
            }
        }
        return section.add(Element.of(
                        "p",
                        any
                                ? "Medians of the forks that count; what each workload says of itself while it is measured."
                                : "These workloads have nothing to say beside their score.")
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
