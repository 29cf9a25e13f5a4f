package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.support.JudgedJvm;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Missing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The outcomes of rules for one JVM.
 *
 * @param outcomes the outcomes, in the order of the rules
 * @param missed the absent facts that the rules needed, each once, in the order of access
 */
public record Judgement(List<Outcome> outcomes, List<Missing> missed) {

    public Judgement {
        outcomes = List.copyOf(outcomes);
        missed = List.copyOf(missed);
    }

    /** Evaluates the rules in their order. For VMs other than HotSpot all outcomes are not applicable. */
    static Judgement of(List<Rule> rules, Facts facts, Jvm jvm) {
        List<Outcome> outcomes = new ArrayList<>();
        Set<Missing> missed = new LinkedHashSet<>();
        JudgedJvm judged = new JudgedJvm(facts, jvm, true);
        for (Rule rule : rules) {
            RuleContext context = new RuleContext(judged, rule.id(), rule.subject());
            outcomes.addAll(answer(rule, context));
            missed.addAll(context.missed());
        }
        return new Judgement(outcomes, List.copyOf(missed));
    }

    /** The findings. Evaluates a rule when the stream needs it. */
    static Stream<Outcome.Finding> findings(List<Rule> rules, JudgedJvm judged) {
        return rules.stream()
                .flatMap(rule -> answer(rule, new RuleContext(judged, rule.id(), rule.subject())).stream())
                .filter(Outcome.Finding.class::isInstance)
                .map(Outcome.Finding.class::cast);
    }

    private static List<Outcome> answer(Rule rule, RuleContext context) {
        try {
            Optional<String> reason = PageFacts.notHotSpot(context)
                    .or(() -> rule.declaration().requested().flatMap(pages -> PageFacts.notRequested(context, pages)));
            return reason.isPresent() ? context.notApplicable(reason.get()) : rule.evaluate(context);
        } catch (MissingFactException e) {
            return context.unknown(e.missing());
        }
    }
}
