package io.github.hpjvm.binder.microprofile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HugePagesHealth;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Test;

class HugePagesReadinessTest {
    /** Weld (Helidon, Open Liberty) looks for beans in jars with beans.xml, Quarkus in those with an index. */
    @Test
    void theJarIsFoundByEachFramework() throws IOException {
        try (InputStream index = HugePagesReadiness.class.getResourceAsStream("/META-INF/jandex.idx")) {
            assertNotNull(index, "the jar has no index of Jandex");
            String names = new String(index.readAllBytes(), StandardCharsets.ISO_8859_1);
            assertTrue(names.contains("HugePagesReadiness"), "the index lacks the check");
            assertTrue(names.contains("ApplicationScoped"), "the check has no scope: no framework takes it for a bean");
        }
        assertNotNull(HugePagesReadiness.class.getResource("/META-INF/beans.xml"));
    }

    @Test
    void reportsStatusAndDetails() {
        try (HugePagesHealth health =
                HugePagesHealth.builder().maxAge(Duration.ofMinutes(5)).build()) {
            HealthReport report = health.check(Duration.ofSeconds(20));
            HealthCheckResponse response = new HugePagesReadiness(health).call();
            assertEquals("hugePages", response.getName());
            assertEquals(HealthCheckResponse.Status.UP, response.getStatus());
            assertEquals(
                    report.details().keySet(), response.getData().orElseThrow().keySet());
        }
    }
}
