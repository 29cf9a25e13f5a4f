package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.emit.ServerOptions;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.plan.Alternative;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.rule.TrialOffer;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Advice as text: the JVM, the steps to take, the pages of each region, findings, alternatives and unknown facts. */
public final class AdviceText {
    private static final int SEVERITY = 10;

    /** Findings of a brief answer; others are named. */
    private static final int MOST_FINDINGS = 2;

    private static final String INDENT = "  ";
    private static final String COST_GAP = "   ";
    private static final String DEEP = "    ";
    private static final String LABELLED = DEEP + "        ";

    private final Advice advice;
    private final boolean brief;
    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    private AdviceText(Advice advice, boolean brief, boolean colour) {
        this.advice = advice;
        // A crash log is read once, for its explanation.
        this.brief = brief && advice.jvm().crash().isEmpty();
        this.colour = colour;
    }

    /** All of it: {@code --verbose}. */
    public static String write(Advice advice, boolean colour) {
        return new AdviceText(advice, false, colour).text();
    }

    /** The present pages, the steps and why, in as few lines as usually fit on a screen. */
    public static String brief(Advice advice, boolean colour) {
        return new AdviceText(advice, true, colour).text();
    }

    private String text() {
        headline();
        lines.add("");
        boolean died = advice.jvm().crash().isPresent();
        if (died) {
            death(advice.jvm().crash().get());
        } else {
            verdict();
            lines.add("");
        }
        if (!advice.jvm().located().isEmpty()) {
            lines.addAll(RegionTable.lines(advice, brief, colour));
            lines.add("");
        }
        if (!died) {
            findings();
        }
        alternatives();
        unknowns();
        notes();
        more();
        return String.join("\n", lines).stripTrailing() + "\n";
    }

    /** Why the JVM died, then the steps that remain. A finding of the highest severity says it better than the log does. */
    private void death(Crash crash) {
        boolean explained = advice.findings().stream().anyMatch(finding -> finding.severity() == Severity.CRITICAL);
        if (!explained) {
            wrap(DeathText.of(crash), "");
            lines.add("");
        }
        findings();
        if (!advice.plan().steps().isEmpty()) {
            plan();
            lines.add("");
        }
    }

    /** Adds an empty line if the last line is not empty. */
    private void blank() {
        if (!lines.get(lines.size() - 1).isEmpty()) {
            lines.add("");
        }
    }

    /** The JVM and its main class on one line if they fit, else the end of the main class on a second line. */
    private void headline() {
        Jvm jvm = advice.jvm();
        Optional<VmIdentity> identity = jvm.identity().known();
        String what = identity.map(it -> (isNoJvm() ? "not a JVM" : (it.vm() + " " + it.version()).strip())
                        + (it.vendor().isEmpty() ? "" : " (" + it.vendor() + ")")
                        + it.gc().map(gc -> ", " + gc).orElse("")
                        + it.maxHeap().map(heap -> ", heap up to " + heap).orElse(""))
                .orElse("VM unknown");
        String main = jvm.main();
        String head = jvm.pid() + INDENT + what;
        if (head.length() + INDENT.length() + main.length() <= Paragraph.width()) {
            lines.add((Style.BOLD.of(head, colour) + INDENT + Visible.line(main)).stripTrailing());
            return;
        }
        int first = lines.size();
        wrap(head, "", INDENT);
        lines.subList(first, lines.size()).replaceAll(line -> Style.BOLD.of(line, colour));
        int room = Paragraph.width() - INDENT.length();
        lines.add((INDENT
                        + Visible.line(main.length() <= room ? main : "..." + main.substring(main.length() - room + 3)))
                .stripTrailing());
    }

    /** The steps of the plan, or the reason why there are none. */
    private void verdict() {
        if (!advice.plan().steps().isEmpty()) {
            plan();
            return;
        }
        wrap(withoutPlan(), "", INDENT);
    }

