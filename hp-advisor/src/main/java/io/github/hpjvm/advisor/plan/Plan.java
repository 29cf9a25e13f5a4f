package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.text.First;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What to change, in order: host and control groups first, what is for the worst finding before the rest, what needs a
 * reboot next, then pods, the Java, its environment and flags, the restart last. An action that several findings ask for is in it once. Of two that write
 * different values to the same place, the one of the worse finding stays. All flags are one action: see
 * {@link MergedFlags}.
 *
 * @param steps what to do, in order; empty if nothing is to be changed
 * @param dropped the findings whose actions were tried and are not in it
 * @param ways both ways to huge pages, side by side; empty where there is nothing to choose
 */
public record Plan(List<Step> steps, List<Dropped> dropped, List<Way> ways) {

    public Plan {
        steps = List.copyOf(steps);
        dropped = List.copyOf(dropped);
        ways = List.copyOf(ways);
    }

    /** A plan that nothing was left out of. */
    public Plan(List<Step> steps) {
        this(steps, List.of(), List.of());
    }

    /** @param findings the worst first */
    public static Plan of(List<Outcome.Finding> findings) {
        return of(findings, List.of());
    }

    /**
     * @param findings the worst first, those that were dropped not among them
     * @param dropped what is said to be left out
     */
    public static Plan of(List<Outcome.Finding> findings, List<Dropped> dropped) {
        List<Action> actions = new ArrayList<>();
        findings.forEach(finding -> actions.addAll(finding.actions()));
        return new Plan(steps(merged(actions)), dropped, List.of());
    }

    /** One action for each target: the first of them, or for flags all in one. */
    private static List<Action> merged(List<Action> actions) {
        Map<String, Action> byTarget = new LinkedHashMap<>();
        MergedFlags flags = new MergedFlags();
        for (Action action : actions) {
            action.flags().ifPresentOrElse(flags::add, () -> byTarget.putIfAbsent(action.target(), action));
        }
        List<Action> merged = new ArrayList<>(byTarget.values());
        flags.action().ifPresent(merged::add);
        return merged;
    }

    private static List<Step> steps(List<Action> actions) {
        List<Action> ordered = new ArrayList<>(actions);
        ordered.sort((a, b) -> a.phase().compareTo(b.phase()));
        if (ordered.stream().anyMatch(Action::includesRestart)) {
            ordered.removeIf(Plan::isRestart);
        }
        List<Step> steps = new ArrayList<>();
        for (Action action : ordered) {
            steps.add(new Step("a" + (steps.size() + 1), action));
        }
        return steps;
    }

    /** The same with both ways beside it. */
    public Plan with(List<Way> both) {
        return new Plan(steps, dropped, both);
    }

    /** The same and these, which have no finding of their own; where both change one place, those that are in it stay. */
    public Plan followedBy(List<Action> more) {
        List<Action> all = new ArrayList<>(actions());
        all.addAll(more);
        return new Plan(steps(merged(all)), dropped, ways);
    }

    /** The same without some of its actions, and with the findings that these were for among the dropped. */
    public Plan without(Predicate<Action> unwanted, List<Dropped> more) {
        List<Dropped> all = new ArrayList<>(dropped);
        all.addAll(more);
        return new Plan(steps(actions().stream().filter(unwanted.negate()).toList()), all, ways);
    }

    /** The actions without their ids, in order. */
    public List<Action> actions() {
        return steps.stream().map(Step::action).toList();
    }

    /** What takes the plan back, the last change first; what has no inverse says so in its {@link Action#undo}. */
    public List<Action> undo() {
        List<Action> inverses = new ArrayList<>();
        for (Action action : actions()) {
            action.inverse().ifPresent(inverses::add);
        }
        Collections.reverse(inverses);
        return List.copyOf(inverses);
    }

    /** The ids of a finding's actions that are in this plan. */
    public List<String> idsOf(Outcome.Finding finding) {
        if (whyDropped(finding).isPresent()) {
            return List.of();
        }
        return steps.stream()
                .filter(step -> finding.actions().stream().anyMatch(action -> isDoneBy(action, step.action())))
                .map(Step::id)
                .toList();
    }

    /** True if the step has the same target, or includes the restart that is wanted. */
    private static boolean isDoneBy(Action wanted, Action step) {
        return wanted.target().equals(step.target()) || isRestart(wanted) && step.includesRestart();
    }

    private static boolean isRestart(Action action) {
        return action.kind() == Action.Kind.RESTART_JVM;
    }

    /** Why the finding's actions are left out; empty if they are not. */
    public Optional<String> whyDropped(Outcome.Finding finding) {
        return First.of(
                        dropped,
                        one -> one.rule().equals(finding.rule())
                                && one.subject().equals(finding.subject()))
                .map(Dropped::why);
    }
}
