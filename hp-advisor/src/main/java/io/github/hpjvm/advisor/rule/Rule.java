package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import java.util.List;

/** A check of one JVM and its host, computed from facts. Stateless. */
public interface Rule {

    /** The properties that do not depend on facts. */
    Declaration declaration();

    /** The stable id, such as {@code HP-101}. */
    default String id() {
        return declaration().id();
    }

    /** A short description of the problem, for the index. */
    default String title() {
        return declaration().title();
    }

    /** The subject: {@code heap}, {@code pool}, {@code jvm}. */
    default String subject() {
        return declaration().subject();
    }

    /**
     * Returns at least one outcome. Called for HotSpot only, and for a JVM that requests the declared pages. An
     * absent fact that the rule requires ends the evaluation: the outcome is then UNKNOWN and names the fact.
     */
    List<Outcome> evaluate(RuleContext context);
}
