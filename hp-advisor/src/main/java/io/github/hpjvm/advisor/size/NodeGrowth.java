package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The growth of the pool of one NUMA node.
 *
 * @param pool as it is now
 * @param freed the number of surplus pages that tenants return there, and that the kernel then frees
 * @param more the number of pages that it lacks
 */
public record NodeGrowth(NodePool pool, long freed, long more) {

    /**
     * The pools that grow, in their order.
     *
     * @param pools those of the nodes that may grow; at least one
     * @param more the number of pages that they lack together
     * @param freed as above, on all these nodes
     */
    public static List<NodeGrowth> of(List<NodePool> pools, long more, long freed, NodeRoom room) {
        Bytes pageSize = pools.get(0).pageSize();
        Map<Integer, Long> parts =
                room.spread(more, pageSize, pools.stream().map(NodePool::node).toList());
        List<NodeGrowth> growth = new ArrayList<>();
        long left = freed;
        for (NodePool pool : pools) {
            long part = parts.getOrDefault(pool.node(), 0L);
            long here = Math.min(left, pool.surplus());
            left -= here;
            if (part > 0) {
                growth.add(new NodeGrowth(pool, here, part));
            }
        }
        return growth;
    }

    /** The pool after the write, which first makes surplus pages persistent (set_max_huge_pages of {@code mm/hugetlb.c}). */
    NodePool grown() {
        long kept = Math.min(more, freed);
        long added = more - kept;
        return new NodePool(
                pool.node(), pool.pageSize(), pool.total() + added, pool.free() + added, pool.surplus() - kept);
    }

    /** The size of the missing pages. */
    Bytes memory() {
        return pool.pageSize().times(more);
    }

    /** The setting of this pool. */
    public PoolSetting setting() {
        return PoolSetting.ofNode(pool.node(), pool.pageSize().value());
    }

    /** The number of pages to write. */
    public long toWrite() {
        return pool.total() - freed + more;
    }

    /**
     * The actions that add the missing pages of pools. Gigantic pages come with a boot, unless memory was set aside for them: an
     * argument then names all nodes that have pages, because the kernel allocates none on the others. So it is for smaller pages if
     * the rest comes with a boot, which would discard what was written before. An older kernel than 5.16 does not know that form
     * (Documentation/admin-guide/kernel-parameters.txt, hugepages=), so that only a write is left.
     *
     * @param growth of pools of one page size; none if no node lacks pages
     * @param rest the number of pages that any node may get beside them
     * @param restAtBoot whether the kernel can allocate the rest only at boot
     */
    public static List<Action> actions(List<NodeGrowth> growth, long rest, boolean restAtBoot, Host host) {
        return isAtBoot(growth, rest > 0 && restAtBoot, host)
                ? List.of(atBoot(growth, rest, host))
                : growth.stream().map(NodeGrowth::action).toList();
    }

    private static boolean isAtBoot(List<NodeGrowth> growth, boolean restAtBoot, Host host) {
        if (growth.isEmpty()) {
            return false;
        }
        boolean known =
                host.kernel().known().flatMap(kernel -> kernel.isAtLeast(5, 16)).orElse(true);
        return known && (restAtBoot || isGiganticAtBoot(growth, host));
    }

    private static boolean isGiganticAtBoot(List<NodeGrowth> growth, Host host) {
        Bytes size = growth.get(0).pool().pageSize();
        Bytes more = growth.stream().map(NodeGrowth::memory).reduce(Bytes.ZERO, Bytes::plus);
        return host.isGigantic(size) && Availability.of(size, more, more, host).found() == Found.AT_BOOT;
    }

    private static Action atBoot(List<NodeGrowth> growth, long rest, Host host) {
        Bytes size = growth.get(0).pool().pageSize();
        SortedMap<Integer, Long> pages = new TreeMap<>();
        host.nodePools(size).forEach(pool -> pages.put(pool.node(), Math.max(0, pool.total() - pool.surplus())));
        growth.forEach(each -> pages.put(each.pool().node(), each.toWrite()));
        if (rest > 0) {
            NodeRoom.of(host)
                    .spread(rest, size, List.copyOf(pages.keySet()))
                    .forEach((node, part) -> pages.merge(node, part, Long::sum));
        }
        // The kernel rejects an argument with a node that is offline, as one without pages may be.
        String list = pages.entrySet().stream()
                .filter(node -> node.getValue() > 0)
                .map(node -> node.getKey() + ":" + node.getValue())
                .collect(Collectors.joining(","));
        return new KernelArgument(PoolSetting.ofHost(size.value(), 0).bootArgument(list), host.bootPool(size));
    }

    /** The action that adds the missing pages while the host runs. */
    public Action action() {
        return setting()
                .write(
                        toWrite(),
                        Math.max(0, pool.total() - pool.surplus()),
                        memory() + " of this node's memory for the pool");
    }
}
