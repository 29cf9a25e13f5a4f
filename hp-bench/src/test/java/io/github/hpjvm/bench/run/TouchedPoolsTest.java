package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.Bytes;
import org.junit.jupiter.api.Test;

class TouchedPoolsTest {
    private final TouchedPools pools = new TouchedPools();

    private static HugePool pool(long pages) {
        return new HugePool(Bytes.ofMiB(2), pages, pages, 0, 0, 0);
    }

    @Test
    void noPageIsTouchedAtFirst() {
        assertFalse(pools.has(pool(10), 1));
    }

    @Test
    void pagesStayTouchedWhileThePoolKeepsItsSize() {
        pools.touched(pool(10), 4);
        assertTrue(pools.has(pool(10), 4));
        assertFalse(pools.has(pool(10), 5));
        assertFalse(pools.has(pool(11), 4), "pages of another pool of this size");
    }
}
