package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import java.time.Instant;
import java.util.List;

/** Takes facts of this host and of JVMs that run on it. */
public final class LiveFacts {
    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);

    private LiveFacts() {}

    /**
     * Total: what could not be seen is an absent fact.
     *
     * @param pids of the JVMs to look at, in this order
     * @param attach whether they may be asked themselves, as {@code jcmd} does
     */
    public static Facts take(Roots roots, List<Long> pids, boolean attach) {
        Host host = HostFacts.read(roots);
        Bytes pmdSize = host.thp().known().map(ThpPolicy::pmdSize).orElse(USUAL_PMD);
        Reach full = Reach.full(pmdSize);
        Reach reach = new Reach(attach, full.memory(), full.memoryMillis(), full.pmdSize());
        List<Jvm> jvms = pids.stream().map(pid -> Jvms.read(roots, pid, reach)).toList();
        return new Facts(Instant.now(), host, jvms);
    }
}
