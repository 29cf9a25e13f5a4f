package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.plan.Step;
import java.util.List;

/** The cost of a step in brackets, and whether it is optional: needed for findings of severity INFO only. */
final class StepCost {
    private StepCost() {}

    /**
     * Returns it; empty if there is nothing to say.
     *
     * @param wrong whether a finding is more severe than INFO
     */
    static String of(Advice advice, Step step, boolean wrong) {
        Action action = step.action();
        String cost = action.kind() == Action.Kind.RESTART_JVM ? "" : action.cost();
        List<Outcome.Finding> resolved = advice.findings().stream()
                .filter(finding -> advice.plan().idsOf(finding).contains(step.id()))
                .filter(finding -> finding.actions().stream().anyMatch(one -> one.kind() == action.kind()))
                .toList();
        boolean optional = wrong && !resolved.isEmpty() && resolved.stream().noneMatch(AdviceText::isSerious);
        String only = optional
                ? (action.flags().isPresent() ? "the flag is optional: " : "optional: ")
                        + resolved.get(0).rule()
                : "";
        return cost.isEmpty() && only.isEmpty()
                ? ""
                : "(" + cost + (cost.isEmpty() || only.isEmpty() ? "" : "; ") + only + ")";
    }
}
