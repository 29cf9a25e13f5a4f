package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.LiveService;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Frameworks with CDI or their own injection, each started as its own tooling starts it. Quarkus, Helidon and Open Liberty
 * have hp-advisor-microprofile as a dependency and no code. Under {@code -Plab}: they download 500 MB.
 */
class FrameworksIT {
    private static final List<String> HEAP =
            List.of("-Xms200m", "-Xmx200m", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch");

    private enum Framework {
        QUARKUS(17, "Listening on: http://127\\.0\\.0\\.1:(\\d+)", "/q/health/ready") {
            @Override
            List<String> arguments() {
                return List.of(
                        "-Dquarkus.http.host=127.0.0.1",
                        "-Dquarkus.http.port=0",
                        "-jar",
                        jar("quarkus-app/quarkus-run.jar"));
            }
        },
        HELIDON(21, "Server started on http://localhost:(\\d+)", "/health/ready") {
            @Override
            List<String> arguments() {
                return List.of("-Dserver.host=127.0.0.1", "-Dserver.port=0", "-jar", jar("helidon.jar"));
            }
        },
        LIBERTY(17, "http://[^ ]*:(\\d+)/", "/health/ready") {
            @Override
            List<String> arguments() {
                return List.of();
            }

            @Override
            Program program(List<String> options) {
                return Program.of(jar("liberty/wlp/bin/server"), "run", "defaultServer")
                        .set("JAVA_HOME", Needs.jdk(release).home())
                        .set("JVM_ARGS", String.join(" ", options))
                        .set("PORT", freePort());
            }
        },
        MICRONAUT(17, "Server Running: http://[^:]+:(\\d+)", "/health/readiness") {
            @Override
            List<String> arguments() {
                return List.of(
                        "-Dmicronaut.server.host=127.0.0.1",
                        "-Dmicronaut.server.port=-1",
                        "-jar",
                        jar("micronaut.jar"));
            }
        };

        final int release;
        final Pattern port;
        final String page;

        Framework(int release, String port, String page) {
            this.release = release;
            this.port = Pattern.compile(port);
            this.page = page;
        }

        abstract List<String> arguments();

        Program program(List<String> options) {
            return Program.of(Needs.jdk(release).java().toString())
                    .with(options.toArray())
                    .with(arguments().toArray());
        }

        String jar(String file) {
            Path path = Path.of(System.getProperty("hp.services"), name().toLowerCase(Locale.ROOT), "target", file);
            Needs.that(Files.exists(path), "the service " + path);
            return path.toString();
        }

        LiveService start(List<String> options) {
            List<String> all = new ArrayList<>(HEAP);
            all.addAll(options);
            return LiveService.of(
                    program(all)
                            .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                            .start(),
                    port,
                    page);
        }
    }

    /** Another program may take it before the server does: then the server does not start, and the test fails. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode details(Framework framework, LiveService service) {
        JsonNode details = service.details();
        HttpResponse<String> page = service.get(framework.page);
        System.out.println(framework + " " + page.statusCode() + " " + page.body());
        assertEquals(200, page.statusCode(), page.body());
        assertEquals("UP", LiveService.json(page.body()).get("status").asText(), page.body());
        return details;
    }

    @ParameterizedTest
    @EnumSource
    void granted(Framework framework) {
        Needs.lab();
        try (LiveService service = framework.start(List.of("-XX:+UseTransparentHugePages"))) {
            JsonNode details = details(framework, service);
            assertEquals("OK", details.get("status").asText(), details::toString);
            assertEquals("THP", details.get("heap").asText(), details::toString);
            // Helidon writes each value as a text.
            assertEquals(200L << 20, details.get("heap.residentBytes").asLong(), details::toString);
        }
    }

    /** Advice makes no service unready. */
    @ParameterizedTest
    @EnumSource
    void availableAndNotRequested(Framework framework) {
        Needs.lab();
        try (LiveService service = framework.start(List.of())) {
            JsonNode details = details(framework, service);
            assertEquals("ADVICE", details.get("status").asText(), details::toString);
            assertTrue(details.get("HP-103").asText().startsWith("INFO: "), details::toString);
        }
    }
}
