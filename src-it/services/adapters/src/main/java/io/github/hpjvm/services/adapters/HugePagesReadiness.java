package io.github.hpjvm.services.adapters;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** For MicroProfile Health, as in Quarkus, Helidon and Open Liberty. */
@Readiness
public final class HugePagesReadiness implements HealthCheck {
    private final HugePagesHealth check;

    public HugePagesReadiness(HugePagesHealth check) {
        this.check = check;
    }

    @Override
    public HealthCheckResponse call() {
        HealthReport report = check.check();
        HealthCheckResponseBuilder response = HealthCheckResponse.named("hugePages");
        report.details().forEach((name, value) -> response.withData(name, String.valueOf(value)));
        return response.status(report.status() != HealthStatus.DOWN).build();
    }
}
