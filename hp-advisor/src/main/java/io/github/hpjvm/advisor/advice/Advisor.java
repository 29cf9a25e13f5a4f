package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.plan.Alternatives;
import io.github.hpjvm.advisor.plan.Consequences;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.plan.TriedPlan;
import io.github.hpjvm.advisor.rule.Judgement;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.rule.support.JudgedJvm;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes advice from facts. Pure: the same facts give the same advice on each host and at each time. */
public final class Advisor {
    private Advisor() {}

    /**
     * Computes the advice for a JVM that is among the facts. Rules and page model see the host's facts that
     * {@link Facts#forAdvice} keeps. A rule that needs another fact adds it there and to {@code HostReach.ADVICE}.
     */
    public static Advice advise(Facts taken, Jvm jvm) {
        Facts facts = taken.forAdvice();
        Judgement judgement = Rules.judge(facts, jvm);
        Optional<WhatIf> whatIf = WhatIf.of(jvm, facts.host());
        Advice withoutPlan = new Advice(
                jvm,
                requested(jvm),
                expected(whatIf, facts, jvm),
                judgement.outcomes(),
                new Plan(List.of()),
                unknowns(jvm, judgement.missed()));
        return new Advice(
                jvm,
                withoutPlan.requested(),
                withoutPlan.expected(),
                withoutPlan.outcomes(),
                plan(withoutPlan.findings(), whatIf),
                withoutPlan.unknowns(),
                TestedKernel.note(facts.host()).map(List::of).orElse(List.of()));
    }

    /**
     * Computes what {@link #advise} does, but only the parts of {@link BriefAdvice}.
     *
     * @param facts facts that {@link Facts#forAdvice} returned, so that the JVMs of a host share them
     */
    public static BriefAdvice brief(Facts facts, Jvm jvm) {
        List<Outcome.Finding> findings = Advice.findings(Rules.findings(JudgedJvm.withoutEvidence(facts, jvm)));
        Optional<Consequences> consequences = WhatIf.of(jvm, facts.host()).map(Consequences::new);
        Plan tried = TriedPlan.of(findings, consequences);
        return new BriefAdvice(jvm, requested(jvm), findings, Alternatives.withSteps(tried, findings, consequences));
    }

    private static Plan plan(List<Outcome.Finding> findings, Optional<WhatIf> whatIf) {
        Optional<Consequences> consequences = whatIf.map(Consequences::new);
        return Alternatives.beside(TriedPlan.of(findings, consequences), findings, consequences);
    }

    /** The predicted pages of each region for a start now. */
    private static Map<RegionName, Expectation> expected(Optional<WhatIf> whatIf, Facts facts, Jvm jvm) {
        Map<RegionName, Expectation> expected = new EnumMap<>(RegionName.class);
        whatIf.map(WhatIf::now).map(Prediction::regions).orElse(List.of()).stream()
                .filter(forecast -> forecast.kind().isPresent())
                .forEach(forecast -> expected.put(forecast.name(), expectation(forecast, facts, jvm)));
        return expected;
    }

    private static Expectation expectation(RegionForecast forecast, Facts facts, Jvm jvm) {
        return new Expectation(forecast, Difference.of(forecast, jvm.region(forecast.name()), jvm, facts.host()));
    }

    private static Requested requested(Jvm jvm) {
        Optional<VmIdentity> identity = jvm.identity().known();
        Optional<Arguments> arguments = jvm.arguments().known();
        return identity.isPresent() && arguments.isPresent()
                ? PageRequest.of(arguments.get(), identity.get())
                : Requested.UNKNOWN;
    }

    /** The absent facts of the JVM, followed by other absent facts that rules require; each fact once. */
    private static List<Missing> unknowns(Jvm jvm, List<Missing> missed) {
        Map<String, Missing> unknowns = new LinkedHashMap<>();
        missing("VM", jvm.identity(), unknowns);
        missing("arguments", jvm.arguments(), unknowns);
        missing("flags", jvm.flags(), unknowns);
        missing("control groups", jvm.cgroup(), unknowns);
        for (Region region : jvm.regions()) {
            missing(
                    region.name().toString(),
                    region.location().known().isEmpty() ? region.location() : region.backing(),
                    unknowns);
            if (region.backing().known().filter(Backing::hidesSmallThp).isPresent()) {
                String fact = "page sizes of " + region.name();
                unknowns.put(
                        fact,
                        new Missing(
                                fact,
                                Reason.DENIED,
                                "/proc/kpageflags",
                                "run hp-cli as root with CAP_SYS_ADMIN: base pages of " + region.name()
                                        + " may be THP of smaller sizes, which smaps does not show"));
            }
        }
        missed.forEach(one -> unknowns.putIfAbsent(one.fact(), one));
        return List.copyOf(unknowns.values());
    }

    private static void missing(String what, Fact<?> fact, Map<String, Missing> unknowns) {
        if (fact instanceof Fact.Absent<?> absent) {
            unknowns.put(what, absent.missing(what));
        }
    }
}
