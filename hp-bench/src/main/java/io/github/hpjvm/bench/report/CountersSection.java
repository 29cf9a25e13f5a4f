package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.run.Case;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
            return section.add(table(findings, profiled));
        }
        return findings.results().countersUnavailable().isPresent()
                ? section
                : section.add(Element.of("p")
                        .text("No round counted events. ")
                        .add(Element.of("code", "-Dhp.profilers=perfnorm"))
                        .text(" adds one that does."));
    }

    private static Element table(Findings findings, List<Run> profiled) {
        List<String> events = profiled.stream()
                .flatMap(run -> run.counters().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        HtmlTable table = new HtmlTable(titles(events));
        for (Case subject : findings.results().cases()) {
            for (Variant variant : findings.results().options().variants()) {
                profiled.stream()
                        .filter(run -> run.job().subject().equals(subject)
                                && run.job().variant().equals(variant))
                        .forEach(run -> table.row(cells(run, events)));
            }
        }
        return table.draw();
    }

    private static List<String> titles(List<String> events) {
        List<String> titles = new ArrayList<>(List.of("per operation (task-clock in ms)", "variant"));
        titles.addAll(events);
        return titles;
    }

    private static List<Element> cells(Run run, List<String> events) {
        List<Element> cells = new ArrayList<>();
        cells.add(HtmlTable.name(run.job().subject().workload().name() + " "
                + Figures.params(run.job().subject())));
        cells.add(HtmlTable.text(run.job().variant().name() + (run.evidence().realised() ? "" : " (not realised)")));
        for (String event : events) {
            Double count = run.counters().get(event);
            cells.add(HtmlTable.number(
                    count == null || !Double.isFinite(count) ? "-" : String.format(Locale.ROOT, "%.4g", count)));
        }
        return cells;
    }
}
