package io.github.hpjvm.advisor.size;

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
 * @param growth the pools of these nodes that are to grow
 * @param available the number of available pages on these nodes
 * @param held the number of pages that the tenants return on these nodes before they take new ones
 * @param need the number of pages that they need, with the headroom
 */
public record NodeShortage(
        List<String> tenants, List<Integer> nodes, List<NodeGrowth> growth, long available, long held, long need) {

    public NodeShortage {
        tenants = List.copyOf(tenants);
        nodes = List.copyOf(nodes);
        growth = List.copyOf(growth);
    }

    /** Returns the shortages of a pool. A later one assumes that the pages of the earlier ones were added. */
    static List<NodeShortage> of(HugePool pool, List<Tenant> tenants, int headroom, boolean rolling, Host host) {
        Bytes size = pool.pageSize();
        NodeRoom room = NodeRoom.of(host);
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
            List<NodePool> pools =
                    all.stream().filter(one -> nodes.contains(one.node())).toList();
            long freed = Math.min(touched, surplus(pools));
            // Some free pages may be reserved: the kernel counts reservations for the whole host only.
            long available = Math.min(usable + untouched, NodePool.free(pools));
            long held = Math.min(touched - freed, pool.inUseOrPromised());
            long wanted = need + (need * headroom + 99) / 100;
            long more = wanted - available - held;
            if (more > 0) {
                List<NodeGrowth> growth = NodeGrowth.of(pools, more, freed, room);
                shortages.add(new NodeShortage(
                        bound.stream().map(Tenant::name).toList(),
                        List.copyOf(nodes),
                        growth,
                        available,
                        held,
                        wanted));
                growth.forEach(each -> all.replaceAll(one -> one.equals(each.pool()) ? each.grown() : one));
                room = room.without(growth);
                usable += more;
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
    private static long surplus(List<NodePool> pools) {
        return pools.stream().mapToLong(NodePool::surplus).sum();
    }

    /** The number of missing pages. */
    public long more() {
        return need - available - held;
    }

    /** The size of the pages. */
    public Bytes pageSize() {
        return growth.get(0).pool().pageSize();
    }
}
