package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Records which free memory the hypervisor still backs, so that it need not be touched again.
 *
 * <p>The kernel reports free pages to the hypervisor two seconds after it finds some (PAGE_REPORTING_DELAY in
 * mm/page_reporting.c), so memory that a fork freed is warm for about that time. Pages of a hugetlb pool are never
 * reported; they stay warm until the pool changes its size.
 */
final class WarmMemory {
    static final Duration REPORTING_DELAY = Duration.ofSeconds(2);

    private final LongSupplier nanoTime;
    private final Map<Bytes, Pages> pools = new HashMap<>();
    private Bytes freed = Bytes.ZERO;
    private long freedAt;

    /** Pages that were touched while the pool had this size. */
    private record Pages(long touched, long poolSize) {}

    WarmMemory(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Records that processes have just freed so much memory that they had touched. */
    void freed(Bytes bytes) {
        freed = bytes;
        freedAt = nanoTime.getAsLong();
    }

    /** Returns whether so much memory was freed within the delay of the kernel's report. */
    boolean has(Bytes bytes) {
        return freed.compareTo(bytes) >= 0 && nanoTime.getAsLong() - freedAt < REPORTING_DELAY.toNanos();
    }

    /** Records that so many pages of the pool were touched. */
    void touched(HugePool pool, long pages) {
        pools.put(pool.pageSize(), new Pages(pages, pool.total()));
    }

    /** Returns whether so many pages were touched since the pool got its size. */
    boolean hasPages(HugePool pool, long pages) {
        Pages before = pools.get(pool.pageSize());
        return before != null && before.poolSize() == pool.total() && before.touched() >= pages;
    }
}
