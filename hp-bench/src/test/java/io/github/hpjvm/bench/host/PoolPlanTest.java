package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolPlanTest {
    private static final long MIB_2 = 2L << 20;

    @ParameterizedTest
    @CsvSource({
        "  0,   0,   0, 642, 642",
        "100, 100,   0, 642, 642",
        "100, 100,  40, 642, 682",
        "100,   0,   0, 642, 742",
        "700, 650,  10, 642, 702",
        "100,  10,  20,   5, 105",
    })
    void growsByTheMissingPages(long total, long free, long reserved, long need, long write) {
        assertEquals(OptionalLong.of(write), PoolPlan.totalToWrite(total, free, reserved, need));
    }

    @ParameterizedTest
    @CsvSource({"642, 642, 0, 642", "1000, 800, 100, 642", "0, 0, 0, 0", "5, 0, 0, 0"})
    void writesNothingIfThePoolHasEnough(long total, long free, long reserved, long need) {
        assertEquals(OptionalLong.empty(), PoolPlan.totalToWrite(total, free, reserved, need));
    }

    @Test
    void refusesNegativeNumbers() {
        assertThrows(IllegalArgumentException.class, () -> PoolPlan.totalToWrite(-1, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> PoolPlan.totalToWrite(0, 0, 0, -1));
        assertThrows(ArithmeticException.class, () -> PoolPlan.totalToWrite(2, 0, 0, Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> PoolPlan.memoryAllows(1, -1, 1, 1));
    }

    @Test
    void comparesWithAvailableMemory() {
        assertTrue(PoolPlan.memoryAllows(10, MIB_2, 10 * MIB_2, 0));
        assertFalse(PoolPlan.memoryAllows(10, MIB_2, 10 * MIB_2, 1));
        assertFalse(PoolPlan.memoryAllows(11, MIB_2, 10 * MIB_2, 0));
        assertFalse(PoolPlan.memoryAllows(0, MIB_2, 0, 1));
        assertTrue(PoolPlan.memoryAllows(0, MIB_2, 0, 0));
    }

    @Test
    void doesNotWrapAround() {
        assertFalse(PoolPlan.memoryAllows(1L << 43, MIB_2, Long.MAX_VALUE, 0));
        assertFalse(PoolPlan.memoryAllows(1L << 42, MIB_2, Long.MAX_VALUE, 0));
        assertFalse(PoolPlan.memoryAllows(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE));
        assertFalse(PoolPlan.memoryAllows(1, MIB_2, 0, Long.MAX_VALUE));
    }

    @Test
    void writesTheDefaultPoolByItsSysctl() {
        assertEquals(Path.of("/proc/sys/vm/nr_hugepages"), PoolPlan.file(MIB_2, MIB_2));
        assertEquals(
                Path.of("/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages"), PoolPlan.file(1L << 30, MIB_2));
    }
}
