package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.plan.Way;
import io.github.hpjvm.bench.report.Figures;
import io.github.hpjvm.bench.report.Style;
import io.github.hpjvm.bench.report.Table;
import io.github.hpjvm.bench.report.Table.Cell;
import io.github.hpjvm.bench.report.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Advice for a person at a shell: which JVM, what is behind its memory, what is wrong, what to type. */
public final class AdviceText {
    private static final int WIDTH = 100;
    private static final int BAR = 20;
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
        if (!advice.jvm().located().isEmpty()) {
            regions();
            lines.add("");
        }
        findings();
        plan();
        ways();
        unknowns();
        return String.join("\n", lines) + "\n";
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
            lines.add((Style.BOLD.of(head, colour) + INDENT + main).stripTrailing());
            return;
        }
        int first = lines.size();
        wrap(head, "", INDENT);
        lines.subList(first, lines.size()).replaceAll(line -> Style.BOLD.of(line, colour));
        int room = WIDTH - INDENT.length();
        lines.add((INDENT + (main.length() <= room ? main : "..." + main.substring(main.length() - room + 3)))
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

    private void findings() {
        List<Outcome.Finding> findings = advice.findings();
        if (findings.isEmpty()) {
            Optional<String> other = otherVm();
            if (other.isPresent()) {
                wrap("Not to be judged: " + other.get() + ".", "", INDENT);
                return;
            }
            boolean blind = advice.outcomes().stream().anyMatch(Outcome.Unknown.class::isInstance);
            lines.add(blind ? "Nothing is known to be wrong; not all could be seen." : "Nothing to change.");
        }
        for (Outcome.Finding finding : findings) {
            lines.add(style(finding.severity()).of(String.format(Locale.ROOT, "%-10s", finding.severity()), colour)
                    + finding.rule() + "  " + finding.subject());
            wrap(finding.summary() + ".", DEEP);
            wrap(finding.explanation(), DEEP);
            Optional<String> dropped = advice.plan().whyDropped(finding);
            if (dropped.isPresent()) {
                wrap("do:    nothing yet; what helps elsewhere does not here: " + stripped(dropped.get()) + ".", DEEP);
            } else {
                finding.actions().forEach(action -> command("do:    ", command(action)));
                wrap("then:  " + finding.expectedEffect(), DEEP);
            }
            lines.add("");
        }
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

    /** A command is never broken: one that does not fit beside its label is below it, as far to the left as needed. */
    private void command(String label, String command) {
        String shown = Style.BOLD.of(command, colour);
        if (DEEP.length() + label.length() + command.length() <= WIDTH) {
            lines.add(DEEP + label + shown);
            return;
        }
        lines.add((DEEP + label).stripTrailing());
        lines.add(" ".repeat(Math.max(0, Math.min(DEEP.length(), WIDTH - command.length()))) + shown);
    }

    private void plan() {
        if (advice.plan().steps().isEmpty()) {
            return;
        }
        lines.add("In this order:");
        int number = 1;
        for (Step step : advice.plan().steps()) {
            String line = INDENT + number++ + ". " + command(step.action());
            String cost =
                    step.action().cost().isEmpty() ? "" : "(" + step.action().cost() + ")";
            boolean fits = line.length() + COST_GAP.length() + cost.length() <= WIDTH;
            lines.add(fits ? (line + COST_GAP + cost).stripTrailing() : line);
            if (!fits && !cost.isEmpty()) {
                wrap(cost, INDENT + COST_GAP, INDENT + COST_GAP);
            }
        }
    }

    /** Both ways to huge pages with their price, of which the plan is one. */
    private void ways() {
        if (advice.plan().ways().isEmpty()) {
            return;
        }
        if (!advice.plan().steps().isEmpty()) {
            lines.add("");
        }
        lines.add("Two ways to huge pages:");
        for (Way way : advice.plan().ways()) {
            String name = way.kind().equals("THP") ? "transparent huge pages" : "a hugetlb pool";
            String why = way.isRecommended()
                    ? " (recommended: " + way.recommendation() + ")"
                    : way.isPossible() ? "" : " (not here: " + stripped(way.objection()) + ")";
            wrap(name + why, INDENT, INDENT + INDENT);
            if (way.isPossible()) {
                wrap(way.price(), INDENT + INDENT);
            }
            if (way.isPossible() && !way.isRecommended()) {
                way.actions().forEach(action -> lines.add(INDENT + INDENT + "- " + command(action)));
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
        lines.add("");
        lines.add("Not seen:");
        Map<String, List<String>> facts = new LinkedHashMap<>();
        for (Missing missing : advice.unknowns()) {
            String why = missing.reason() + " (" + missing.source() + ")"
                    + (missing.grant().isEmpty() ? "" : "; " + missing.grant());
            facts.computeIfAbsent(why, key -> new ArrayList<>()).add(missing.fact());
        }
        facts.forEach((why, names) -> wrap(String.join(", ", names) + ": " + why, INDENT, INDENT + INDENT));
    }

    /** What to type, or to do. */
    private static String command(Action action) {
        if (action instanceof Action.Sysctl sysctl) {
            return "sudo sysctl -w " + sysctl.key() + "=" + sysctl.value();
        }
        if (action instanceof Action.KernelFile file) {
            return "echo " + file.value() + " | sudo tee " + file.path();
        }
        if (action instanceof Action.CgroupFile file) {
            return "echo " + file.value() + " | sudo tee " + file.file();
        }
        if (action instanceof Action.PodResource resource) {
            return "set the container's resource " + resource.name() + " to " + resource.value();
        }
        if (action instanceof Action.Environment variable) {
            return "start the JVM with " + variable.name() + "=" + variable.value() + " in its environment";
        }
        if (action instanceof Action.KernelArgument argument) {
            return "boot the kernel with " + argument.arg();
        }
        if (action instanceof Action.ChangeJdk jdk) {
            return "start the JVM on Java " + String.join(" or ", jdk.acceptable());
        }
        if (action instanceof Action.JvmFlag flag) {
            return flag.add().isEmpty()
                    ? "take out " + String.join(" ", flag.remove())
                    : "start the JVM with " + String.join(" ", flag.add())
                            + (flag.remove().isEmpty() ? "" : ", without " + String.join(" ", flag.remove()));
        }
        return "restart the JVM";
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
        for (String word : text.split(" ")) {
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
