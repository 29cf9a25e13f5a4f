package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import java.util.List;

/** The list of rules, in the order of their ids. Adding one is its class, its page, its test, and a line here. */
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

    /** What all rules say about one JVM, in the order of the list. */
    public static List<Outcome> evaluate(Facts facts, Jvm jvm) {
        return ALL.stream().flatMap(rule -> evaluate(rule, facts, jvm).stream()).toList();
    }

    private static List<Outcome> evaluate(Rule rule, Facts facts, Jvm jvm) {
        Look look = new Look(facts, jvm, rule);
        try {
            return rule.evaluate(look);
        } catch (MissingFactException e) {
            return look.unknown(e.missing());
        }
    }
}
