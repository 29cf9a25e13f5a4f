package io.github.hpjvm.services.adapters;

import com.codahale.metrics.health.HealthCheck.Result;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import io.github.hpjvm.binder.dropwizard.HugePagesHealthCheck;
import io.github.hpjvm.binder.microprofile.HugePagesReadiness;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheckResponse;

/** Calls both adapters as their frameworks would, once the check has looked, and prints what they say. */
public final class Calls {
    public static void main(String[] arguments) throws InterruptedException {
        List<byte[]> data = new ArrayList<>();
        for (int i = 0; i < 200 * 4; i++) {
            data.add(new byte[(1 << 18) - 16]);
        }
        HugePagesHealth.Builder builder = HugePagesHealth.builder();
        if (arguments.length > 0) {
            builder.failOn(Severity.valueOf(arguments[0]));
        }
        try (HugePagesHealth check = builder.build()) {
            while (check.check().summary().contains("in progress")) {
                Thread.sleep(10);
            }
            Thread.sleep(1100);
            Result dropwizard = new HugePagesHealthCheck(check).execute();
            System.out.println("dropwizard " + (dropwizard.isHealthy() ? "healthy " : "unhealthy ")
                    + dropwizard.getDetails().get("status") + " " + dropwizard.getMessage());
            HealthCheckResponse microprofile = new HugePagesReadiness(check).call();
            System.out.println("microprofile " + microprofile.getStatus() + " "
                    + microprofile.getData().orElseThrow().get("status") + " "
                    + microprofile.getData().orElseThrow().get("summary"));
            System.out.println(data.size());
        }
    }
}
