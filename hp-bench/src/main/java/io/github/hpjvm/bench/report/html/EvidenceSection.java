package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.variant.Variant;

/** The pages that each fork got, and the reasons where they are not those of its variant. */
final class EvidenceSection {
    private EvidenceSection() {}

    static Element draw(Findings findings) {
        HtmlTable table = new HtmlTable("variant", "verified", "heap", "huge", "");
        Element list = Element.of("ul").as("notes");
        for (Variant variant : findings.shown()) {
            int forks = findings.runs(variant).size();
            int realised = findings.realised(variant).size();
            table.row(
                    HtmlTable.name(variant.name()),
                    HtmlTable.number(realised + " of " + forks),
                    HtmlTable.text(findings.kinds(variant)),
                    HtmlTable.number(findings.hugeShare(variant)),
                    verdict(forks, realised));
            String name = variant.name();
            findings.reasons(variant)
                    .forEach((reason, times) -> list.add(item("warn", name + ": " + reason + findings.times(times))));
            findings.fixes(variant)
                    .forEach((fix, times) ->
                            list.add(item("warn", name + ": fix ").add(Element.of("code", fix))));
            findings.notes(variant)
                    .forEach((note, times) -> list.add(item("quiet", name + ": " + note + findings.times(times))));
        }
        findings.failures().forEach((what, times) -> list.add(item("slower", what + findings.times(times))));
        return Element.of("section")
                .with("id", "evidence")
                .add(
                        Element.of("h2", "Pages"),
                        table.draw(),
                        list,
                        Element.of(
                                        "p",
                                        (findings.fromOutside()
                                                        ? "Read from smaps of the JVM with the largest heap, from outside"
                                                                + " while it ran. A run on other"
                                                        : "Read from each fork's own smaps, before and after it was"
                                                                + " measured. A fork on other")
                                                + " pages than those of its variant does not count. The share of huge pages"
                                                + " is that of the worst " + findings.runWord() + ".")
                                .as("caption"));
    }

    private static Element item(String cssClass, String text) {
        return Element.of("li", text).as(cssClass);
    }

    private static Element verdict(int forks, int realised) {
        if (forks == 0) {
            return HtmlTable.text("not measured").as("verdict quiet");
        }
        return forks == realised
                ? HtmlTable.text("\u2713 verified").as("verdict faster")
                : HtmlTable.text("\u2717 did not get its pages: " + (forks - realised))
                        .as("verdict warn");
    }
}
