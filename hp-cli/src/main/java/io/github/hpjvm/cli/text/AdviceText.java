package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.plan.Alternative;
import io.github.hpjvm.advisor.text.Visible;
import io.github.hpjvm.bench.report.Figures;
import io.github.hpjvm.bench.report.Style;
import io.github.hpjvm.bench.report.Table;
import io.github.hpjvm.bench.report.Table.Cell;
import io.github.hpjvm.bench.report.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Advice for a person at a shell: which JVM, what is behind its memory, what is wrong, what to type. */
public final class AdviceText {
    private static final int WIDTH = 100;
    private static final int BAR = 20;
    private static final int SEVERITY = 10;
    private static final String INDENT = "  ";
    private static final String COST_GAP = "   ";
    private static final String DEEP = "            ";

    private final Advice advice;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private AdviceText(Advice advice, boolean colour) {
        this.advice = advice;
        this.colour = colour;
    }

    public static String write(Advice advice, boolean colour) {
        return new AdviceText(advice, colour).text();
    }

    private String text() {
        headline();
        lines.add("");
        verdict();
        lines.add("");
        if (!advice.jvm().located().isEmpty()) {
            regions();
            lines.add("");
        }
        findings();
        alternatives();
        unknowns();
        return String.join("\n", lines).stripTrailing() + "\n";
    }

    /** An empty line, unless there is one. */
    private void blank() {
        if (!lines.get(lines.size() - 1).isEmpty()) {
            lines.add("");
        }
    }

    /** On one line if it fits, else the main class, of which the end matters, below. */
    private void headline() {
        Jvm jvm = advice.jvm();
        Optional<VmIdentity> identity = jvm.identity().known();
        String what = identity.map(it -> (it.vm() + " " + it.version()).strip()
                        + (it.vendor().isEmpty() ? "" : " (" + it.vendor() + ")")
                        + it.gc().map(gc -> ", " + gc).orElse("")
                        + it.maxHeap().map(heap -> ", heap up to " + heap).orElse(""))
                .orElse("unknown VM");
        String main = jvm.arguments()
                .known()
                .map(Arguments::main)
                .filter(text -> !text.isEmpty())
                .orElse("");
        String head = jvm.pid() + INDENT + what;
        if (head.length() + INDENT.length() + main.length() <= WIDTH) {
            lines.add((Style.BOLD.of(head, colour) + INDENT + Visible.line(main)).stripTrailing());
            return;
        }
        int first = lines.size();
        wrap(head, "", INDENT);
        lines.subList(first, lines.size()).replaceAll(line -> Style.BOLD.of(line, colour));
        int room = WIDTH - INDENT.length();
        lines.add((INDENT
                        + Visible.line(main.length() <= room ? main : "..." + main.substring(main.length() - room + 3)))
                .stripTrailing());
    }

    private void regions() {
        Table table = new Table(
                Column.left("region"),
                Column.right("reserved"),
                Column.right("resident"),
                Column.left("asked"),
                Column.left("on"),
                Column.left("on huge pages"));
        for (Region region : advice.jvm().located()) {
            Optional<Backing> backing = region.backing().known();
            table.row(List.of(
                    Cell.of(region.name().toString()),
                    Cell.of(Figures.mebibytes(region.reserved())),
                    Cell.of(backing.map(AdviceText::resident).orElse("unknown")),
                    Cell.of(advice.requested(region.name()).name()),
                    Cell.of(backing.flatMap(Backing::kind).map(Enum::name).orElse("unknown")),
                    Cell.of(backing.map(AdviceText::bar).orElse(""))));
        }
        lines.addAll(table.lines(INDENT, colour));
        advice.jvm().located().forEach(this::difference);
    }

    /** Why a region is on other pages than it would get now. */
    private void difference(Region region) {
        advice.expected(region.name())
                .filter(expected -> !expected.difference().isEmpty())
                .ifPresent(expected -> wrap(
                        region.name() + ": " + expected.forecast().kind().orElseThrow() + " expected; "
                                + expected.difference() + ".",
                        INDENT,
                        INDENT + INDENT));
    }

