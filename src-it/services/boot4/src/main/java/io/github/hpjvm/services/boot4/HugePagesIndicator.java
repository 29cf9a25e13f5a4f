package io.github.hpjvm.services.boot4;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Advice leaves the service UP, and so does what is not known; DOWN only if the check was built with failOn. */
@Component("hugePages")
class HugePagesIndicator implements HealthIndicator {
    private final HugePagesHealth check;

    HugePagesIndicator(HugePagesHealth check) {
        this.check = check;
    }

    @Override
    public Health health() {
        HealthReport report = check.check();
        Health.Builder page =
                switch (report.status()) {
                    case DOWN -> Health.down();
                    case UNKNOWN, NOT_APPLICABLE -> Health.unknown();
                    case OK, ADVICE -> Health.up();
                };
        return page.withDetails(report.details()).build();
    }
}
