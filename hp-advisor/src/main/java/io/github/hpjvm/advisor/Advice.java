package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to be said of one JVM.
 *
 * @param jvm what was seen of it
 * @param requested the pages that it asked for
 * @param expected what each region would get if it were started now; a region is not in it if that is not known
 * @param outcomes what every rule said, in the order of the rules
 * @param plan what to change, in order; empty if nothing is to be changed
 * @param unknowns what of the JVM could not be seen, and what else the rules asked for in vain
 */
public record Advice(
        Jvm jvm,
        Requested requested,
        Map<RegionName, Expectation> expected,
        List<Outcome> outcomes,
        Plan plan,
        List<Missing> unknowns) {

    public Advice {
        Objects.requireNonNull(jvm, "jvm");
        Objects.requireNonNull(requested, "requested");
        expected = Map.copyOf(expected);
        outcomes = List.copyOf(outcomes);
        Objects.requireNonNull(plan, "plan");
        unknowns = List.copyOf(unknowns);
    }

    /** The pages that the arguments ask for behind one region; most cannot be asked for, and are NONE. */
    public Requested requested(RegionName region) {
        Optional<Arguments> arguments = jvm.arguments().known();
        Optional<VmIdentity> identity = jvm.identity().known();
        return arguments.isPresent() && identity.isPresent()
                ? PageRequest.of(region, requested, arguments.get(), identity.get())
                : requested;
    }

    /** What that region would get if the JVM were started now; empty if it is not known. */
    public Optional<Expectation> expected(RegionName name) {
        return Optional.ofNullable(expected.get(name));
    }

    /** The findings, the worst first. */
    public List<Outcome.Finding> findings() {
        List<Outcome.Finding> findings = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Finding finding) {
                findings.add(finding);
            }
        }
        findings.sort((a, b) -> b.severity().compareTo(a.severity()));
        return List.copyOf(findings);
    }

    /** The severity of the worst finding; empty if there is none. */
    public Optional<Severity> worst() {
        List<Outcome.Finding> findings = findings();
        return findings.isEmpty()
                ? Optional.empty()
                : Optional.of(findings.get(0).severity());
    }
}
