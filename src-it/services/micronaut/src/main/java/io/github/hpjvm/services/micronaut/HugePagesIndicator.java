package io.github.hpjvm.services.micronaut;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.micronaut.core.async.publisher.Publishers;
import io.micronaut.health.HealthStatus;
import io.micronaut.management.health.indicator.HealthIndicator;
import io.micronaut.management.health.indicator.HealthResult;
import io.micronaut.management.health.indicator.annotation.Readiness;
import jakarta.inject.Singleton;
import org.reactivestreams.Publisher;

/** The entry {@code hugePages} of the health page. It never blocks: the check itself does not. */
@Singleton
@Readiness
class HugePagesIndicator implements HealthIndicator {
    private final HugePagesHealth health = HugePagesHealth.create();

    @Override
    public Publisher<HealthResult> getResult() {
        HealthReport report = health.check();
        boolean down = report.status() == io.github.hpjvm.advisor.health.HealthStatus.DOWN;
        return Publishers.just(HealthResult.builder("hugePages", down ? HealthStatus.DOWN : HealthStatus.UP)
                .details(report.details())
                .build());
    }
}
