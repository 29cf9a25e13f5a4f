package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.run.Workload;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The first screen: what became of gates, of each workload the answer in words and as a picture and below it what was
 * expected, and at last what would settle the rest.
 */
final class AnswerSection {
    private AnswerSection() {}

    static Element draw(Findings findings) {
        Element section = Element.of("section")
                .with("id", "answer")
                .add(gates(findings.results().gates()));
        Set<String> said = new HashSet<>();
        for (Workload workload : findings.workloads()) {
            section.add(Element.of("h2", workload.name()), sentences(findings, workload));
            if (findings.hasRatio(workload)) {
                section.add(RatioPlot.draw(findings, workload));
                String caption = caption(findings, workload);
                if (said.add(caption)) {
                    section.add(Element.of("p").as("caption").text(caption));
                }
            }
            section.add(foretold(new Foretold(findings, workload)));
        }
        List<String> notes = new TextNotes(findings.results(), findings.comparisons()).lines();
        if (!notes.isEmpty()) {
            if (findings.workloads().size() > 1) {
                section.add(Element.of("h2", "What to know of these figures"));
            }
            Element list = Element.of("ul").as("notes");
            for (String note : notes) {
                String[] parts = note.split(" {2,}", 2);
                list.add(Element.of("li").add(Element.of("strong", parts[0])).text(" " + Words.unbroken(parts[1])));
            }
            section.add(list);
        }
        return section;
    }

    private static Element sentences(Findings findings, Workload workload) {
        Element list = Element.of("ul").as("answers");
        for (Variant variant : findings.compared()) {
            list.add(Element.of("li")
                    .add(Look.of(variant, findings.results().options().variants())
                            .sample())
                    .text(" ")
                    .add(Element.of("strong", variant.name()))
                    .text(" " + Words.unbroken(Answers.sentence(findings, workload, variant))));
        }
        return list;
    }

    private static List<Element> foretold(Foretold foretold) {
        List<Element> paragraphs = new ArrayList<>();
        foretold.expected()
                .ifPresent(it -> paragraphs.add(Element.of("p")
                        .as("caption")
                        .text("Expected: " + Words.unbroken(it) + "."
                                + foretold.borneOut()
                                        .map(by -> " Borne out " + by + ".")
                                        .orElse(""))));
        foretold.contradictions()
                .forEach(it -> paragraphs.add(
                        Element.of("p").as("warn").text("\u2717 Contradicted: " + Words.unbroken(it) + ".")));
        return paragraphs;
    }

    private static String caption(Findings findings, Workload workload) {
        boolean floor = findings.cases(workload).stream()
                .anyMatch(it -> findings.comparisons().floor(it).isPresent());
        return "Cost against baseline of the same round, on a logarithmic axis, with its 95 % interval. "
                + (floor
                        ? "The grey band is the noise floor: what baseline shows against itself, reaching to 1; where its"
                                + " edge is dashed it is that of other sizes. What touches it is no difference."
                        : "There is no noise floor: it takes six rounds of baseline against itself.")
                + " A hollow mark has no interval, or is baseline itself, measured twice in a round (baseline').";
    }

    private static List<Element> gates(List<GateResult> gates) {
        return gates.stream()
                .map(gate -> Element.of("p")
                        .as(gate.holds() ? "gate faster" : "gate slower")
                        .text((gate.holds() ? "\u2713 " : "\u2717 ") + TextNotes.gate(gate)))
                .toList();
    }
}
