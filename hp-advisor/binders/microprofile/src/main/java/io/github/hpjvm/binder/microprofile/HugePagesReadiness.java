package io.github.hpjvm.binder.microprofile;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Objects;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;
import org.jspecify.annotations.Nullable;

/**
 * The readiness check for MicroProfile Health, as in Quarkus, Helidon and Open Liberty. It is down only if the status is
 * DOWN. It reports what a bean of the type {@link HugePagesHealth} finds, or else a check with the defaults.
 */
@Readiness
@ApplicationScoped
public class HugePagesReadiness implements HealthCheck {
    private @Nullable HugePagesHealth health;

    /** Creates a check of this JVM. CDI calls it for proxies too, so it starts nothing. */
    public HugePagesReadiness() {}

    /** Creates a check that reports what {@code health} finds. */
    public HugePagesReadiness(HugePagesHealth health) {
        this.health = Objects.requireNonNull(health, "health");
    }

    /** Takes the check that the application produces, if there is one. */
    @Inject
    void use(Instance<HugePagesHealth> ofApplication) {
        if (ofApplication.isResolvable()) {
            health = ofApplication.get();
        }
    }

    private synchronized HugePagesHealth health() {
        if (health == null) {
            health = HugePagesHealth.create();
        }
        return health;
    }

    @Override
    public HealthCheckResponse call() {
        HealthReport report = health().check();
        HealthCheckResponseBuilder response = HealthCheckResponse.named("hugePages");
        report.details().forEach((name, value) -> add(response, name, value));
        return response.status(report.status() != HealthStatus.DOWN).build();
    }

    /** Adds a value. The interface has no numbers but long: a share is a text. */
    private static void add(HealthCheckResponseBuilder response, String name, Object value) {
        if (value instanceof Boolean truth) {
            response.withData(name, truth);
        } else if (value instanceof Long || value instanceof Integer) {
            response.withData(name, ((Number) value).longValue());
        } else {
            response.withData(name, String.valueOf(value));
        }
    }
}
