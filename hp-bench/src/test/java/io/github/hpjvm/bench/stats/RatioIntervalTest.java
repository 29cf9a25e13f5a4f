package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RatioIntervalTest {

    @Test
    void rejectsEndsInTheWrongOrderAndNaN() {
        assertThrows(IllegalArgumentException.class, () -> new RatioInterval(2, 1));
        assertThrows(IllegalArgumentException.class, () -> new RatioInterval(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> new RatioInterval(1, Double.NaN));
    }

    @Test
    void aPointIsAnInterval() {
        assertTrue(new RatioInterval(1, 1).inside(new RatioInterval(1, 1)));
    }

    @Test
    void itsEndsBelongToIt() {
        assertTrue(new RatioInterval(0.99, 1.01).inside(new RatioInterval(0.99, 1.01)));
        assertFalse(new RatioInterval(0.98, 1.01).inside(new RatioInterval(0.99, 1.01)));
        assertFalse(new RatioInterval(0.99, 1.02).inside(new RatioInterval(0.99, 1.01)));
        assertFalse(new RatioInterval(0.8, 0.9).apartFrom(new RatioInterval(0.9, 1)));
        assertFalse(new RatioInterval(0.9, 1).apartFrom(new RatioInterval(0.8, 0.9)));
        assertTrue(new RatioInterval(0.8, 0.89).apartFrom(new RatioInterval(0.9, 1)));
        assertTrue(new RatioInterval(0.9, 1).apartFrom(new RatioInterval(0.8, 0.89)));
    }

    @Test
    void theHullIsTheSmallestIntervalWithBoth() {
        assertEquals(new RatioInterval(0.8, 1.2), new RatioInterval(0.8, 0.9).hull(new RatioInterval(1.1, 1.2)));
        assertEquals(new RatioInterval(0.8, 1.2), new RatioInterval(0.8, 1.2).hull(new RatioInterval(0.9, 1)));
    }
}
