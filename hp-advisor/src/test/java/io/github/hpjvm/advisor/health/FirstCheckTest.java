package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.hpjvm.advisor.HugePages;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FirstCheckTest {
    private static final Duration ENOUGH = Duration.ofSeconds(60);

    /** Without a wait, the first report of this JVM is UNKNOWN: its memory is examined by another thread. */
    @Test
    void aWaitingCheckHasTheFirstResult() {
        try (HugePagesHealth health = HugePagesHealth.create()) {
            assertEquals(HealthStatus.UNKNOWN, health.check().status());
            assertNotEquals(HealthStatus.UNKNOWN, health.check(ENOUGH).status());
        }
        assertNotEquals(HealthStatus.UNKNOWN, HugePages.check(ENOUGH).status());
    }

    @Test
    void theWaitEnds() {
        try (HugePagesHealth health = HugePagesHealth.create()) {
            assertEquals(HealthStatus.UNKNOWN, health.check(Duration.ZERO).status());
        }
    }
}
