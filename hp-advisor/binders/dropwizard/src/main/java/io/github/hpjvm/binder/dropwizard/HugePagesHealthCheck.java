package io.github.hpjvm.binder.dropwizard;

import com.codahale.metrics.health.HealthCheck;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;

/**
 * The health check for Dropwizard: {@code environment.healthChecks().register("hugePages", new
 * HugePagesHealthCheck(HugePagesHealth.create()))}. It is unhealthy only if the status is DOWN.
 */
public final class HugePagesHealthCheck extends HealthCheck {
    private final HugePagesHealth health;

    /** Creates a check that reports what {@code health} finds. */
    public HugePagesHealthCheck(HugePagesHealth health) {
        this.health = health;
    }

    @Override
    protected Result check() {
        HealthReport report = health.check();
        ResultBuilder result = Result.builder().withMessage("%s", report.summary());
        report.details().forEach(result::withDetail);
        return report.status() == HealthStatus.DOWN
                ? result.unhealthy().build()
                : result.healthy().build();
    }
}
