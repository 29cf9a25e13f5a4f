package io.github.hpjvm.services.boot4;

import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.stereotype.Component;

/** What is not known is NaN. */
@Component
class HugePagesMetrics implements MeterBinder {
    private final HugePagesHealth check;

    HugePagesMetrics(HugePagesHealth check) {
        this.check = check;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("jvm.hugepages.heap.coverage", check, HugePagesMetrics::coverage)
                .description("Share of the resident heap on huge pages")
                .register(registry);
        Gauge.builder("jvm.hugepages.findings", check, c -> c.check().findings().size())
                .register(registry);
        for (HealthStatus status : HealthStatus.values()) {
            Gauge.builder("jvm.hugepages.status", check, c -> c.check().status() == status ? 1 : 0)
                    .tag("status", status.name())
                    .register(registry);
        }
    }

    private static double coverage(HugePagesHealth check) {
        return check.check().coverage(RegionName.HEAP).map(heap -> heap.share()).orElse(Double.NaN);
    }
}
