package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The advice for one JVM.
 *
 * @param jvm the facts of the JVM
 * @param requested the requested pages
 * @param expected the predicted pages of each region for a start now, without regions whose prediction is unknown
 * @param outcomes the outcomes of all rules, in the order of the rules
 * @param plan the changes, in order; empty if there are none
 * @param unknowns the absent facts of the JVM, and other absent facts that rules require
 * @param notes limits of the advice as a whole, a sentence each
 */
public record Advice(
        Jvm jvm,
        Requested requested,
        Map<RegionName, Expectation> expected,
        List<Outcome> outcomes,
        Plan plan,
        List<Missing> unknowns,
        List<String> notes) {

    public Advice {
        Objects.requireNonNull(jvm, "jvm");
        Objects.requireNonNull(requested, "requested");
        expected = Map.copyOf(expected);
        outcomes = List.copyOf(outcomes);
        Objects.requireNonNull(plan, "plan");
        unknowns = List.copyOf(unknowns);
        notes = List.copyOf(notes);
    }

    /** Advice without notes. */
    public Advice(
            Jvm jvm,
            Requested requested,
            Map<RegionName, Expectation> expected,
            List<Outcome> outcomes,
            Plan plan,
            List<Missing> unknowns) {
        this(jvm, requested, expected, outcomes, plan, unknowns, List.of());
    }

    /** The same advice with another plan and other notes. */
    Advice with(Plan other, List<String> others) {
        return new Advice(jvm, requested, expected, outcomes, other, unknowns, others);
    }

    /** The same advice with another plan. */
    Advice with(Plan other) {
        return new Advice(jvm, requested, expected, outcomes, other, unknowns, notes);
    }

    /** The pages that the arguments request for one region; NONE for most regions, because no flag affects them. */
    public Requested requested(RegionName region) {
        Optional<Arguments> arguments = jvm.arguments().known();
        Optional<VmIdentity> identity = jvm.identity().known();
        return arguments.isPresent() && identity.isPresent()
                ? PageRequest.of(region, requested, arguments.get(), identity.get())
                : requested;
    }

    /** The predicted pages of a region for a start now; empty if unknown. */
    public Optional<Expectation> expected(RegionName name) {
        return Optional.ofNullable(expected.get(name));
    }

    /** The flags that the plan adds. */
    public List<String> addedFlags() {
        return plan.actions().stream()
                .flatMap(action -> action.flags().stream())
                .flatMap(flags -> flags.add().stream())
                .toList();
    }

    /** The findings, most severe first. */
    public List<Outcome.Finding> findings() {
        return findings(outcomes);
    }

    /** The findings among some outcomes, most severe first; equally severe ones in their order. */
    static List<Outcome.Finding> findings(List<? extends Outcome> outcomes) {
        List<Outcome.Finding> findings = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Finding finding) {
                findings.add(finding);
            }
        }
        findings.sort((a, b) -> b.severity().compareTo(a.severity()));
        return List.copyOf(findings);
    }

    /** The highest severity of the findings; empty if there are none. */
    public Optional<Severity> worst() {
        List<Outcome.Finding> findings = findings();
        return findings.isEmpty()
                ? Optional.empty()
                : Optional.of(findings.get(0).severity());
    }
}
