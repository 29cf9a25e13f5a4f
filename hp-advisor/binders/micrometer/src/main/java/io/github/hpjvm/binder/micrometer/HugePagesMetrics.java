package io.github.hpjvm.binder.micrometer;

import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.github.hpjvm.advisor.term.RegionName;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Gauges: {@code jvm.hugepages.heap.coverage}, the share of the resident heap on huge pages, NaN if it is unknown; {@code
 * jvm.hugepages.findings}, their number; {@code jvm.hugepages.status}, 1 for the tag of the present status, else 0.
 */
public final class HugePagesMetrics implements MeterBinder {
    private final HugePagesHealth health;

    /** Creates gauges of what {@code health} finds. */
    public HugePagesMetrics(HugePagesHealth health) {
        this.health = health;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("jvm.hugepages.heap.coverage", health, HugePagesMetrics::coverage)
                .description("Share of the resident heap on huge pages")
                .register(registry);
        Gauge.builder(
                        "jvm.hugepages.findings",
                        health,
                        it -> it.check().findings().size())
                .description("Number of findings")
                .register(registry);
        for (HealthStatus status : HealthStatus.values()) {
            Gauge.builder("jvm.hugepages.status", health, it -> it.check().status() == status ? 1 : 0)
                    .description("1 for the present status")
                    .tag("status", status.name())
                    .register(registry);
        }
    }

    private static double coverage(HugePagesHealth health) {
        return health.check()
                .coverage(RegionName.HEAP)
                .map(heap -> heap.share())
                .orElse(Double.NaN);
    }
}
