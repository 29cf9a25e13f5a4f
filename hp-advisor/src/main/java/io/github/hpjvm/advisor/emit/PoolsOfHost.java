package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.BootPool;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The present pools of a host, for kernel arguments.
 *
 * @param nodes the share of each NUMA node in each pool; empty if unknown
 * @param atBoot the number of pages that {@code /proc/cmdline} requests, by page size; empty if unknown, or if it requests none
 * @param defaultSize the page size that {@code vm.nr_hugepages} sets
 */
public record PoolsOfHost(List<NodePool> nodes, Map<Bytes, Long> atBoot, Bytes defaultSize) {
    static final PoolsOfHost UNKNOWN = new PoolsOfHost(List.of(), Map.of(), Bytes.ofMiB(2));

    public PoolsOfHost {
        nodes = List.copyOf(nodes);
        atBoot = Map.copyOf(atBoot);
        Objects.requireNonNull(defaultSize, "defaultSize");
    }

    /** The pools of that host. */
    public static PoolsOfHost of(Host host) {
        Bytes usual = host.defaultHugePageSize();
        Map<Bytes, Long> atBoot = new HashMap<>();
        for (BootPool pool :
                host.commandLine().known().map(KernelCommandLine::pools).orElse(List.of())) {
            // Of two arguments for one size the kernel takes the first (hugepages_setup in mm/hugetlb.c).
            atBoot.putIfAbsent(pool.pageSize().orElse(usual), pool.pages());
        }
        return new PoolsOfHost(host.nodePools().known().orElse(List.of()), atBoot, usual);
    }
}
