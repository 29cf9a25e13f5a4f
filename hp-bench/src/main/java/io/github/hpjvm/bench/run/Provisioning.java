package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.AppliedChange;
import io.github.hpjvm.bench.host.HostChange;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.host.ThpPlan;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.run.host.AvailableMemory;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.BenchException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * Computes the changes of the host after which every variant of a plan gets its pages: the smallest sufficient pool for
 * the most demanding workload, and THP mode madvise.
 */
public final class Provisioning {
    /** Memory that the forks and this process need beside a heap, and that must stay free: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    /** Memory of a fork beside its heap: code, metaspace and the collector's own tables. */
    private static final Bytes BESIDE_HEAP = Bytes.ofMiB(256);

    private Provisioning() {}

    /**
     * The changes, in order; none if the host needs no change. Forks that take turns get pools for all of them where
     * memory suffices, else for one.
     *
     * @throws BenchException if the pool would not leave enough memory for the host
     */
    public static List<HostChange> changes(
            TargetJvm jvm, List<Case> cases, List<Variant> variants, Interleaving interleaving) {
        List<HostChange> changes = new ArrayList<>();
        HostReader.thp().known().ifPresent(policy -> {
            changes.addAll(thp(policy));
            if (heapIsShared(jvm, cases, variants)) {
                changes.addAll(shared(policy, HostReader.thpSettings().known()));
            }
        });
        List<Case> inTurns = cases.stream()
                .filter(it -> interleaving.planned(it, variants).interleave() == Interleave.SLICES)
                .toList();
        Demand alone = new Demand(needs(jvm, cases, variants, Math::max), heap(jvm, cases, variants));
        Demand together =
                alone.larger(new Demand(needs(jvm, inTurns, variants, Long::sum), heaps(jvm, inTurns, variants)));
        changes.addAll(pools(fits(together) ? together : alone));
        return changes;
    }

    /**
     * Pages of pools by their size, the largest size first because it is the hardest to allocate, and memory outside
     * them.
     */
    private record Demand(Map<Bytes, Long> pages, Bytes heap) {
        Demand larger(Demand other) {
            Map<Bytes, Long> both = new TreeMap<>(Comparator.reverseOrder());
            both.putAll(pages);
            other.pages.forEach((size, count) -> both.merge(size, count, Math::max));
            return new Demand(both, heap.max(other.heap));
        }
    }

    /** Pages of the most demanding case: the sum over the forks of all variants, or their maximum. */
    private static Map<Bytes, Long> needs(
            TargetJvm jvm, List<Case> cases, List<Variant> variants, BinaryOperator<Long> sum) {
        Map<Bytes, Long> needs = new TreeMap<>(Comparator.reverseOrder());
        for (Case subject : cases) {
            Map<Bytes, Long> ofCase = new TreeMap<>();
            for (Variant variant : variants) {
                pages(jvm, subject, variant).forEach((size, pages) -> ofCase.merge(size, pages, sum));
            }
            ofCase.forEach((size, pages) -> needs.merge(size, pages, Math::max));
        }
        return needs;
    }

    static Map<Bytes, Long> pages(TargetJvm jvm, Case subject, Variant variant) {
        Optional<Bytes> heap = heap(jvm, subject, variant);
        Optional<PoolBill> bill = HostReader.bill(variant.jvm(jvm), under(jvm, subject, variant));
        return heap.isPresent()
                        && bill.isPresent()
                        && variant.unsupportedBy(variant.jvm(jvm)).isEmpty()
                ? variant.poolPages(bill.get(), heap.get())
                : Map.of();
    }

    /**
     * Memory outside pools that all forks of the most demanding case take together, including baseline's second fork.
     */
    private static Bytes heaps(TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        Bytes most = Bytes.ZERO;
        for (Case subject : cases) {
            Bytes all = HostReader.heap(subject).orElse(Bytes.ZERO).plus(BESIDE_HEAP);
            for (Variant variant : variants) {
                if (pages(jvm, subject, variant).isEmpty()) {
                    all = all.plus(heap(jvm, subject, variant).orElse(Bytes.ZERO))
                            .plus(BESIDE_HEAP);
                }
            }
            most = most.max(all);
        }
        return most;
    }

    /**
     * The largest heap of all cases: a fork on base pages needs it in addition to the pools, which are unused at that
     * time.
     */
    public static Bytes heap(List<Case> cases) {
        return cases.stream()
                .flatMap(subject -> HostReader.heap(subject).stream())
                .max(Bytes::compareTo)
                .orElse(Bytes.ZERO);
    }

