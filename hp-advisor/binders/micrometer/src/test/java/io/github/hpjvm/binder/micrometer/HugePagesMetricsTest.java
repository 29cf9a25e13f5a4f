package io.github.hpjvm.binder.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.ref.WeakReference;
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

    /** With a weak reference the gauges became NaN after a collection, and the thread of the check ended. */
    @Test
    void theRegistryHoldsTheCheck() throws InterruptedException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        WeakReference<HugePagesHealth> health = bind(registry);
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNotNull(health.get());
        assertFalse(Double.isNaN(registry.get("jvm.hugepages.findings").gauge().value()));
        health.get().close();
    }

    private static WeakReference<HugePagesHealth> bind(SimpleMeterRegistry registry) {
        HugePagesHealth health = HugePagesHealth.create();
        new HugePagesMetrics(health).bindTo(registry);
        return new WeakReference<>(health);
    }

    @Test
    void findingsHaveRuleAndSeverity() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (HugePagesHealth health =
                HugePagesHealth.builder().maxAge(Duration.ofMinutes(5)).build()) {
            HealthReport report = health.check(Duration.ofSeconds(20));
            new HugePagesMetrics(health).bindTo(registry);
            double sum = registry.get("jvm.hugepages.finding").gauges().stream()
                    .mapToDouble(Gauge::value)
                    .sum();
            assertEquals(
                    report.findings().stream()
                            .map(Outcome.Finding::rule)
                            .distinct()
                            .count(),
                    sum,
                    report.toJson());
            for (Outcome.Finding finding : report.findings()) {
                assertEquals(
                        1,
                        registry.get("jvm.hugepages.finding")
                                .tag("rule", finding.rule())
                                .tag("severity", finding.severity().name())
                                .gauge()
                                .value());
            }
        }
    }
}
