package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The actions that put the heap on transparent huge pages: the modes of the host, and the flag. */
final class ThpAlternative {
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final List<String> CONTRARY = List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages");

    private ThpAlternative() {}

    /**
     * Returns the actions; empty if the kernel has no transparent huge pages for this heap, or if its policy is not
     * known.
     */
    static Optional<List<Action>> actions(Launch launch, Host host) {
        Optional<ThpPolicy> policy = host.thp().known();
        boolean shared = launch.vm().gc().filter(Collector::isZ).isPresent();
        if (policy.isEmpty() || shared && policy.get().shmemEnabled().isEmpty()) {
            return Optional.empty();
        }
        List<Action> ofHost = new ArrayList<>(ThpModes.allow(policy.get()));
        if (shared) {
            ofHost.addAll(
                    ThpModes.heapOfZgcIsAdvised(launch.vm())
                            ? ThpModes.allowShared(
                                    policy.get(), host.thpSettings().known())
                            : ThpModes.allowAllShared(policy.get()));
        }
        boolean requested = PageRequest.of(launch.arguments(), launch.vm()) == Requested.THP;
        JvmFlag flags = requested
                ? new JvmFlag(List.of(), List.of())
                : new JvmFlag(List.of(THP), Alternatives.among(launch, CONTRARY));
        return Optional.of(Alternatives.with(ofHost, flags));
    }
}