    private String withoutPlan() {
        boolean hints = advice.findings().stream()
                .allMatch(finding -> !isSerious(finding) && finding.actions().isEmpty());
        if (!advice.findings().isEmpty() && hints) {
            return "No problem found. Nothing to change now. The findings below are hints.";
        }
        if (!advice.findings().isEmpty()) {
            return "No change is possible now. The findings below say why.";
        }
        Optional<String> other = otherVm();
        if (other.isPresent()) {
            return isNoJvm()
                    ? "Not examined: this process is not a JVM. hp-cli jvms lists the JVMs of this host."
                    : "Not examined: " + other.get() + ".";
        }
        if (!advice.jvm().isSeen()) {
            return DeniedText.isFor(advice.jvm())
                    ? permissionDenied()
                    : "The pages of its heap are unknown. The reasons are below.";
        }
        boolean blind = advice.outcomes().stream().anyMatch(Outcome.Unknown.class::isInstance);
        return blind ? "No problem found, but some facts are unknown." : "No problem found. Nothing to change." + why();
    }

    /** The reason of the rule that would advise huge pages for this heap, as a sentence after others. */
    private String why() {
        String rule = Rules.ofHeap(advice.requested()).id();
        return advice.outcomes().stream()
                .filter(outcome -> outcome.rule().equals(rule))
                .map(outcome -> outcome instanceof Outcome.NotApplicable not
                        ? not.reason()
                        : outcome instanceof Outcome.Pass pass ? pass.summary() : "")
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .map(reason ->
                        " " + reason.substring(0, 1).toUpperCase(Locale.ROOT) + stripped(reason.substring(1)) + ".")
                .orElse("");
    }

    private String permissionDenied() {
        String text = DeniedText.of(advice.jvm(), "hp-cli advise");
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private void findings() {
        // The most severe come first. Beside problems, hints are named only.
        long serious = advice.findings().stream().filter(AdviceText::isSerious).count();
        long shown = brief ? serious == 0 ? MOST_FINDINGS : Math.min(serious, MOST_FINDINGS) : Long.MAX_VALUE;
        for (Outcome.Finding finding : advice.findings().stream().limit(shown).toList()) {
            String padded = String.format(Locale.ROOT, "%-" + SEVERITY + "s", finding.severity());
            lines.add(style(finding.severity()).of(padded, colour) + finding.rule() + "  " + finding.subject());
            wrap(finding.summary() + ".", DEEP);
            if (!brief) {
                wrap(finding.explanation(), DEEP);
            }
            Optional<String> dropped = advice.plan().whyOmitted(finding);
            if (dropped.isPresent()) {
                labelled("fix", "not possible on this host: " + stripped(dropped.get()) + ".");
            } else if (!brief) {
                if (!finding.actions().isEmpty()) {
                    labelled("fix", steps(finding));
                }
                labelled("effect", finding.expectedEffect());
            }
            if (brief && dropped.isEmpty()) {
                TrialOffer.of(finding, advice.jvm()).ifPresent(offer -> labelled("trial", offer));
            }
            lines.add("");
        }
        String others = advice.findings().stream()
                .skip(shown)
                .map(finding -> finding.rule() + " " + finding.subject())
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            wrap("Other findings: " + others + ".", "", INDENT);
        }
    }

    /** Where the rest is. A crash log and a command line have no PID. */
    private void more() {
        if (!brief || advice.findings().isEmpty()) {
            return;
        }
        blank();
        String rule = advice.findings().get(0).rule();
        String rest = advice.plan().alternatives().isEmpty() ? "explanations" : "explanations and alternatives";
        wrap("More: --verbose has " + rest + "; hp-cli explain " + rule + ".", "", INDENT);
    }

    private void labelled(String label, String text) {
        wrap(text, DEEP + label + ":" + " ".repeat(LABELLED.length() - DEEP.length() - label.length() - 1), LABELLED);
    }

    /** The numbers of its steps in the plan: {@code steps 1 and 2 above}. */
    private String steps(Outcome.Finding finding) {
        List<String> numbers =
                advice.plan().idsOf(finding).stream().map(id -> id.substring(1)).toList();
        if (numbers.isEmpty()) {
            return "no step of its own; take the steps above first";
        }
        int last = numbers.size() - 1;
        return (last == 0 ? "step " : "steps " + String.join(", ", numbers.subList(0, last)) + " and ")
                + numbers.get(last) + " above";
    }

