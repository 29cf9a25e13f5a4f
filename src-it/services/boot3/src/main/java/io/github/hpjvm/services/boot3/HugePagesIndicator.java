package io.github.hpjvm.services.boot3;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.stereotype.Component;

/** Advice leaves the service UP; DOWN only if the check was built with failOn. */
@Component("hugePages")
class HugePagesIndicator implements HealthIndicator {
    private final HugePagesHealth check;

    HugePagesIndicator(HugePagesHealth check) {
        this.check = check;
    }

    @Override
    public Health health() {
        HealthReport report = check.check();
        return (report.status() == HealthStatus.DOWN ? Health.down() : Health.up())
                .withDetails(report.details())
                .build();
    }
}
