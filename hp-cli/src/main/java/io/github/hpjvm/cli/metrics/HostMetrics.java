package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.term.Bytes;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Optional;

/** The metrics of a host: pools, modes of THP, and counters of the kernel. */
final class HostMetrics {
    /** The value of the label {@code node} for a pool of the whole host. */
    static final String ALL_NODES = "all";

    private HostMetrics() {}

    static List<MetricSnapshot> of(Host host) {
        return List.of(pools(host), policy(host), events(host));
    }

    /** The size as the kernel names it in {@code /sys/kernel/mm/hugepages}: 2048kB. */
    static String size(Bytes pageSize) {
        return pageSize.value() / 1024 + "kB";
    }

    private static MetricSnapshot pools(Host host) {
        Sums pages = new Sums();
        for (HugePool pool : host.pools().known().orElse(List.of())) {
            String size = size(pool.pageSize());
            add(pages, size, ALL_NODES, "total", pool.total());
            add(pages, size, ALL_NODES, "free", pool.free());
            add(pages, size, ALL_NODES, "used", Math.max(0, pool.total() - pool.free()));
            add(pages, size, ALL_NODES, "reserved", pool.reserved());
            add(pages, size, ALL_NODES, "surplus", pool.surplus());
        }
        for (NodePool pool : host.nodePools().known().orElse(List.of())) {
            String size = size(pool.pageSize());
            String node = Integer.toString(pool.node());
            add(pages, size, node, "total", pool.total());
            add(pages, size, node, "free", pool.free());
            add(pages, size, node, "used", Math.max(0, pool.total() - pool.free()));
            add(pages, size, node, "surplus", pool.surplus());
        }
        return pages.gauge(
                "hpjvm_pool_pages",
                "Pages of a hugetlb pool. The states used and free add up to total; reserved is a part of free."
                        + " node=all is the whole host.");
    }

    private static void add(Sums pages, String size, String node, String state, long value) {
        pages.add(Labels.of("size", size, "node", node, "state", state), value);
    }

    private static MetricSnapshot policy(Host host) {
        Sums policy = new Sums();
        Optional<ThpPolicy> thp = host.thp().known();
        thp.ifPresent(words -> {
            add(policy, "enabled", Optional.of(words.enabled()));
            add(policy, "defrag", Optional.of(words.defrag()));
            add(policy, "shmem_enabled", words.shmemEnabled());
        });
        List<ThpSize> sizes = host.thpSettings()
                .known()
                .filter(settings -> thp.isPresent())
                .map(settings -> settings.sizes())
                .orElse(List.of());
        for (ThpSize size : sizes) {
            String folder = "hugepages-" + size(size.pageSize()) + "/";
            add(policy, folder + "enabled", size.enabled());
            add(policy, folder + "shmem_enabled", size.shmemEnabled());
        }
        return policy.gauge(
                "hpjvm_thp_policy",
                "1 for the value of a file below /sys/kernel/mm/transparent_hugepage. Other values of the file are"
                        + " absent.");
    }

    private static void add(Sums policy, String file, Optional<String> value) {
        value.ifPresent(word -> policy.add(Labels.of("file", file, "value", word), 1));
    }

    private static MetricSnapshot events(Host host) {
        Sums events = new Sums();
        host.vmstat()
                .known()
                .ifPresent(vmstat -> vmstat.counters().forEach((name, count) -> {
                    if (name.startsWith("thp_") || name.startsWith("compact_")) {
                        events.add(Labels.of("event", name), count);
                    }
                }));
        return events.counter("hpjvm_thp_events", "Counters of THP and compaction of /proc/vmstat, since boot.");
    }
}
