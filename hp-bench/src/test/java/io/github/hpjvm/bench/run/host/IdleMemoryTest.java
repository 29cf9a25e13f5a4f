package io.github.hpjvm.bench.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class IdleMemoryTest {
    @Test
    void onlyASecondShowsWhetherIdleMemoryIsTakenAway() {
        assertEquals(OptionalDouble.empty(), IdleMemory.start().slowReadsPercent(), "not a second has passed");
        double percent = new IdleMemory(Duration.ZERO).slowReadsPercent().orElseThrow();
        assertTrue(percent >= 0 && percent <= 100, () -> percent + " %");
    }
}