    /** The reason for a VM that is not HotSpot. */
    private boolean isNoJvm() {
        return advice.jvm()
                .identity()
                .known()
                .filter(identity -> identity.vm() == VmKind.NOT_JAVA)
                .isPresent();
    }

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
        lines.add(Style.BOLD.of(wrong ? "What to do:" : "No problem found. Possible improvement:", colour));
        int number = 1;
        for (Step step : advice.plan().steps()) {
            String line = INDENT + number++ + ". " + ActionText.of(step.action());
            String cost = StepCost.of(advice, step, wrong);
            boolean fits = line.length() + COST_GAP.length() + cost.length() <= Paragraph.width();
            if (fits) {
                lines.add((line + COST_GAP + cost).stripTrailing());
                continue;
            }
            action(step.action(), INDENT + (number - 1) + ". ", INDENT + COST_GAP);
            if (!cost.isEmpty()) {
                wrap(cost, INDENT + COST_GAP, INDENT + COST_GAP);
            }
        }
        server();
        if (advice.plan().actions().stream().anyMatch(ActionText::isCommand)) {
            wrap("A reboot resets these kernel settings. hp-cli emit writes files that keep or undo them.", INDENT);
        }
    }

    /** A command stays on one line, so that it can be copied. */
    private void action(Action action, String first, String others) {
        String text = ActionText.of(action);
        if (ActionText.isCommand(action)) {
            lines.add(first + text);
        } else {
            wrap(text, first, others);
        }
    }

    static boolean isSerious(Outcome.Finding finding) {
        return finding.severity() != Severity.INFO;
    }

    /** Plans by THP and by a pool, each with its cost. One of them is the recommended plan. */
    private void alternatives() {
        if (brief || advice.plan().alternatives().isEmpty()) {
            return;
        }
        lines.add("Alternatives:");
        for (Alternative alternative : advice.plan().alternatives()) {
            String name = alternative.kind().equals("THP") ? "transparent huge pages" : "a hugetlb pool";
            String why = alternative.isRecommended()
                    ? " (recommended: " + alternative.recommendation() + ")"
                    : alternative.isPossible() ? "" : " (not possible: " + stripped(alternative.objection()) + ")";
            wrap(name + why, INDENT, INDENT + INDENT);
            if (alternative.isPossible()) {
                wrap(alternative.cost(), INDENT + INDENT);
            }
            if (alternative.isPossible() && !alternative.isRecommended()) {
                alternative
                        .actions()
                        .forEach(action -> action(action, INDENT + INDENT + "- ", INDENT + INDENT + INDENT));
            }
        }
    }

    private static String stripped(String text) {
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** The place of the flags, if the plan has some and the program is a known server. */
    private void server() {
        boolean flags = advice.plan().actions().stream()
                .anyMatch(action -> action.flags().isPresent());
        if (flags) {
            ServerOptions.of(advice.jvm()).ifPresent(this::server);
        }
    }

    private void server(ServerOptions server) {
        wrap(server.sentence() + " " + server.use(), INDENT);
        server.paste(advice.addedFlags()).forEach(line -> lines.add(INDENT + INDENT + line));
        if (!server.vendor().isEmpty()) {
            wrap(server.vendor(), INDENT);
        }
        wrap("Source: " + server.source(), INDENT);
    }

    private void notes() {
        for (String note : advice.notes()) {
            blank();
            wrap("Note: " + note, "", INDENT);
        }
    }

    private void unknowns() {
        if (advice.unknowns().isEmpty() || isNoJvm()) {
            return;
        }
        blank();
        lines.add("Unknown:");
        Map<String, List<String>> facts = new LinkedHashMap<>();
        for (Missing missing : advice.unknowns()) {
            facts.computeIfAbsent(missing.why(), key -> new ArrayList<>()).add(missing.fact());
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
        lines.addAll(Paragraph.wrap(text, first, others));
    }
}
