package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.facts.BootPool;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
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
 * @param arguments the arguments of the last boot that set a pool, by page size; empty if unknown, or if there are none
 * @param defaultSize the page size that {@code vm.nr_hugepages} sets
 */
public record PoolsOfHost(
        List<NodePool> nodes, Map<Bytes, Long> atBoot, Map<Bytes, String> arguments, Bytes defaultSize) {
    static final PoolsOfHost UNKNOWN = new PoolsOfHost(List.of(), Map.of(), Map.of(), Bytes.ofMiB(2));

    public PoolsOfHost {
        nodes = List.copyOf(nodes);
        atBoot = Map.copyOf(atBoot);
        arguments = Map.copyOf(arguments);
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
        Map<Bytes, String> arguments = new HashMap<>();
        for (HugePool pool : host.pools().known().orElse(List.of())) {
            host.bootPool(pool.pageSize()).ifPresent(text -> arguments.put(pool.pageSize(), text));
        }
        return new PoolsOfHost(host.nodePools().known().orElse(List.of()), atBoot, arguments, usual);
    }
}
