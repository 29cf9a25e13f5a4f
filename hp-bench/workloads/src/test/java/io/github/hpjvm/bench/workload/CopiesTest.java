package io.github.hpjvm.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.hpjvm.bench.reading.Turn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopiesTest {
    @AfterEach
    void noTurn() {
        Turn.begin(0);
    }

    @ParameterizedTest
    @CsvSource({"1000, 6", "100000000, 6", "100000001, 5", "300000000, 2", "1000000000, 1", "0, 6"})
    void makesAsManyCopiesAsFit(long bytes, int copies) {
        assertEquals(copies, new Copies<>(bytes, Object::new).count());
    }

    @Test
    void usesAnotherCopyInEachIteration() {
        Copies<Object> copies = new Copies<>(1, Object::new);
        Object first = copies.next();
        for (int i = 1; i < copies.count(); i++) {
            assertNotSame(first, copies.next());
        }
        assertSame(first, copies.next());
    }

    @Test
    void keepsTheCopyForAllIterationsOfATurn() {
        Copies<Object> copies = new Copies<>(1, Object::new);
        Turn.begin(1);
        Object first = copies.next();
        assertSame(first, copies.next());
        Turn.begin(2);
        assertNotSame(first, copies.next());
        Turn.begin(7);
        assertSame(first, copies.next());
    }
}
