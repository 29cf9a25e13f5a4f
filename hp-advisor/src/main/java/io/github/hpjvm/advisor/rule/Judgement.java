package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What some rules say about one JVM.
 *
 * @param outcomes their answers, in the order of the rules
 * @param missed the facts that they asked for and that are absent, each once, in the order in which they were asked for
 */
public record Judgement(List<Outcome> outcomes, List<Missing> missed) {

    public Judgement {
        outcomes = List.copyOf(outcomes);
        missed = List.copyOf(missed);
    }

    /** What these rules say, in their order. They are about HotSpot, and apply to no other. */
    static Judgement of(List<Rule> rules, Facts facts, Jvm jvm) {
        List<Outcome> outcomes = new ArrayList<>();
        Set<Missing> missed = new LinkedHashSet<>();
        for (Rule rule : rules) {
            Look look = new Look(facts, jvm, rule.id(), rule.subject());
            outcomes.addAll(answer(rule, look));
            missed.addAll(look.missed());
        }
        return new Judgement(outcomes, List.copyOf(missed));
    }

    private static List<Outcome> answer(Rule rule, Look look) {
        try {
            Optional<String> other = Asked.notHotSpot(look);
            return other.isPresent() ? look.notApplicable(other.get()) : rule.evaluate(look);
        } catch (MissingFactException e) {
            return look.unknown(e.missing());
        }
    }
}
