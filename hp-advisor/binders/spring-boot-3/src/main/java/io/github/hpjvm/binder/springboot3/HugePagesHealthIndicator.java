package io.github.hpjvm.binder.springboot3;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** The entry {@code hugePages} of the health page. Advice leaves the service UP; only the status DOWN puts it down. */
public final class HugePagesHealthIndicator implements HealthIndicator {
    private final HugePagesHealth health;

    /** Creates an indicator that reports what {@code health} finds. */
    public HugePagesHealthIndicator(HugePagesHealth health) {
        this.health = health;
    }

    @Override
    public Health health() {
        HealthReport report = health.check();
        Health.Builder page = switch (report.status()) {
            case DOWN -> Health.down();
            case UNKNOWN, NOT_APPLICABLE -> Health.unknown();
            case OK, ADVICE -> Health.up();
        };
        return page.withDetails(report.details()).build();
    }
}
