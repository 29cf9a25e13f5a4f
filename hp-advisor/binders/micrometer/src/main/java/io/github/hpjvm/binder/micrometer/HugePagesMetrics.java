package io.github.hpjvm.binder.micrometer;

import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.github.hpjvm.advisor.term.RegionName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/**
 * Gauges: {@code jvm.hugepages.heap.coverage}, the share of the resident heap on huge pages, NaN if it is unknown; {@code
 * jvm.hugepages.findings}, their number; {@code jvm.hugepages.finding}, 1 for the tags {@code rule} and {@code severity} of a
 * present finding, else 0; {@code jvm.hugepages.status}, 1 for the tag of the present status, else 0.
 *
 * <p>The registry holds the check, so it works as long as the registry.
 */
public final class HugePagesMetrics implements MeterBinder {
    private final HugePagesHealth health;

    /** Creates gauges of what {@code health} finds. */
    public HugePagesMetrics(HugePagesHealth health) {
        this.health = health;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge("jvm.hugepages.heap.coverage", HugePagesMetrics::coverage)
                .description("Share of the resident heap on huge pages")
                .register(registry);
        gauge("jvm.hugepages.findings", it -> it.check().findings().size())
                .description("Number of findings")
                .register(registry);
        for (HealthStatus status : HealthStatus.values()) {
            gauge("jvm.hugepages.status", it -> it.check().status() == status ? 1 : 0)
                    .description("1 for the present status")
                    .tag("status", status.name())
                    .register(registry);
        }
        for (String rule : HugePagesHealth.rules()) {
            for (Severity severity : Severity.values()) {
                gauge("jvm.hugepages.finding", it -> has(it, rule, severity) ? 1 : 0)
                        .description("1 for a present finding")
                        .tag("rule", rule)
                        .tag("severity", severity.name())
                        .register(registry);
            }
        }
    }

    /** A gauge holds its object weakly by default. A check that nothing else holds would be collected. */
    private Gauge.Builder<HugePagesHealth> gauge(String name, ToDoubleFunction<HugePagesHealth> value) {
        return Gauge.builder(name, health, value).strongReference(true);
    }

    private static boolean has(HugePagesHealth health, String rule, Severity severity) {
        return health.check().findings().stream()
                .anyMatch(finding -> finding.rule().equals(rule) && finding.severity() == severity);
    }

    private static double coverage(HugePagesHealth health) {
        return health.check()
                .coverage(RegionName.HEAP)
                .map(heap -> heap.share())
                .orElse(Double.NaN);
    }
}
