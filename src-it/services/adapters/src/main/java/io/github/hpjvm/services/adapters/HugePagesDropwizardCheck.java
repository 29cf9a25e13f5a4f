package io.github.hpjvm.services.adapters;

import com.codahale.metrics.health.HealthCheck;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;

/** For Dropwizard: environment.healthChecks().register("hugePages", new HugePagesDropwizardCheck(check)). */
public final class HugePagesDropwizardCheck extends HealthCheck {
    private final HugePagesHealth check;

    public HugePagesDropwizardCheck(HugePagesHealth check) {
        this.check = check;
    }

    @Override
    protected Result check() {
        HealthReport report = check.check();
        ResultBuilder result = Result.builder();
        report.details().forEach(result::withDetail);
        return report.status() == HealthStatus.DOWN
                ? result.unhealthy().withMessage("%s", report.summary()).build()
                : result.healthy().withMessage("%s", report.summary()).build();
    }
}
