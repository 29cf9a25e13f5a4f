package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import java.util.List;

/** A check of one JVM and its host, computed from facts. Stateless. */
public interface Rule {

    /** The stable id, such as {@code HP-101}; never reused for another rule. */
    String id();

    /** A short description of the problem, for the index. */
    String title();

    /** The subject: {@code heap}, {@code pool}, {@code jvm}. */
    String subject();

    /** The family that the id names. */
    default Family family() {
        return Family.of(id()).orElseThrow();
    }

    /**
     * Returns true if the health check of a service evaluates this rule: only rules about the pages that the heap has, or
     * could have. The other rules are about the setup, which does not change while the service runs.
     */
    default boolean isPartOfHealthCheck() {
        return false;
    }

    /**
     * Returns at least one outcome. Called for HotSpot only. An absent fact that the rule requires ends the evaluation:
     * the outcome is then UNKNOWN and names the fact.
     */
    List<Outcome> evaluate(RuleContext context);
}
