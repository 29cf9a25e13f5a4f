package io.github.hpjvm.binder.microprofile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Test;

class HugePagesReadinessTest {
    @Test
    void reportsStatusAndDetails() {
        try (HugePagesHealth health =
                HugePagesHealth.builder().maxAge(Duration.ofMinutes(5)).build()) {
            HealthReport report = health.check(Duration.ofSeconds(20));
            HealthCheckResponse response = new HugePagesReadiness(health).call();
            assertEquals("hugePages", response.getName());
            assertEquals(HealthCheckResponse.Status.UP, response.getStatus());
            assertEquals(
                    report.details().keySet(), response.getData().orElseThrow().keySet());
        }
    }
}