    private static String resident(Backing backing) {
        return backing.residentMin().equals(backing.residentMax())
                ? Figures.mebibytes(backing.residentMin())
                : Figures.mebibytes(backing.residentMin()) + " to " + Figures.mebibytes(backing.residentMax());
    }

    private static String bar(Backing backing) {
        if (backing.coverageMin().isEmpty()) {
            return "";
        }
        double least = backing.coverageMin().getAsDouble();
        int full = (int) Math.round(least * BAR);
        String percent = backing.coverage().isPresent()
                ? Figures.percent(least)
                : Figures.percent(least) + " to "
                        + Figures.percent(backing.coverageMax().getAsDouble());
        return "#".repeat(full) + ".".repeat(BAR - full) + " " + percent;
    }

    /** The first thing that is read: what to do, or that there is nothing to do. */
    private void verdict() {
        if (!advice.plan().steps().isEmpty()) {
            plan();
            return;
        }
        wrap(nothing(), "", INDENT);
    }

    private String nothing() {
        if (!advice.findings().isEmpty()) {
            return "Nothing to change now. What was found, and why nothing is done about it, is below.";
        }
        Optional<String> other = otherVm();
        if (other.isPresent()) {
            return "Not to be judged: " + other.get() + ".";
        }
        if (!advice.jvm().isSeen()) {
            return "Too little could be seen to judge its heap; what is missing is below.";
        }
        boolean blind = advice.outcomes().stream().anyMatch(Outcome.Unknown.class::isInstance);
        return blind ? "Nothing is known to be wrong; not all could be seen." : "Nothing to change.";
    }

    private void findings() {
        for (Outcome.Finding finding : advice.findings()) {
            String severity = finding.severity().toString();
            String padded = severity + " ".repeat(Math.max(0, SEVERITY - severity.length()));
            lines.add(style(finding.severity()).of(padded, colour) + finding.rule() + "  " + finding.subject());
            wrap(finding.summary() + ".", DEEP);
            wrap(finding.explanation(), DEEP);
            Optional<String> dropped = advice.plan().whyOmitted(finding);
            if (dropped.isPresent()) {
                wrap("do:    nothing yet; what helps elsewhere does not here: " + stripped(dropped.get()) + ".", DEEP);
            } else {
                if (!finding.actions().isEmpty()) {
                    wrap("do:    " + steps(finding), DEEP);
                }
                wrap("then:  " + finding.expectedEffect(), DEEP);
            }
            lines.add("");
        }
    }

    /** Which steps of the plan are for it: {@code 1 and 2 above}. */
    private String steps(Outcome.Finding finding) {
        List<String> numbers =
                advice.plan().idsOf(finding).stream().map(id -> id.substring(1)).toList();
        if (numbers.isEmpty()) {
            return "nothing of its own; what is to be done above comes first";
        }
        int last = numbers.size() - 1;
        return (last == 0 ? "" : String.join(", ", numbers.subList(0, last)) + " and ") + numbers.get(last) + " above";
    }

    /** Why nothing can be said of a VM that is not HotSpot. */
    private Optional<String> otherVm() {
        boolean other = advice.jvm()
                .identity()
                .known()
                .filter(identity -> !identity.isHotSpot())
                .isPresent();
        return advice.outcomes().stream()
                .filter(outcome -> other && outcome instanceof Outcome.NotApplicable)
                .map(outcome -> ((Outcome.NotApplicable) outcome).reason())
                .findFirst();
    }

