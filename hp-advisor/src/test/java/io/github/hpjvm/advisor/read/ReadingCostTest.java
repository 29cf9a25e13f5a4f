package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import org.junit.jupiter.api.Test;

class ReadingCostTest {
    @Test
    void residentMemoryAndMappingsCost() {
        assertEquals(0, ReadingCost.micros(Bytes.ZERO, 0));
        assertTrue(ReadingCost.micros(Bytes.ofMiB(200), 500) < ReadingCost.micros(Bytes.ofGiB(4), 500));
        assertTrue(ReadingCost.micros(Bytes.ofGiB(4), 500) < ReadingCost.micros(Bytes.ofMiB(200), 60_000));
    }
}
