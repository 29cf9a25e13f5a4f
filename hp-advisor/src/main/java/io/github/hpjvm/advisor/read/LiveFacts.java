package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Campaigns;
import io.github.hpjvm.advisor.read.host.HugePools;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.host.NodePools;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.CostBudget;
import io.github.hpjvm.advisor.read.memory.Meanwhile;
import io.github.hpjvm.advisor.term.Bytes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the facts of this host and of JVMs that run on it. */
public final class LiveFacts {
    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);

    private LiveFacts() {}

    /**
     * Reads all facts, to be stored. Total: what could not be read is an absent fact.
     *
     * @param pids of the JVMs to read, in this order
     * @param manner whether commands may be sent to them, as {@code jcmd} does, and how exactly their memory is read
     */
    public static Facts take(Roots roots, List<Long> pids, Manner manner) {
        return take(roots, HostReach.FULL, pids, manner);
    }

    /**
     * Reads the facts that advice on one JVM needs; the rest of the host is SKIPPED. Else as {@link #take}.
     */
    public static Facts takeForAdvice(Roots roots, List<Long> pids, Manner manner) {
        return take(roots, HostReach.ADVICE, pids, manner);
    }

    /** Reads host and JVMs at the same time, except the pools, which are compared with the pages of the JVMs. */
    private static Facts take(Roots roots, HostReach hostReach, List<Long> pids, Manner manner) {
        return take(
                roots,
                hostReach,
                manner,
                reach -> pids.size() == 1
                        ? List.of(Jvms.read(roots, pids.get(0), reach))
                        : pids.stream()
                                .map(pid -> Jvms.readOneOfMany(roots, pid, () -> Jvms.read(roots, pid, reach)))
                                .toList());
    }

    private static CostBudget budget(Roots roots, boolean exact) {
        long zerosAllowed = ThpFiles.zerosAllowed(roots.sys()).known().orElse(Long.MAX_VALUE);
        return exact ? CostBudget.all(zerosAllowed) : CostBudget.sample(zerosAllowed);
    }

    /** Reads the JVMs. */
    interface JvmSource {
        List<Jvm> read(Reach reach);
    }

    static Facts take(Roots roots, HostReach hostReach, Manner manner, JvmSource source) {
        Meanwhile<Host> host = Meanwhile.begin("reads the host", () -> HostFacts.read(roots, hostReach));

        // Reads the pools before the pages of the JVMs. Pages that a JVM takes in between are then not attributed to
        // another process.
        Fact<List<HugePool>> pools = HugePools.read(roots.sys());
        Fact<List<NodePool>> nodePools = NodePools.read(roots.sys());
        Bytes pmdSize = ThpFiles.pmdSize(ThpFiles.folder(roots.sys())).known().orElse(USUAL_PMD);
        Reach full = Reach.full(pmdSize);
        Reach reach = full.with(manner.contact())
                .with(ThpFiles.smallThp(roots.sys(), pmdSize))
                .withExact(manner.exact())
                .withCost(manner.cost() ? Optional.of(budget(roots, manner.exact())) : Optional.empty())
                .withEligibility(
                        ThpExclusion.appliesToAll(ThpFiles.read(roots.sys()).known()));
        List<Jvm> jvms = source.read(reach);
        return new Facts(
                Instant.now(),
                host.get().withPools(pools).withNodePools(nodePools),
                jvms,
                Optional.of(PoolHistory.single(Campaigns.areRunning(roots.root()))),
                hostReach == HostReach.FULL ? Optional.of(KernelFiles.readHostName(roots.proc())) : Optional.empty());
    }
}