    /** The largest heap of all cases outside pools, also under the variants, which may set it. */
    static Bytes heap(TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        return cases.stream()
                .flatMap(subject -> variants.stream()
                        .filter(it -> pages(jvm, subject, it).isEmpty())
                        .flatMap(it -> heap(jvm, subject, it).stream()))
                .reduce(heap(cases), Bytes::max);
    }

    private static Optional<Bytes> heap(TargetJvm jvm, Case subject, Variant variant) {
        return VariantReach.heap(variant, subject, variant.jvm(jvm));
    }

    /** The case with the arguments that a fork of the variant gets. */
    private static Case under(TargetJvm jvm, Case subject, Variant variant) {
        return new Case(subject.workload(), subject.params(), variant.after(subject.jvmArgs(), variant.jvm(jvm)));
    }

    private static List<HostChange> thp(ThpPolicy policy) {
        return ThpPlan.madvise(
                policy.enabled(), policy.pmdEnabled(), policy.pmdSize().value());
    }

    /** ZGC keeps its heap in a memfd ({@code zPhysicalMemoryBacking_linux.cpp}). */
    static boolean heapIsShared(List<String> jvmArgs) {
        return jvmArgs.lastIndexOf("-XX:+UseZGC") > jvmArgs.lastIndexOf("-XX:-UseZGC");
    }

    /** Returns whether a case has such a heap under a variant, which may choose the collector. */
    static boolean heapIsShared(TargetJvm jvm, List<Case> cases, List<Variant> variants) {
        return cases.stream()
                .anyMatch(subject -> variants.stream()
                        .anyMatch(it -> heapIsShared(under(jvm, subject, it).jvmArgs())));
    }

    /** The modes that enable transparent huge pages on opt-in for such a heap; none if they are set. */
    static List<HostChange> shared(ThpPolicy policy, Optional<ThpSettings> settings) {
        return ThpModes.allowShared(policy, settings).stream()
                .map(word -> new HostChange(word.path(), word.value()))
                .toList();
    }

    /** The number of pages that a pool lacks; empty if it is large enough, or absent. */
    private static OptionalLong missing(Map.Entry<Bytes, Long> need) {
        return HostReader.pool(need.getKey())
                .map(pool -> PoolPlan.totalToWrite(pool.total(), pool.free(), pool.reserved(), need.getValue()).stream()
                        .map(total -> total - pool.total())
                        .findFirst())
                .orElse(OptionalLong.empty());
    }

    private static boolean fits(Demand demand) {
        Bytes beside = demand.heap().plus(MARGIN);
        AvailableMemory available = AvailableMemory.now();
        if (beside.compareTo(available.forForks()) > 0) {
            return false;
        }
        for (Map.Entry<Bytes, Long> need : demand.pages().entrySet()) {
            long more = missing(need).orElse(0);
            if (!PoolPlan.memoryAllows(
                    more, need.getKey().value(), available.host().value(), beside.value())) {
                return false;
            }
            beside = beside.plus(need.getKey().times(more));
        }
        return true;
    }

    private static List<HostChange> pools(Demand demand) {
        Bytes available = AvailableMemory.now().host();
        Bytes usual = HostReader.defaultPool().map(HugePool::pageSize).orElse(Bytes.ZERO);
        Bytes beside = demand.heap().plus(MARGIN);
        List<HostChange> changes = new ArrayList<>();
        for (Map.Entry<Bytes, Long> need : demand.pages().entrySet()) {
            OptionalLong missing = missing(need);
            if (missing.isEmpty()) {
                continue;
            }
            long page = need.getKey().value();
            long more = missing.getAsLong();
            if (!PoolPlan.memoryAllows(more, page, available.value(), beside.value())) {
                throw new BenchException("" + more + " more pages of " + need.getKey() + " in the pool, and "
                        + beside.minus(MARGIN) + " of heap and other pools, exceed the " + available
                        + " of available memory; leave provision off, or measure without the hugetlb variants:"
                        + " variants=baseline,thp");
            }
            beside = beside.plus(need.getKey().times(more));
            long total = HostReader.pool(need.getKey()).orElseThrow().total() + more;
            changes.add(new HostChange(PoolPlan.file(page, usual.value()), String.valueOf(total)));
        }
        return changes;
    }

    /** Describes the result of a change in one line. */
    public static String describe(AppliedChange change) {
        return change.file() + ": set to " + change.readBack()
                + (change.took() ? "" : ", not the requested " + change.wanted())
                + " (before: " + change.found() + ")";
    }
}
