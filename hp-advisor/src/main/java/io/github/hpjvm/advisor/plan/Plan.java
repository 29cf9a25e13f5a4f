package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The actions to carry out, in the order of {@link io.github.hpjvm.advisor.action.Phase}, and within a phase those for the
 * worst finding first. An action that several findings advise is a step once. Of two actions with one target, the one of
 * the worse finding stays. All flags are one action: see {@link MergedFlags}.
 *
 * @param steps actions in the order of execution; empty if nothing is to be changed
 * @param omitted findings whose actions were tried and are not in the plan
 * @param alternatives the plan and its alternative for the pages of the heap; empty if there is no choice
 */
public record Plan(List<Step> steps, List<OmittedFinding> omitted, List<Alternative> alternatives) {

    public Plan {
        steps = List.copyOf(steps);
        omitted = List.copyOf(omitted);
        alternatives = List.copyOf(alternatives);
    }

    /** A plan that omits nothing and has no alternative. */
    public Plan(List<Step> steps) {
        this(steps, List.of(), List.of());
    }

    /** @param findings the worst first */
    public static Plan of(List<Outcome.Finding> findings) {
        return of(findings, List.of());
    }

    /**
     * The plan that resolves findings.
     *
     * @param findings the worst first, without the omitted ones
     * @param omitted findings that the plan leaves out
     */
    public static Plan of(List<Outcome.Finding> findings, List<OmittedFinding> omitted) {
        List<Action> actions = new ArrayList<>();
        findings.forEach(finding -> actions.addAll(finding.actions()));
        return new Plan(steps(merged(actions)), omitted, List.of());
    }

    /** One action for each target: the first one, and for flags all of them in one. */
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

    /** The same plan with alternatives. */
    public Plan with(List<Alternative> both) {
        return new Plan(steps, omitted, both);
    }

    /** The same plan with more actions, which no finding advises. Of two with one target, the one of this plan stays. */
    public Plan followedBy(List<Action> more) {
        List<Action> all = new ArrayList<>(actions());
        all.addAll(more);
        return new Plan(steps(merged(all)), omitted, alternatives);
    }

    /** The same plan without some actions, and with their findings among the omitted ones. */
    public Plan without(Predicate<Action> unwanted, List<OmittedFinding> more) {
        List<OmittedFinding> all = new ArrayList<>(omitted);
        all.addAll(more);
        return new Plan(steps(actions().stream().filter(unwanted.negate()).toList()), all, alternatives);
    }

    /** The actions without their ids, in order. */
    public List<Action> actions() {
        return steps.stream().map(Step::action).toList();
    }

    /** The actions that undo the plan, the last change first. An action without an inverse has only {@link Action#undo}. */
    public List<Action> undo() {
        List<Action> inverses = new ArrayList<>();
        for (Action action : actions()) {
            action.inverse().ifPresent(inverses::add);
        }
        Collections.reverse(inverses);
        return List.copyOf(inverses);
    }

    /** The ids of the steps that carry out a finding's actions. */
    public List<String> idsOf(Outcome.Finding finding) {
        if (whyOmitted(finding).isPresent()) {
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

    /** Why the plan leaves out the actions of a finding; empty if it does not. */
    public Optional<String> whyOmitted(Outcome.Finding finding) {
        return First.of(
                        omitted,
                        one -> one.rule().equals(finding.rule())
                                && one.subject().equals(finding.subject()))
                .map(OmittedFinding::why);
    }
}
