package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.rule.support.ThpWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What it takes to have the heap on transparent huge pages: the words of the host, and the flag. */
final class TransparentWay {
    private static final String ASKING = "-XX:+UseTransparentHugePages";
    private static final List<String> AGAINST = List.of("-XX:-UseLargePages", "-XX:-UseTransparentHugePages");

    private TransparentWay() {}

    /** Empty if the kernel has no such pages for that heap, or its policy is not known. */
    static Optional<List<Action>> actions(Launch launch, Host host) {
        Optional<ThpPolicy> policy = host.thp().known();
        boolean shared = launch.vm().gc().filter(Collector::isZ).isPresent();
        if (policy.isEmpty() || shared && policy.get().shmemEnabled().isEmpty()) {
            return Optional.empty();
        }
        List<Action> ofHost = new ArrayList<>(ThpWords.allow(policy.get()));
        if (shared) {
            ofHost.addAll(
                    ThpWords.heapOfZgcIsAdvised(launch.vm())
                            ? ThpWords.allowShared(
                                    policy.get(), host.thpSettings().known())
                            : ThpWords.allowAllShared(policy.get()));
        }
        boolean asks = PageRequest.of(launch.arguments(), launch.vm()) == Requested.THP;
        Action.JvmFlag flags =
                new Action.JvmFlag(asks ? List.of() : List.of(ASKING), asks ? List.of() : Ways.among(launch, AGAINST));
        return Optional.of(Ways.with(ofHost, flags));
    }
}
