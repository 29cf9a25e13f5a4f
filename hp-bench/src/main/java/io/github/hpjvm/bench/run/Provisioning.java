package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.host.AppliedChange;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.host.ThpPlan;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
        HostReader.thp().known().ifPresent(policy -> changes.addAll(thp(policy)));
        boolean pool = variants.stream()
                .anyMatch(variant -> variant.asks() == PageKind.HUGETLB
                        && variant.unsupportedBy(jvm).isEmpty());
        if (pool) {
            pool(jvm, cases).ifPresent(changes::add);
        }
        return changes;
    }

    private static List<HostChange> thp(ThpPolicy policy) {
        return ThpPlan.madvise(
                policy.enabled(), policy.pmdEnabled(), policy.pmdSize().value());
    }

    private static Optional<HostChange> pool(TargetJvm jvm, List<Case> cases) {
        Optional<HugePool> found = HostReader.defaultPool();
        long need = cases.stream()
                .flatMap(subject -> HostReader.bill(jvm, subject.workload().jvmArgs()).stream())
                .mapToLong(PoolBill::max)
                .max()
                .orElse(0);
        if (found.isEmpty() || need == 0) {
            return Optional.empty();
        }
        HugePool pool = found.get();
        long page = pool.pageSize().value();
        OptionalLong total = PoolPlan.totalToWrite(pool.total(), pool.free(), pool.reserved(), need);
        if (total.isEmpty()) {
            return Optional.empty();
        }
        // A fork on base pages needs its heap beside the pool, which is full of nothing at that time.
        Bytes heap = cases.stream()
                .flatMap(subject -> HeapRequest.of(subject.workload().jvmArgs()).stream())
                .map(HeapRequest::max)
                .max(Bytes::compareTo)
                .orElse(Bytes.ZERO);
        Bytes available = HostReader.memory().getOrDefault("MemAvailable", Bytes.ZERO);
        long more = total.getAsLong() - pool.total();
        if (!PoolPlan.memoryAllows(
                more, page, available.value(), heap.plus(MARGIN).value())) {
            throw new BenchException("a pool of " + more + " more pages of " + pool.pageSize() + " beside a heap of "
                    + heap
                    + " does not fit into the " + available + " that are available; leave provision off, or measure"
                    + " without the hugetlb variants: variants=baseline,thp");
        }
        return Optional.of(new HostChange(PoolPlan.file(page, page), String.valueOf(total.getAsLong())));
    }

    /** What the kernel made of a change, in one line. */
    public static String describe(AppliedChange change) {
        String what = change.file() + ": " + change.found() + " -> " + change.readBack();
        return change.took() ? what : what + " (asked for " + change.wanted() + ", the kernel gave no more)";
    }
}
