package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import java.time.Instant;
import java.util.Optional;

/** The host in results.json. */
record HostDocument(
        Optional<String> name,
        String kernel,
        Optional<String> cpu,
        int cpus,
        Optional<Bytes> memoryBytes,
        Optional<Thp> thp,
        Optional<Long> freeHugePages,
        Optional<Double> unusableFreeIndex,
        Optional<Pool> hugetlb) {
    private static final Source SAVED = Source.of("results.json");

    /** The THP policy. */
    record Thp(
            String enabled,
            Optional<String> pmdEnabled,
            String effective,
            String defrag,
            Optional<String> shmemEnabled,
            Bytes pmdBytes) {
        static Thp of(ThpPolicy policy) {
            return new Thp(
                    policy.enabled(),
                    policy.pmdEnabled(),
                    policy.effective(),
                    policy.defrag(),
                    policy.shmemEnabled(),
                    policy.pmdSize());
        }

        Fact<ThpPolicy> policy() {
            return Fact.known(new ThpPolicy(enabled, pmdEnabled, defrag, shmemEnabled, pmdBytes), SAVED);
        }
    }

    /** The hugetlb pool of the default size. */
    record Pool(Bytes pageBytes, long total, long usable) {}

    static HostDocument of(MeasuredHost host) {
        return new HostDocument(
                host.name(),
                host.kernel(),
                host.cpu(),
                host.cpus(),
                host.memory(),
                host.thp().known().map(Thp::of),
                host.freeMemory().map(Fragmentation.Share::hugePages),
                host.freeMemory().map(Fragmentation.Share::unusable),
                host.pool().map(pool -> new Pool(pool.pageSize(), pool.total(), pool.usable())));
    }

    /**
     * The host. Of the pool, only the size and the number of its pages are known, and of free memory only what reports name.
     *
     * @param at start of the campaign
     */
    MeasuredHost host(Instant at) {
        return new MeasuredHost(
                name,
                at,
                kernel,
                cpu,
                cpus,
                memoryBytes,
                thp.map(Thp::policy).orElseGet(() -> Fact.absent(Reason.NOT_PRESENT, SAVED)),
                hugetlb.map(pool -> new HugePool(pool.pageBytes(), pool.total(), pool.usable(), 0, 0, 0)),
                freeHugePages.map(pages -> new Fragmentation.Share(0, pages, unusableFreeIndex.orElse(0.0))));
    }
}
