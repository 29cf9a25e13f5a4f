package io.github.hpjvm.bench.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class IdleMemoryTest {
    @Test
    void aSecondShowsWhetherIdleMemoryIsTakenAway() throws InterruptedException {
        IdleMemory idle = IdleMemory.start();
        assertEquals(OptionalDouble.empty(), idle.slowReadsPercent(), "not a second has passed");
        Thread.sleep(1010);
        double percent = idle.slowReadsPercent().orElseThrow();
        assertTrue(percent >= 0 && percent <= 100, () -> percent + " %");
    }
}
