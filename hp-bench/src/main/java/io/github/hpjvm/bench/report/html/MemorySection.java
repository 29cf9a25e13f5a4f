package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.MemoryAndStartup;
import io.github.hpjvm.bench.report.model.MemoryText;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.OptionalLong;

/** The section on memory and startup time of each variant. */
final class MemorySection {
    private MemorySection() {}

    static Element draw(Findings findings) {
        HtmlTable table = new HtmlTable(
                "workload", "variant", "resident", "page tables", "start to ready", findings.runWord() + "s");
        boolean largest = false;
        for (Workload workload : findings.workloads()) {
            String name = workload.name();
            for (Variant variant : findings.shown()) {
                List<Run> runs = findings.ended(workload, variant);
                if (!runs.isEmpty()) {
                    MemoryAndStartup prices = new MemoryAndStartup(runs);
                    largest |= prices.count() < runs.size();
                    table.row(
                            HtmlTable.text(name),
                            HtmlTable.name(variant.name()),
                            HtmlTable.number(prices.resident()),
                            HtmlTable.number(prices.pageTables()),
                            HtmlTable.number(prices.start()),
                            HtmlTable.number(String.valueOf(prices.count())));
                    name = "";
                }
            }
        }
        Element section = Element.of("section").with("id", "price").add(Element.of("h2", "Memory and startup"));
        section.add(
                table.draw(),
                Element.of(
                                "p",
                                "Medians of the " + findings.runWord()
                                        + "s with verified pages"
                                        + (largest ? " and the largest heap" : "")
                                        + ". Resident memory includes hugetlb, which RSS"
                                        + " does not; "
                                        + (findings.fromOutside()
                                                ? "it and page tables are peaks over the run, summed over all processes;"
                                                        + " start to ready is from the start of the process to the output"
                                                        + " line that marks it as ready."
                                                : "page tables are those of the fork; start to ready is from the start"
                                                        + " of the process to its first iteration and includes the first"
                                                        + " touch of its heap.")
                                        + " Free memory: " + MemoryText.of(findings) + ".")
                        .as("caption"));
        return findings.fromOutside() ? section.add(usage(findings)) : section;
    }

    static boolean shows(Findings findings) {
        return findings.shown().stream().anyMatch(it -> !findings.ended(it).isEmpty());
    }

    private static Element usage(Findings findings) {
        HtmlTable table = new HtmlTable("variant", "wall time", "CPU time", "page faults", "from disk");
        for (Variant variant : findings.shown()) {
            if (!findings.ended(variant).isEmpty()) {
                table.row(
                        HtmlTable.name(variant.name()),
                        HtmlTable.number(Findings.seconds(
                                findings.medianUsage(variant, it -> OptionalLong.of(it.wallMillis())))),
                        HtmlTable.number(Findings.seconds(findings.medianUsage(variant, Usage::cpuMillis))),
                        HtmlTable.number(Findings.count(findings.medianUsage(variant, Usage::minorFaults))),
                        HtmlTable.number(Findings.count(findings.medianUsage(variant, Usage::majorFaults))));
            }
        }
        return table.draw();
    }
}
