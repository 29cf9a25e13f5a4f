package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.RatioColumns;
import io.github.hpjvm.bench.terminal.CaseFigures;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.terminal.NoBreak;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;

/** The section on the CPU's counters per operation. */
final class CountersSection {
    private CountersSection() {}

    /** Returns whether any round counted events. */
    static boolean shows(Findings findings) {
        return findings.results().runs().stream()
                .anyMatch(run -> !run.counters().isEmpty());
    }

    static Element draw(Findings findings) {
        List<Run> profiled = findings.results().runs().stream()
                .filter(run -> !run.counters().isEmpty())
                .toList();
        return Element.of("section")
                .with("id", "counters")
                .add(Element.of("h2", "Counters"))
                .add(ratios(findings, profiled))
                .add(events(findings, profiled));
    }

    /** A table of the TLB ratios with notes; empty without TLB events. */
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

    /**
     * A table for each case, with a row for each event and a column for each variant, because names of events are long.
     */
    private static List<Element> events(Findings findings, List<Run> profiled) {
        Map<Case, List<Run>> cases = new LinkedHashMap<>();
        inOrder(
                findings,
                profiled,
                run -> cases.computeIfAbsent(run.job().subject(), key -> new ArrayList<>())
                        .add(run));
        List<Element> tables = new ArrayList<>();
        cases.forEach((subject, runs) -> {
            List<String> titles = new ArrayList<>(List.of(name(subject)));
            runs.forEach(run -> titles.add(variant(run)));
            HtmlTable table = new HtmlTable(titles);
            runs.stream()
                    .flatMap(run -> run.counters().keySet().stream())
                    .distinct()
                    .sorted()
                    .forEach(event -> table.row(counts(event, runs)));
            tables.add(table.draw());
        });
        tables.add(Element.of("p", "Per operation; task-clock in ms.").as("caption"));
        return tables;
    }

    private static List<Element> counts(String event, List<Run> runs) {
        List<Element> cells = new ArrayList<>(List.of(HtmlTable.name(event)));
        for (Run run : runs) {
            Double count = run.counters().get(event);
            cells.add(HtmlTable.number(
                    RatioColumns.number(count == null ? OptionalDouble.empty() : OptionalDouble.of(count))));
        }
        return cells;
    }

    private static String name(Case subject) {
        return subject.workload().name() + " " + NoBreak.numbers(CaseFigures.params(subject));
    }

    private static String variant(Run run) {
        return run.job().variant().name() + (run.evidence().realised() ? "" : " (not verified)");
    }

    private static List<Element> names(Run run) {
        return new ArrayList<>(List.of(HtmlTable.name(name(run.job().subject())), HtmlTable.text(variant(run))));
    }
}
