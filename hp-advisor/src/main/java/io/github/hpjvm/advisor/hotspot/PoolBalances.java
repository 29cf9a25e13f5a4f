package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The remaining pages of each hugetlb pool while a JVM reserves one piece after the other (hugetlb_acct_memory and
 * gather_surplus_pages in {@code mm/hugetlb.c}). The lower bound are the available pages, and as many overcommit pages
 * as there are free blocks for. The upper bound adds the pages for which memory would have to be compacted. Neither
 * exceeds what the control group lets the JVM reserve ({@code hugetlb.<size>.rsvd.max}), or what its NUMA nodes have free.
 */
final class PoolBalances {

    /** Upper bound: no host has so many pages. */
    private static final long MOST = 1L << 40;

    private final Map<Bytes, Span> left = new HashMap<>();
    private final Map<Bytes, Long> certain = new HashMap<>();

    private boolean nodesDecide;
    private final Set<Bytes> groupDecides = new HashSet<>();

    private PoolBalances() {}

    /** Returns the pools before the JVM starts, with the pages that it has now; empty if they are not known. */
    static Optional<PoolBalances> of(Launch launch, Host host) {
        Optional<List<HugePool>> pools = host.pools().known();
        if (pools.isEmpty()) {
            return Optional.empty();
        }
        PoolBalances balances = new PoolBalances();
        for (HugePool pool : pools.get()) {
            if (!PageSizes.exists(pool.pageSize())) {
                continue;
            }
            long held = launch.held().getOrDefault(pool.pageSize(), 0L);
            long free = pool.free() - pool.reserved();
            // Pages that it has only reserved are free on the nodes, too.
            long untouched = Math.min(held, launch.untouched().getOrDefault(pool.pageSize(), 0L));
            long available = free + untouched;
            long here = Math.min(available, ofNodes(pool.pageSize(), launch, host));
            long own = Math.min(MOST, Math.max(0, here + held - untouched));
            balances.nodesDecide |= here < available;
            // The kernel adds surplus pages only for what all nodes lack together.
            Span most = Span.exactly(own).plus(here < available ? Span.NONE : surplus(pool, host));
            Span permitted = limited(most, launch, pool.pageSize(), held);
            if (permitted.max() < most.max()) {
                balances.groupDecides.add(pool.pageSize());
            }
            balances.left.put(pool.pageSize(), permitted);
            balances.certain.put(pool.pageSize(), own);
        }
        return Optional.of(balances);
    }

    /**
     * Returns the free pages on the NUMA nodes that the JVM may use. The kernel refuses a mapping that these nodes cannot serve
     * (allowed_mems_nr in {@code mm/hugetlb.c}), and counts reserved pages for the whole host only.
     */
    private static long ofNodes(Bytes page, Launch launch, Host host) {
        List<NodePool> all = host.nodePools(page);
        return launch.nodes()
                .map(nodes ->
                        all.stream().filter(pool -> nodes.contains(pool.node())).toList())
                .filter(allowed -> allowed.size() < all.size())
                .map(NodePool::free)
                .orElse(Long.MAX_VALUE);
    }

    /** Returns how many surplus pages it can get. Gigantic pages are never surplus (alloc_surplus_hugetlb_folio). */
    private static Span surplus(HugePool pool, Host host) {
        if (pool.overcommitRoom() == 0 || host.isGigantic(pool.pageSize())) {
            return Span.NONE;
        }
        Optional<Bytes> available = host.memory().known().flatMap(memory -> memory.size("MemAvailable"));
        long memory =
                available.map(size -> size.value() / pool.pageSize().value()).orElse(Long.MAX_VALUE);
        long most = Math.min(MOST, Math.min(pool.overcommitRoom(), memory));
        boolean ofPmdSize = host.thp()
                .known()
                .filter(policy -> policy.pmdSize().equals(pool.pageSize()))
                .isPresent();
        long blocks = host.fragmentation()
                .known()
                .filter(known -> ofPmdSize)
                .map(known -> known.total().hugePages())
                .orElse(0L);
        return new Span(Math.min(most, blocks), most);
    }

    private static Span limited(Span free, Launch launch, Bytes page, long held) {
        long most = launch.cgroup()
                .known()
                .flatMap(group -> group.hugetlb(page))
                .flatMap(group -> reservable(group, page))
                .map(pages -> pages + held)
                .orElse(Long.MAX_VALUE);
        return new Span(Math.min(free.min(), most), Math.min(free.max(), most));
    }

    private static Optional<Long> reservable(HugetlbGroup group, Bytes page) {
        return group.reservedMax().stream()
                .map(limit -> limit.room().orElse(limit.limit()))
                .map(room -> room.value() / page.value())
                .reduce(Math::min);
    }

    /** Returns where a page must be free for the JVM, inside a sentence. */
    String place() {
        return !groupDecides.isEmpty()
                ? "within the limit of its control group"
                : nodesDecide ? "on the NUMA nodes that the JVM may use" : "in the pool";
    }

    /** Returns the pool, or the control group of the JVM if that permits fewer pages, inside a sentence. */
    String limiter(Bytes page) {
        return groupDecides.contains(page) ? "its control group" : "the pool";
    }

    boolean hasAPage(Bytes page) {
        return left(page).max() > 0;
    }

    Span left(Bytes page) {
        return left.getOrDefault(page, Span.NONE);
    }

    /** Returns whether more pages were taken than the pool has without overcommit. */
    boolean usesOvercommit(Bytes page, Span taken) {
        return taken.max() > certain.getOrDefault(page, 0L);
    }

    void take(Bytes page, Span taken) {
        left.merge(page, taken, Span::minus);
    }
}
