package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.read.attach.AttachSocket;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Campaigns;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.NodePools;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.Meanwhile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes facts of this host and of JVMs that run on it. */
public final class LiveFacts {
    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);

    private LiveFacts() {}

    /**
     * All that can be seen, to be kept. Total: what could not be seen is an absent fact.
     *
     * @param pids of the JVMs to look at, in this order
     * @param attach whether they may be asked themselves, as {@code jcmd} does
     */
    public static Facts take(Roots roots, List<Long> pids, boolean attach) {
        return take(roots, HostReach.FULL, pids, attach, () -> {});
    }

    /**
     * What advice on one JVM is made of, and the rest of the host SKIPPED; else as {@link #take}.
     *
     * @param then what the thread that has read the host may do while this one still looks at the JVM, such as {@code
     *     Advisor.prepare()}; nobody waits for it
     */
    public static Facts takeForAdvice(Roots roots, long pid, boolean attach, Runnable then) {
        return take(roots, HostReach.ADVICE, List.of(pid), attach, then);
    }

    /** The same of several JVMs. */
    public static Facts takeForAdvice(Roots roots, List<Long> pids, boolean attach) {
        return take(roots, HostReach.ADVICE, pids, attach, () -> {});
    }

    /** Host and JVMs are read at the same time, but for the pools, which are compared with the pages of the JVMs. */
    private static Facts take(Roots roots, HostReach hostReach, List<Long> pids, boolean attach, Runnable then) {
        Meanwhile<Host> host = Meanwhile.begin(
                "reads the host",
                () -> {
                    if (attach) {
                        AttachSocket.prepare();
                    }
                    return HostFacts.read(roots, hostReach);
                },
                then);

        // The pools before the pages of the JVMs: what a JVM takes in between is then not taken for that of another
        // process.
        Fact<List<HugePool>> pools = HugePools.read(roots.sys());
        Fact<List<NodePool>> nodePools = NodePools.read(roots.sys());
        Bytes pmdSize = ThpFiles.pmdSize(ThpFiles.folder(roots.sys())).known().orElse(USUAL_PMD);
        Reach full = Reach.full(pmdSize);
        Reach reach = new Reach(attach, full.memory(), full.memoryMillis(), full.pmdSize());
        List<Jvm> jvms = new ArrayList<>();
        for (long pid : pids) {
            jvms.add(Jvms.read(roots, pid, reach));
        }
        return new Facts(
                Instant.now(),
                host.get().withPools(pools).withNodePools(nodePools),
                jvms,
                Optional.of(PoolHistory.single(Campaigns.areRunning(roots.root()))));
    }
}
