package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    /** The action that adds the missing pages. */
    public Action action() {
        return setting()
                .write(
                        toWrite(),
                        Math.max(0, pool.total() - pool.surplus()),
                        memory() + " of this node's memory for the pool");
    }
}
