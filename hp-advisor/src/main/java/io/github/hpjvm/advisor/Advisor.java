package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.rule.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From facts to advice. Pure: the same facts give the same advice, wherever and whenever they were taken. */
public final class Advisor {
    private Advisor() {}

    /** What is to be said of a JVM that is among the facts. */
    public static Advice advise(Facts facts, Jvm jvm) {
        List<Outcome> outcomes = Rules.evaluate(facts, jvm);
        Advice withoutPlan = new Advice(jvm, requested(jvm), outcomes, new Plan(List.of()), unknowns(jvm));
        return new Advice(
                jvm, withoutPlan.requested(), outcomes, Plan.of(withoutPlan.findings()), withoutPlan.unknowns());
    }

    private static Requested requested(Jvm jvm) {
        Optional<VmIdentity> identity = jvm.identity().known();
        Optional<Arguments> arguments = jvm.arguments().known();
        return identity.isPresent() && arguments.isPresent()
                ? PageRequest.of(arguments.get(), identity.get())
                : Requested.UNKNOWN;
    }

    private static List<Missing> unknowns(Jvm jvm) {
        List<Missing> unknowns = new ArrayList<>();
        missing("VM", jvm.identity(), unknowns);
        missing("arguments", jvm.arguments(), unknowns);
        missing("flags", jvm.flags(), unknowns);
        missing("control groups", jvm.cgroup(), unknowns);
        for (Region region : jvm.regions()) {
            missing(
                    region.name().toString(),
                    region.location().known().isEmpty() ? region.location() : region.backing(),
                    unknowns);
        }
        return unknowns;
    }

    private static void missing(String what, Fact<?> fact, List<Missing> unknowns) {
        if (fact instanceof Fact.Absent<?> absent) {
            unknowns.add(new Missing(what, absent.reason(), absent.source().path(), absent.grant()));
        }
    }
}
