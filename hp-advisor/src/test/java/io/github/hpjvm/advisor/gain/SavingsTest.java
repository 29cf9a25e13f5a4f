package io.github.hpjvm.advisor.gain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.gain.Savings.LoadCost;
import java.util.List;
import org.junit.jupiter.api.Test;

class SavingsTest {
    private static final double EXACT = 1e-12;

    @Test
    void aShareIsAtMostAllOfTheTime() {
        assertEquals(0.108, Savings.ofWalkCycles(0.108), EXACT);
        assertEquals(1, Savings.ofWalkCycles(1.3), EXACT);
        assertEquals(0.25, Savings.ofStalls(0.5, 2), EXACT);
        assertEquals(1, Savings.ofStalls(5, 2), EXACT);
    }

    @Test
    void rejectsOtherValuesThanShares() {
        assertThrows(IllegalArgumentException.class, () -> Savings.ofWalkCycles(-0.1));
        assertThrows(IllegalArgumentException.class, () -> Savings.ofWalkCycles(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> Savings.ofStalls(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new LoadCost(1, 0, 1));
    }

    /** A smaller size can save more: caches slow down large sizes on both sides. */
    @Test
    void takesTheLargestShareUpToTheFirstSizeThatHoldsTheProgram() {
        List<LoadCost> points = List.of(
                new LoadCost(16, 1, -0.1),
                new LoadCost(1024, 4, 2),
                new LoadCost(8192, 10, 3),
                new LoadCost(65536, 9, 9));
        assertEquals(0, Savings.ofLoads(points, 16), EXACT);
        assertEquals(0.5, Savings.ofLoads(points, 17), EXACT);
        assertEquals(0.5, Savings.ofLoads(points, 8192), EXACT);
        assertEquals(1, Savings.ofLoads(points, 8193), EXACT);
        assertThrows(IllegalArgumentException.class, () -> Savings.ofLoads(points, 65537));
    }
}
