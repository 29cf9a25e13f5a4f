package io.github.hpjvm.advisor.compare;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The values of a JVM that are compared: VM, arguments, flags, pages of its regions, and findings. */
final class JvmValues {
    private static final String GIVEN = "given";

    private JvmValues() {}

    static Values of(Advice advice) {
        Jvm jvm = advice.jvm();
        Values values = new Values();
        Optional<VmIdentity> vm = jvm.identity().known();
        values.put("version", vm.map(VmIdentity::version));
        values.put("vendor", vm.map(VmIdentity::vendor));
        values.put("collector", vm.flatMap(VmIdentity::gc));
        values.put("maximum heap", vm.flatMap(VmIdentity::maxHeap));
        values.put("requested", advice.requested().name());
        Optional<Arguments> arguments = jvm.arguments().known();
        if (arguments.isEmpty()) {
            values.put("arguments", ValueChange.UNKNOWN);
        }
        arguments.ifPresent(it -> it.texts().forEach(text -> values.put("argument " + text, GIVEN)));
        for (RegionName name : RegionName.values()) {
            pages(jvm.region(name), values);
        }
        for (Outcome.Finding finding : advice.findings()) {
            values.put(
                    "finding " + finding.rule() + " " + finding.subject(),
                    finding.severity() + ": " + finding.summary());
        }
        return values;
    }

    /** The final values of the flags, for the flags that both JVMs have: releases differ in which they have. */
    static Values flags(Jvm jvm, Jvm other) {
        Map<String, VmFlag> theirs = other.flags().known().orElse(Map.of());
        Values values = new Values();
        new TreeMap<>(jvm.flags().known().orElse(Map.of())).forEach((name, flag) -> {
            if (theirs.containsKey(name)) {
                values.put("flag " + name, flag.value());
            }
        });
        return values;
    }

    private static void pages(Region region, Values values) {
        Optional<Backing> backing = region.backing().known();
        values.put(region.name() + " pages", backing.flatMap(Backing::kind));
        values.put(
                region.name() + " coverage",
                backing.map(Backing::coverage)
                        .filter(coverage -> coverage.isPresent())
                        .map(coverage -> Math.round(coverage.getAsDouble() * 100) + " %"));
    }
}
