package io.github.hpjvm.binder.dropwizard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.codahale.metrics.health.HealthCheck;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HugePagesHealthCheckTest {
    @Test
    void reportsStatusAndDetails() {
        try (HugePagesHealth health =
                HugePagesHealth.builder().maxAge(Duration.ofMinutes(5)).build()) {
            HealthReport report = health.check(Duration.ofSeconds(20));
            HealthCheck.Result result = new HugePagesHealthCheck(health).execute();
            assertTrue(result.isHealthy(), result.toString());
            assertEquals(report.summary(), result.getMessage());
            assertEquals(report.details().keySet(), result.getDetails().keySet());
        }
    }
}
