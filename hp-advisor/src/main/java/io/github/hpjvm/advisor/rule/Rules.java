package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The list of rules, in the order of their ids. Adding one is its class, its test, and a line here. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new LargePagesNotGranted(),
            new ThpNotGranted(),
            new ThpNotAskedFor(),
            new CgroupBelowBill(),
            new ZgcWithoutShmemThp(),
            new IdlePool());

    private Rules() {}

    public static List<Rule> all() {
        return ALL;
    }

    /**
     * What all rules say about one JVM, in the order of the list; they are about HotSpot, and apply to no other. Of the
     * host they see what {@link Facts#forAdvice} leaves, whoever took the facts: a rule that needs one more adds it
     * there, and to what {@code HostReach.ADVICE} reads.
     */
    public static List<Outcome> evaluate(Facts facts, Jvm jvm) {
        Facts seen = facts.forAdvice();
        List<Outcome> outcomes = new ArrayList<>();
        for (Rule rule : ALL) {
            outcomes.addAll(evaluate(rule, seen, jvm));
        }
        return outcomes;
    }

    private static List<Outcome> evaluate(Rule rule, Facts facts, Jvm jvm) {
        Look look = new Look(facts, jvm, rule);
        try {
            Optional<String> other = Asked.notHotSpot(look);
            return other.isPresent() ? look.notApplicable(other.get()) : rule.evaluate(look);
        } catch (MissingFactException e) {
            return look.unknown(e.missing());
        }
    }
}
