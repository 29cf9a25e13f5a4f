package io.github.hpjvm.binder.microprofile;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** The readiness check for MicroProfile Health, as in Quarkus, Helidon and Open Liberty. It is down only if the status is DOWN. */
@Readiness
public class HugePagesReadiness implements HealthCheck {
    private final HugePagesHealth health;

    /** Creates a check of this JVM. */
    public HugePagesReadiness() {
        this(HugePagesHealth.create());
    }

    /** Creates a check that reports what {@code health} finds. */
    public HugePagesReadiness(HugePagesHealth health) {
        this.health = health;
    }

    @Override
    public HealthCheckResponse call() {
        HealthReport report = health.check();
        HealthCheckResponseBuilder response = HealthCheckResponse.named("hugePages");
        report.details().forEach((name, value) -> response.withData(name, String.valueOf(value)));
        return response.status(report.status() != HealthStatus.DOWN).build();
    }
}
