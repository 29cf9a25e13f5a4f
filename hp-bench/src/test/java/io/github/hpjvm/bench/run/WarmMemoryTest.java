package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.HugePool;
import org.junit.jupiter.api.Test;

class WarmMemoryTest {
    private long now = -5;
    private final WarmMemory warm = new WarmMemory(() -> now);

    private static HugePool pool(long pages) {
        return new HugePool(Bytes.ofMiB(2), pages, pages, 0, 0, 0);
    }

    @Test
    void nothingIsWarmAtFirst() {
        assertFalse(warm.has(Bytes.ofMiB(1)));
        assertFalse(warm.hasPages(pool(10), 1));
    }

    @Test
    void memoryIsWarmUntilTheKernelReportsIt() {
        warm.freed(Bytes.ofMiB(100));
        assertTrue(warm.has(Bytes.ofMiB(100)));
        assertFalse(warm.has(Bytes.ofMiB(101)), "more than was given back");
        now += WarmMemory.REPORTING_DELAY.toNanos() - 1;
        assertTrue(warm.has(Bytes.ofMiB(100)));
        now += 1;
        assertFalse(warm.has(Bytes.ofMiB(100)));
    }

    @Test
    void pagesOfAPoolStayWarmWhileItKeepsItsSize() {
        warm.touched(pool(10), 4);
        now += 100 * WarmMemory.REPORTING_DELAY.toNanos();
        assertTrue(warm.hasPages(pool(10), 4));
        assertFalse(warm.hasPages(pool(10), 5));
        assertFalse(warm.hasPages(pool(11), 4), "pages of another pool of this size");
    }
}
