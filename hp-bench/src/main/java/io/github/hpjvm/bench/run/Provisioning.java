package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.rule.ThpWords;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.host.AppliedChange;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.host.ThpPlan;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What has to be changed on the host so that every variant of a plan can be realised: the pool that the dearest workload
 * needs, no page more, and a policy under which a JVM gets transparent huge pages if and only if it asks.
 */
public final class Provisioning {
    /** What the forks and we need beside a heap, and what must stay free for the host: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    private Provisioning() {}

    /**
     * The changes, in order; none if the host offers all of it already.
     *
     * @throws BenchException if the pool would starve the host
     */
    public static List<HostChange> changes(TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        List<HostChange> changes = new ArrayList<>();
        HostReader.thp().known().ifPresent(policy -> {
            changes.addAll(thp(policy));
            if (cases.stream().anyMatch(it -> heapIsShared(it.workload().jvmArgs()))) {
                changes.addAll(shared(policy, HostReader.thpSettings().known()));
            }
        });
        changes.addAll(pools(needs(jvm, cases, variants), heap(cases)));
        return changes;
    }

    /** Pages that the dearest fork of any variant takes, by their size, the largest size first: it is the hardest to get. */
    private static Map<Bytes, Long> needs(TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        Map<Bytes, Long> needs = new TreeMap<>(Comparator.reverseOrder());
        for (Case subject : cases) {
            Optional<Bytes> heap = HostReader.heap(subject.workload());
            Optional<PoolBill> bill = HostReader.bill(jvm, subject.workload());
            if (heap.isPresent() && bill.isPresent()) {
                variants.stream()
                        .filter(variant -> variant.unsupportedBy(jvm).isEmpty())
                        .forEach(variant -> variant.poolPages(bill.get(), heap.get())
                                .forEach((size, pages) -> needs.merge(size, pages, Math::max)));
            }
        }
        return needs;
    }

    /** The largest heap of all cases: a fork on base pages needs it beside the pools, which are full of nothing at that time. */
    public static Bytes heap(List<Case> cases) {
        return cases.stream()
                .flatMap(subject -> HostReader.heap(subject.workload()).stream())
                .max(Bytes::compareTo)
                .orElse(Bytes.ZERO);
    }

    private static List<HostChange> thp(ThpPolicy policy) {
        return ThpPlan.madvise(
                policy.enabled(), policy.pmdEnabled(), policy.pmdSize().value());
    }

    /** ZGC keeps its heap in a memfd ({@code zPhysicalMemoryBacking_linux.cpp}). */
    static boolean heapIsShared(List<String> jvmArgs) {
        return jvmArgs.lastIndexOf("-XX:+UseZGC") > jvmArgs.lastIndexOf("-XX:-UseZGC");
    }

    /** The words under which such a heap gets transparent huge pages if it asks; none where they stand already. */
    static List<HostChange> shared(ThpPolicy policy, Optional<ThpSettings> settings) {
        return ThpWords.allowShared(policy, settings).stream()
                .filter(Action.KernelFile.class::isInstance)
                .map(Action.KernelFile.class::cast)
                .map(word -> new HostChange(word.path(), word.value()))
                .toList();
    }

    private static List<HostChange> pools(Map<Bytes, Long> needs, Bytes heap) {
        Bytes available = HostReader.memory().getOrDefault("MemAvailable", Bytes.ZERO);
        Bytes usual = HostReader.defaultPool().map(HugePool::pageSize).orElse(Bytes.ZERO);
        Bytes beside = heap.plus(MARGIN);
        List<HostChange> changes = new ArrayList<>();
        for (Map.Entry<Bytes, Long> need : needs.entrySet()) {
            Optional<HugePool> found = HostReader.pool(need.getKey());
            OptionalLong total = found.map(
                            pool -> PoolPlan.totalToWrite(pool.total(), pool.free(), pool.reserved(), need.getValue()))
                    .orElse(OptionalLong.empty());
            if (total.isEmpty()) {
                continue;
            }
            long page = need.getKey().value();
            long more = total.getAsLong() - found.get().total();
            if (!PoolPlan.memoryAllows(more, page, available.value(), beside.value())) {
                throw new BenchException("a pool of " + more + " more pages of " + need.getKey() + " beside "
                        + beside.minus(MARGIN) + " of heap and other pools does not fit into the " + available
                        + " that are available; leave provision off, or measure without the hugetlb variants:"
                        + " variants=baseline,thp");
            }
            beside = beside.plus(need.getKey().times(more));
            changes.add(new HostChange(PoolPlan.file(page, usual.value()), String.valueOf(total.getAsLong())));
        }
        return changes;
    }

    /** What the kernel made of a change, in one line. */
    public static String describe(AppliedChange change) {
        String what = change.file() + ": " + change.found() + " -> " + change.readBack();
        return change.took() ? what : what + " (asked for " + change.wanted() + ", the kernel gave no more)";
    }
}
