package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTest {

    @Test
    void rejectsEndsInTheWrongOrderAndNaN() {
        assertThrows(IllegalArgumentException.class, () -> new Interval(2, 1));
        assertThrows(IllegalArgumentException.class, () -> new Interval(Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> new Interval(1, Double.NaN));
    }

    @Test
    void aPointIsAnInterval() {
        assertTrue(new Interval(1, 1).inside(new Interval(1, 1)));
    }

    @Test
    void itsEndsBelongToIt() {
        assertTrue(new Interval(0.99, 1.01).inside(new Interval(0.99, 1.01)));
        assertFalse(new Interval(0.98, 1.01).inside(new Interval(0.99, 1.01)));
        assertFalse(new Interval(0.99, 1.02).inside(new Interval(0.99, 1.01)));
        assertFalse(new Interval(0.8, 0.9).apartFrom(new Interval(0.9, 1)));
        assertFalse(new Interval(0.9, 1).apartFrom(new Interval(0.8, 0.9)));
        assertTrue(new Interval(0.8, 0.89).apartFrom(new Interval(0.9, 1)));
        assertTrue(new Interval(0.9, 1).apartFrom(new Interval(0.8, 0.89)));
    }

    @Test
    void theHullIsTheSmallestIntervalWithBoth() {
        assertEquals(new Interval(0.8, 1.2), new Interval(0.8, 0.9).hull(new Interval(1.1, 1.2)));
        assertEquals(new Interval(0.8, 1.2), new Interval(0.8, 1.2).hull(new Interval(0.9, 1)));
    }
}