    private void plan() {
        boolean wrong = advice.findings().stream().anyMatch(AdviceText::isSerious);
        lines.add(Style.BOLD.of(wrong ? "What to do:" : "Nothing is wrong. What could be better:", colour));
        int number = 1;
        for (Step step : advice.plan().steps()) {
            String line = INDENT + number++ + ". " + ActionText.of(step.action());
            String cost = cost(step, wrong);
            boolean fits = line.length() + COST_GAP.length() + cost.length() <= WIDTH;
            lines.add(fits ? (line + COST_GAP + cost).stripTrailing() : line);
            if (!fits && !cost.isEmpty()) {
                wrap(cost, INDENT + COST_GAP, INDENT + COST_GAP);
            }
        }
        if (advice.plan().actions().stream().anyMatch(AdviceText::isForgotten)) {
            lines.add(INDENT
                    + "The host forgets this at the next boot; hp-cli emit writes files that keep it or undo it.");
        }
    }

    private static boolean isForgotten(Action action) {
        return action.setting().isPresent();
    }

    private static boolean isSerious(Outcome.Finding finding) {
        return finding.severity() != Severity.INFO;
    }

    /** In brackets what a step costs, and whether it can be left out: where something is wrong, what only adds to it. */
    private String cost(Step step, boolean wrong) {
        Action action = step.action();
        String cost = action.kind() == Action.Kind.RESTART_JVM ? "" : action.cost();
        List<Outcome.Finding> wanting = advice.findings().stream()
                .filter(finding -> advice.plan().idsOf(finding).contains(step.id()))
                .filter(finding -> finding.actions().stream().anyMatch(one -> one.kind() == action.kind()))
                .toList();
        boolean optional = wrong && !wanting.isEmpty() && wanting.stream().noneMatch(AdviceText::isSerious);
        String only = optional
                ? (action.flags().isPresent() ? "the flag is optional: " : "optional: ")
                        + wanting.get(0).rule()
                : "";
        return cost.isEmpty() && only.isEmpty()
                ? ""
                : "(" + cost + (cost.isEmpty() || only.isEmpty() ? "" : "; ") + only + ")";
    }

    /** Both ways to huge pages with their price, of which the plan is one. */
    private void alternatives() {
        if (advice.plan().alternatives().isEmpty()) {
            return;
        }
        lines.add("Two ways to huge pages:");
        for (Alternative way : advice.plan().alternatives()) {
            String name = way.kind().equals("THP") ? "transparent huge pages" : "a hugetlb pool";
            String why = way.isRecommended()
                    ? " (recommended: " + way.recommendation() + ")"
                    : way.isPossible() ? "" : " (not here: " + stripped(way.objection()) + ")";
            wrap(name + why, INDENT, INDENT + INDENT);
            if (way.isPossible()) {
                wrap(way.cost(), INDENT + INDENT);
            }
            if (way.isPossible() && !way.isRecommended()) {
                way.actions().forEach(action -> lines.add(INDENT + INDENT + "- " + ActionText.of(action)));
            }
        }
    }

    private static String stripped(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    private void unknowns() {
        if (advice.unknowns().isEmpty()) {
            return;
        }
        blank();
        lines.add("Not seen:");
        Map<String, List<String>> facts = new LinkedHashMap<>();
        for (Missing missing : advice.unknowns()) {
            String why = missing.reason() + " (" + missing.source() + ")"
                    + (missing.grant().isEmpty() ? "" : "; " + missing.grant());
            facts.computeIfAbsent(why, key -> new ArrayList<>()).add(missing.fact());
        }
        facts.forEach((why, names) -> wrap(String.join(", ", names) + ": " + why, INDENT, INDENT + INDENT));
    }

    private static Style style(Severity severity) {
        return switch (severity) {
            case CRITICAL -> Style.BAD;
            case WARNING -> Style.WARN;
            case INFO -> Style.BOLD;
        };
    }

    private void wrap(String text, String indent) {
        wrap(text, indent, indent);
    }

    private void wrap(String text, String first, String others) {
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : Visible.line(text).split(" ")) {
            if (!empty && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(others);
            }
            line.append(word).append(' ');
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
    }
}
