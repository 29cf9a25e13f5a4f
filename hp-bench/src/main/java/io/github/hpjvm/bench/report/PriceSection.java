package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;

/** What a variant costs beside time. */
final class PriceSection {
    private PriceSection() {}

    static Element draw(Findings findings) {
        HtmlTable table = new HtmlTable("variant", "resident", "page tables", "start to ready", "forks");
        for (Variant variant : findings.shown()) {
            List<?> forks = findings.ended(variant);
            if (!forks.isEmpty()) {
                table.row(
                        HtmlTable.name(variant.name()),
                        HtmlTable.number(findings.medianBytes(variant, Price::resident, Figures::mebibytes)),
                        HtmlTable.number(findings.medianBytes(variant, Price::pageTables, Figures::fineMebibytes)),
                        HtmlTable.number(findings.medianStart(variant)),
                        HtmlTable.number(String.valueOf(forks.size())));
            }
        }
        Element section = Element.of("section").with("id", "price").add(Element.of("h2", "Price"));
        if (table.isEmpty()) {
            return section.add(Element.of("p", "No fork got its pages, so there is no price to tell."));
        }
        return section.add(
                table.draw(),
                Element.of(
                                "p",
                                "Medians of the forks that got their pages. Resident memory counts hugetlb, which RSS"
                                        + " leaves out; page tables are those of the fork; start to ready is from the"
                                        + " start of the process to its first iteration, the first touch of its heap"
                                        + " included. Memory was " + findings.memory() + ".")
                        .as("caption"));
    }
}
