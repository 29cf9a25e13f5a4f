package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.variant.Variant;

/** The section on pages: the pages that back each variant's heap, and the reasons for other pages. */
final class EvidenceSection {
    private EvidenceSection() {}

    static Element draw(Findings findings) {
        HtmlTable table = new HtmlTable("variant", "verified", "heap", "huge", "");
        Element list = Element.of("ul").as("notes");
        for (Variant variant : findings.shown()) {
            int forks = findings.forks(variant).size();
            int verified = findings.realised(variant).size();
            table.row(
                    HtmlTable.name(variant.name()),
                    HtmlTable.number(verified + " of " + forks),
                    HtmlTable.text(findings.kinds(variant)),
                    HtmlTable.number(findings.hugeShare(variant)),
                    verdict(variant, forks, verified));
            String name = variant.name();
            findings.reasons(variant)
                    .forEach((reason, times) -> list.add(item("warn", name + ": " + reason + findings.times(times))));
            findings.fixes(variant)
                    .forEach((fix, times) ->
                            list.add(item("warn", name + ": fix ").add(Element.of("code", fix))));
            findings.notes(variant)
                    .forEach((note, times) -> list.add(item("quiet", name + ": " + note + findings.times(times))));
        }
        findings.failures().forEach((failure, times) -> list.add(item("slower", failure + findings.times(times))));
        return Element.of("section")
                .with("id", "evidence")
                .add(
                        Element.of("h2", "Pages"),
                        table.draw(),
                        list,
                        Element.of(
                                        "p",
                                        (findings.fromOutside()
                                                        ? "Read from outside, from smaps of the JVM with the largest heap,"
                                                                + " while it ran. A run on other"
                                                        : "Read from each fork's own smaps, before and after it was"
                                                                + " measured. A fork on other")
                                                + " pages than its variant requires does not count. The table shows the"
                                                + " share of huge pages of the worst " + findings.runWord() + ".")
                                .as("caption"));
    }

    private static Element item(String cssClass, String text) {
        return Element.of("li", text).as(cssClass);
    }

    private static Element verdict(Variant variant, int forks, int verified) {
        if (forks == 0) {
            return HtmlTable.text("not measured").as("verdict quiet");
        }
        if (!Findings.requiresPages(variant)) {
            return HtmlTable.text("reported").as("verdict quiet");
        }
        return forks == verified
                ? HtmlTable.text("\u2713 verified").as("verdict faster")
                : HtmlTable.text("\u2717 did not get its pages: " + (forks - verified))
                        .as("verdict warn");
    }
}
