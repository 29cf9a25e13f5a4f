package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.HashMap;
import java.util.Map;

/**
 * Records how many pages of each hugetlb pool were touched, so that they need not be touched again.
 *
 * <p>The kernel never reports pages of a pool to the hypervisor (mm/page_reporting.c reports free blocks of the buddy
 * allocator only), so they stay backed until the pool changes its size.
 */
final class TouchedPools {
    private final Map<Bytes, Pages> pools = new HashMap<>();

    /** Pages that were touched while the pool had this size. */
    private record Pages(long touched, long poolSize) {}

    /** Records that so many pages of the pool were touched. */
    void touched(HugePool pool, long pages) {
        pools.put(pool.pageSize(), new Pages(pages, pool.total()));
    }

    /** Returns whether so many pages were touched since the pool got its size. */
    boolean has(HugePool pool, long pages) {
        Pages before = pools.get(pool.pageSize());
        return before != null && before.poolSize() == pool.total() && before.touched() >= pages;
    }
}
