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
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The pages that a pool lacks on the NUMA nodes that some tenants are bound to. The kernel refuses a mapping that these nodes
 * cannot serve, although other nodes have free pages (allowed_mems_nr and hugetlb_acct_memory in {@code mm/hugetlb.c}).
 *
 * @param tenants the names of the tenants that may use no other nodes
 * @param nodes the nodes, ascending
 * @param pool the pool of the first node, which is to grow
 * @param available the number of available pages on these nodes
 * @param held the number of pages that the tenants return on these nodes before they take new ones
 * @param freed the number of surplus pages of the first node that they return too, and that the kernel then frees
 * @param need the number of pages that they need, with the headroom
 */
public record NodeShortage(
        List<String> tenants, List<Integer> nodes, NodePool pool, long available, long held, long freed, long need) {

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
            long need = sum(bound, tenant -> tenant.need().getOrDefault(size, 0L));
            long untouched =
                    rolling ? 0 : sum(bound, tenant -> tenant.untouched().getOrDefault(size, 0L));
            long touched = rolling ? 0 : sum(bound, tenant -> tenant.held().getOrDefault(size, 0L)) - untouched;
            NodePool first = all.stream()
                    .filter(one -> nodes.contains(one.node()))
                    .findFirst()
                    .orElseThrow();
            long freed = Math.min(touched, surplus(all, nodes));
            NodeShortage shortage = new NodeShortage(
                    bound.stream().map(Tenant::name).toList(),
                    List.copyOf(nodes),
                    first,
                    Math.min(usable + untouched, free(all, nodes)),
                    Math.min(touched - freed, pool.inUseOrPromised()),
                    Math.min(freed, first.surplus()),
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

    private static long sum(List<Tenant> tenants, ToLongFunction<Tenant> pages) {
        return tenants.stream().mapToLong(pages).sum();
    }

    /** The kernel frees a returned page as long as its node has surplus pages (free_huge_folio of {@code mm/hugetlb.c}). */
    private static long surplus(List<NodePool> all, Set<Integer> nodes) {
        return all.stream()
                .filter(one -> nodes.contains(one.node()))
                .mapToLong(NodePool::surplus)
                .sum();
    }

    /** The free pages of these nodes. Some may be reserved: the kernel counts reservations for the whole host only. */
    private static long free(List<NodePool> all, Set<Integer> nodes) {
        return NodePool.free(
                all.stream().filter(one -> nodes.contains(one.node())).toList());
    }

    /** The pool after the write, which first makes surplus pages persistent (set_max_huge_pages of {@code mm/hugetlb.c}). */
    private NodePool grown() {
        long kept = Math.min(more(), freed);
        long added = more() - kept;
        return new NodePool(
                pool.node(), pool.pageSize(), pool.total() + added, pool.free() + added, pool.surplus() - kept);
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
        return pool.total() - freed + more();
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
