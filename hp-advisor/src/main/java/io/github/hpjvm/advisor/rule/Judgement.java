package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.facts.Missing;
import java.util.List;

/**
 * What all rules say about one JVM.
 *
 * @param outcomes their answers, in the order of the rules
 * @param missed the facts that they asked for and that are absent, each once, in the order in which they were asked for
 */
public record Judgement(List<Outcome> outcomes, List<Missing> missed) {

    public Judgement {
        outcomes = List.copyOf(outcomes);
        missed = List.copyOf(missed);
    }
}
