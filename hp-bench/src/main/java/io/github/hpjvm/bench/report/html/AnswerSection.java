package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Answers;
import io.github.hpjvm.bench.report.model.ExpectationText;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.report.model.Warnings;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.NoBreak;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The first section: answers, warnings, gates, plots with the expectations, and notes. */
final class AnswerSection {
    private AnswerSection() {}

    static Element draw(Findings findings) {
        Element section = Element.of("section").with("id", "answer");
        boolean several = findings.workloads().size() > 1;
        for (Workload workload : findings.workloads()) {
            section.add(Element.of("h2", workload.name()), cards(findings, workload));
        }
        if (findings.ofCommand()) {
            section.add(Element.of("p").as("result").text(NoBreak.numbers(Answers.result(findings))));
        }
        Warnings.lines(findings)
                .forEach(line -> section.add(Element.of("p").as("banner").text(NoBreak.numbers(line))));
        section.add(gates(findings.results().gates(), findings));
        Set<String> captions = new HashSet<>();
        for (Workload workload : findings.workloads()) {
            if (several) {
                section.add(Element.of("h3", workload.name()));
            }
            if (findings.hasRatio(workload)) {
                section.add(RatioPlot.draw(findings, workload));
                String caption = caption(findings, workload);
                if (captions.add(caption)) {
                    section.add(Element.of("p").as("caption").text(caption));
                }
            }
            section.add(expectation(new ExpectationText(findings, workload)));
        }
        List<String> notes = new TextNotes(findings.results(), findings.comparisons()).lines();
        if (!notes.isEmpty()) {
            Element list = Element.of("ul").as("notes");
            for (String note : notes) {
                String[] parts = note.split(" {2,}", 2);
                list.add(Element.of("li").add(Element.of("strong", parts[0])).text(" " + NoBreak.numbers(parts[1])));
            }
            section.add(list);
        }
        return section;
    }

    /** A card for each variant: its name, its verdict and the sentence. */
    private static Element cards(Findings findings, Workload workload) {
        Element cards = Element.of("div").as("cards");
        for (Variant variant : findings.compared()) {
            List<Comparison> all = findings.comparisons(workload, variant);
            String colour = Answers.colour(all).name().toLowerCase(Locale.ROOT);
            Answers.Answer answer = Answers.of(findings, workload, variant);
            Element sentence = Element.of("p")
                    .as("sentence")
                    .text(NoBreak.numbers(answer.body()) + (answer.fix().isPresent() ? "; " : "."));
            answer.fix().ifPresent(it -> sentence.add(Element.of("code", it)));
            cards.add(Element.of("div")
                    .as("card " + colour)
                    .add(
                            Element.of("p")
                                    .as("head")
                                    .add(
                                            SeriesStyle.of(
                                                            variant,
                                                            findings.results()
                                                                    .options()
                                                                    .variants())
                                                    .sample(),
                                            Element.of("strong", Answers.label(variant)))
                                    .text(" ")
                                    .add(Element.of("span", Answers.summary(all))
                                            .as("badge")),
                            sentence));
        }
        return cards;
    }

    private static List<Element> expectation(ExpectationText expectation) {
        List<Element> paragraphs = new ArrayList<>();
        expectation
                .expected()
                .ifPresent(it -> paragraphs.add(Element.of("p")
                        .as("caption")
                        .text("Expected: " + NoBreak.numbers(it) + "."
                                + expectation
                                        .asExpected()
                                        .map(by -> " As expected: " + by + ".")
                                        .orElse(""))));
        expectation
                .unexpected()
                .forEach(it -> paragraphs.add(
                        Element.of("p").as("warn").text("\u2717 Unexpected: " + NoBreak.numbers(it) + ".")));
        return paragraphs;
    }

    private static String caption(Findings findings, Workload workload) {
        boolean checked = findings.cases(workload).stream()
                .anyMatch(it -> findings.comparisons().bias(it).isPresent());
        return "Cost against baseline in the same round, on a logarithmic axis, with its 95 % interval. "
                + (checked
                        ? "The grey band is the bias of the A/A pair; with a dashed edge, the bias of other cases. An interval"
                                + " outside the band that excludes 1 is a difference."
                        : "There is no A/A check; it needs six rounds of baseline and baseline'.")
                + " A hollow mark has no interval, or is the A/A check (baseline').";
    }

    private static List<Element> gates(List<GateResult> gates, Findings findings) {
        return gates.stream()
                .map(gate -> Element.of("p")
                        .as(gate.holds() ? "gate faster" : "gate slower")
                        .text((gate.holds() ? "\u2713 " : "\u2717 ") + TextNotes.gate(gate, findings)))
                .toList();
    }
}
