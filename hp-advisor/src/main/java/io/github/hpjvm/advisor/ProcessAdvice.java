package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Missing;
import java.util.List;

/**
 * Advice on one JVM of this host, as {@code hp-cli advise} gives it.
 *
 * @param pid the id of the process
 * @param outcomes the result of each rule, in the order of the rules
 * @param plan the actions that follow from the findings, in the order of execution; empty if there is nothing to change
 * @param unknowns the facts that could not be read, each with its reason
 */
public record ProcessAdvice(long pid, List<Outcome> outcomes, List<Action> plan, List<Missing> unknowns) {
    public ProcessAdvice {
        outcomes = List.copyOf(outcomes);
        plan = List.copyOf(plan);
        unknowns = List.copyOf(unknowns);
    }

    /** Returns the findings among the outcomes, in the order of the rules. */
    public List<Outcome.Finding> findings() {
        return outcomes.stream()
                .filter(Outcome.Finding.class::isInstance)
                .map(Outcome.Finding.class::cast)
                .toList();
    }
}
