package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Objects;

/**
 * The parts of {@link Advice} that a table of many JVMs has.
 *
 * @param jvm the facts of the JVM
 * @param requested the requested pages
 * @param findings the same findings, most severe first, without evidence
 * @param plan the same steps and omitted findings, without alternatives
 */
public record BriefAdvice(Jvm jvm, Requested requested, List<Outcome.Finding> findings, Plan plan) {

    public BriefAdvice {
        Objects.requireNonNull(jvm, "jvm");
        Objects.requireNonNull(requested, "requested");
        findings = List.copyOf(findings);
        Objects.requireNonNull(plan, "plan");
    }
}
