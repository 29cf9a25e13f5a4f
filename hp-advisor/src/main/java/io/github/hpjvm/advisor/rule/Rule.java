package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;

/** One question about one JVM, answered from facts. Stateless. */
public interface Rule {

    /** The stable id, such as {@code HP-101}; never used again for another question. */
    String id();

    /** What it looks at, in a few words, for the index. */
    String title();

    /** What it is about: {@code heap}, {@code pool}, {@code jvm}. */
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
     * The answers, at least one. Asked of HotSpot only. A fact that {@code look} cannot give ends the evaluation: the answer is then UNKNOWN and
     * names it.
     */
    List<Outcome> evaluate(Look look);
}
