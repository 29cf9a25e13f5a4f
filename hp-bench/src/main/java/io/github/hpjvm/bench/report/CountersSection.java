package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/** What the CPU counted per operation, or why it could not be asked. */
final class CountersSection {
    private CountersSection() {}

    static Element draw(Findings findings) {
        Element section = Element.of("section").with("id", "counters").add(Element.of("h2", "Counters"));
        findings.results()
                .countersUnavailable()
                .ifPresent(why -> section.add(Element.of("p", why).as("warn")));
        List<Run> profiled = findings.results().runs().stream()
                .filter(run -> !run.counters().isEmpty())
                .toList();
        if (!profiled.isEmpty()) {
            return section.add(ratios(findings, profiled)).add(events(findings, profiled));
        }
        return findings.results().countersUnavailable().isPresent()
                ? section
                : section.add(Element.of("p")
                        .text("No round counted events. ")
                        .add(Element.of("code", "-Dhp.profilers=perfnorm"))
                        .text(" adds one that does."));
    }

    /** What the events mean for the TLB; nothing where none of them are of it. */
    private static List<Element> ratios(Findings findings, List<Run> profiled) {
        List<String> titles = new ArrayList<>(List.of("TLB", "variant"));
        titles.addAll(RatioColumns.TITLES);
        HtmlTable table = new HtmlTable(titles);
        Set<String> notes = new LinkedHashSet<>();
        inOrder(findings, profiled, run -> {
            TlbRatios ratios = run.tlbRatios();
            if (!ratios.isEmpty()) {
                List<Element> cells = names(run);
                RatioColumns.of(ratios).forEach(figure -> cells.add(HtmlTable.number(figure)));
                table.row(cells);
                notes.addAll(ratios.notes());
            }
        });
        if (table.isEmpty()) {
            return List.of();
        }
        Element list = Element.of("ul").as("notes");
        notes.forEach(note -> list.add(Element.of("li", note)));
        return notes.isEmpty() ? List.of(table.draw()) : List.of(table.draw(), list);
    }

    private static void inOrder(Findings findings, List<Run> profiled, Consumer<Run> each) {
        for (Case subject : findings.results().cases()) {
            for (Variant variant : findings.results().options().variants()) {
                profiled.stream()
                        .filter(run -> run.job().subject().equals(subject)
                                && run.job().variant().equals(variant))
                        .forEach(each);
            }
        }
    }

    private static Element events(Findings findings, List<Run> profiled) {
        List<String> events = profiled.stream()
                .flatMap(run -> run.counters().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        HtmlTable table = new HtmlTable(titles(events));
        inOrder(findings, profiled, run -> table.row(cells(run, events)));
        return table.draw();
    }

    private static List<String> titles(List<String> events) {
        List<String> titles = new ArrayList<>(List.of("per operation (task-clock in ms)", "variant"));
        titles.addAll(events);
        return titles;
    }

    private static List<Element> names(Run run) {
        return new ArrayList<>(List.of(
                HtmlTable.name(run.job().subject().workload().name() + " "
                        + Figures.params(run.job().subject())),
                HtmlTable.text(run.job().variant().name() + (run.evidence().realised() ? "" : " (not realised)"))));
    }

    private static List<Element> cells(Run run, List<String> events) {
        List<Element> cells = names(run);
        for (String event : events) {
            Double count = run.counters().get(event);
            cells.add(HtmlTable.number(
                    RatioColumns.number(count == null ? OptionalDouble.empty() : OptionalDouble.of(count))));
        }
        return cells;
    }
}
