package io.github.hpjvm.cli.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OwnHeapTest {
    private static final long MIB = 1 << 20;

    private long used;
    private int collections;

    @Test
    void collectsWhenTheHeapHasGrownSinceTheLastCollection() {
        OwnHeap heap = new OwnHeap(() -> used, () -> {
            collections++;
            used = 20 * MIB;
        });
        used = 20 * MIB;
        heap.tidy();
        assertEquals(0, collections);
        used = 75 * MIB;
        heap.tidy();
        assertEquals(1, collections);
        used = 40 * MIB;
        heap.tidy();
        assertEquals(1, collections);
        used = 41 * MIB;
        heap.tidy();
        assertEquals(2, collections);
    }
}
