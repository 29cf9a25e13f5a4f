package io.github.hpjvm.binder.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HugePagesMetricsTest {
    @Test
    void oneStatusIsOne() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (HugePagesHealth health =
                HugePagesHealth.builder().maxAge(Duration.ofMinutes(5)).build()) {
            HealthReport report = health.check(Duration.ofSeconds(20));
            new HugePagesMetrics(health).bindTo(registry);
            for (HealthStatus status : HealthStatus.values()) {
                Gauge gauge = registry.get("jvm.hugepages.status")
                        .tag("status", status.name())
                        .gauge();
                assertEquals(status == report.status() ? 1 : 0, gauge.value());
            }
            assertEquals(
                    report.findings().size(),
                    registry.get("jvm.hugepages.findings").gauge().value());
        }
    }
}
