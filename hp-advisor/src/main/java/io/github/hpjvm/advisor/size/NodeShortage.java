package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The pages that a pool lacks on the NUMA nodes that some tenants are bound to. The kernel refuses a mapping that these nodes
 * cannot serve, although other nodes have free pages (allowed_mems_nr and hugetlb_acct_memory in {@code mm/hugetlb.c}).
 *
 * @param tenants the names of the tenants that may use no other nodes
 * @param nodes the nodes, ascending
 * @param pool the pool of the first node, which is to grow
 * @param available the number of available pages on these nodes
 * @param held the number of pages that the tenants return before they take new ones
 * @param need the number of pages that they need, with the headroom
 */
public record NodeShortage(
        List<String> tenants, List<Integer> nodes, NodePool pool, long available, long held, long need) {

    public NodeShortage {
        tenants = List.copyOf(tenants);
        nodes = List.copyOf(nodes);
    }

    /** Returns the shortages of a pool. A later one assumes that the pages of the earlier ones were added. */
    static List<NodeShortage> of(HugePool pool, List<Tenant> tenants, int headroom, boolean rolling, Host host) {
        Bytes size = pool.pageSize();
        List<NodePool> all = new ArrayList<>(host.nodePools(size));
        List<Set<Integer>> groups = tenants.stream()
                .filter(tenant -> tenant.need().getOrDefault(size, 0L) > 0)
                .map(tenant -> allowed(tenant, all))
                .filter(nodes -> !nodes.isEmpty() && nodes.size() < all.size())
                .distinct()
                .sorted(Comparator.comparing(Set::size))
                .toList();
        List<NodeShortage> shortages = new ArrayList<>();
        long usable = pool.usable();
        for (Set<Integer> nodes : groups) {
            List<Tenant> bound = tenants.stream()
                    .filter(tenant -> tenant.need().getOrDefault(size, 0L) > 0)
                    .filter(tenant -> nodes.containsAll(allowed(tenant, all)))
                    .toList();
            long need = bound.stream()
                    .mapToLong(tenant -> tenant.need().getOrDefault(size, 0L))
                    .sum();
            long returned = bound.stream()
                    .mapToLong(tenant -> tenant.held().getOrDefault(size, 0L))
                    .sum();
            NodeShortage shortage = new NodeShortage(
                    bound.stream().map(Tenant::name).toList(),
                    List.copyOf(nodes),
                    all.stream()
                            .filter(one -> nodes.contains(one.node()))
                            .findFirst()
                            .orElseThrow(),
                    Math.min(usable, free(all, nodes)),
                    rolling ? 0 : Math.min(returned, pool.inUseOrPromised()),
                    need + (need * headroom + 99) / 100);
            if (shortage.more() > 0) {
                shortages.add(shortage);
                all.replaceAll(one -> one.equals(shortage.pool()) ? shortage.grown() : one);
                usable += shortage.more();
            }
        }
        return shortages;
    }

    /** The nodes of the pool that the tenant may use; all if they are unknown. */
    private static Set<Integer> allowed(Tenant tenant, List<NodePool> all) {
        return all.stream()
                .map(NodePool::node)
                .filter(node -> tenant.nodes()
                        .filter((RangeList list) -> !list.contains(node))
                        .isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The free pages of these nodes. Some may be reserved: the kernel counts reservations for the whole host only. */
    private static long free(List<NodePool> all, Set<Integer> nodes) {
        return NodePool.free(
                all.stream().filter(one -> nodes.contains(one.node())).toList());
    }

    private NodePool grown() {
        return new NodePool(pool.node(), pool.pageSize(), toWrite(), pool.free() + more(), pool.surplus());
    }

    /** The number of missing pages. */
    public long more() {
        return need - available - held;
    }

    /** The setting of the pool of the first node. */
    public PoolSetting setting() {
        return PoolSetting.ofNode(pool.node(), pool.pageSize().value());
    }

    /** The number of pages for the first node. */
    public long toWrite() {
        return pool.total() + more();
    }

    /** The action that adds the missing pages on the first node. */
    public Action action() {
        return setting()
                .write(
                        toWrite(),
                        Math.max(0, pool.total() - pool.surplus()),
                        pool.pageSize().times(more()) + " of this node's memory for the pool");
    }
}
