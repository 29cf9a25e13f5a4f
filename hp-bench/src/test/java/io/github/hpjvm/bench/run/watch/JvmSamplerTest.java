package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class JvmSamplerTest {
    @Test
    void theIntervalGrowsWithAge() {
        assertEquals(150, JvmSampler.pause(200, 1));
        assertEquals(250, JvmSampler.pause(1000, 1));
        assertEquals(15_000, JvmSampler.pause(60_000, 1));
    }

    @Test
    void theIntervalGrowsWithCostUpToALimit() {
        assertEquals(500, JvmSampler.pause(1000, 10));
        for (long age = 200; age < 1_000_000; age *= 3) {
            assertTrue(JvmSampler.pause(age, 100_000) <= age);
        }
    }
}
