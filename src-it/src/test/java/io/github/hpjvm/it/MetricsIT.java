package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hp-cli metrics} on real JVMs, and its rules and dashboard, as promtool reads them. */
class MetricsIT {
    private static final Path FOLDER = Path.of("..", "docs", "observability");
    private static final Pattern LISTENING = Pattern.compile("listening on (http://127\\.0\\.0\\.1:\\d+)/metrics");
    private static final String NAME = "hp-it-metrics";
    private static final int TRIES = 15;

    @TempDir
    private Path folder;

    private LiveJvm jvm() {
        List<String> options = List.of(
                "-Xms64m",
                "-Xmx64m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseTransparentHugePages",
                "-Dpassword=hunter2hunter2",
                "-Dotel.service.name=" + NAME);
        return LiveJvm.start(Jdks.running(), folder, options, List.of("--token=hunter2hunter2"), Map.of());
    }

    /** The values of the heap by kind of page. */
    private static Map<String, Double> heap(String metrics) {
        Map<String, Double> bytes = new TreeMap<>();
        Pattern series =
                Pattern.compile("hpjvm_region_bytes\\{backing=\"(\\w+)\",jvm=\"" + NAME + "\",region=\"heap\"} (\\S+)");
        metrics.lines().forEach(line -> {
            Matcher matcher = series.matcher(line);
            if (matcher.matches() && Double.parseDouble(matcher.group(2)) > 0) {
                bytes.put(matcher.group(1), Double.parseDouble(matcher.group(2)));
            }
        });
        return bytes;
    }

    private static Map<String, Double> heapOfAdvice(long pid) throws IOException {
        Map<String, Double> bytes = new TreeMap<>();
        String json = Cli.with("advise", "--pid", pid, "--format", "json").run().out();
        for (JsonNode region : new ObjectMapper().readTree(json).path("regions")) {
            if (region.path("name").asText().equals("heap")) {
                for (JsonNode pages : region.at("/observed/backing")) {
                    if (pages.path("bytes").asLong() > 0) {
                        bytes.merge(
                                pages.path("kind").asText().toLowerCase(Locale.ROOT),
                                pages.path("bytes").asDouble(),
                                Double::sum);
                    }
                }
            }
        }
        return bytes;
    }

    @Test
    void figuresAreThoseOfAdviseAndHaveNoSecrets() throws IOException {
        try (LiveJvm live = jvm()) {
            Map<String, Double> metrics = Map.of();
            Map<String, Double> advice = Map.of();
            for (int i = 0; i < TRIES && (metrics.isEmpty() || !metrics.equals(advice)); i++) {
                Program.Ended ended = Cli.with("metrics").run();
                assertEquals(0, ended.exitCode(), ended.err());
                assertFalse(ended.out().contains("hunter2") || ended.out().contains("-Xmx"), ended.out());
                metrics = heap(ended.out());
                advice = heapOfAdvice(live.pid());
            }
            assertFalse(metrics.isEmpty());
            assertEquals(advice, metrics);
        }
    }

    @Test
    void theFileIsReplacedForAllReaders() throws IOException {
        Path file = Files.writeString(folder.resolve("hpjvm.prom"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Program.Ended ended =
                Cli.with("metrics", "--no-attach", "--textfile", file).run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("", ended.out());
        assertTrue(Files.readString(file).contains("\nhpjvm_last_run_timestamp_seconds "));
        assertEquals("rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        Program.Ended failed = Cli.with("metrics", "--no-attach", "--textfile", folder.resolve("none/hpjvm.prom"))
                .run();
        assertEquals(1, failed.exitCode());
        assertEquals(1, failed.errLines().size(), failed.err());
    }

    @Test
    void theListenerServesUntilItIsEnded() throws IOException {
        try (LiveJvm live = jvm();
                Program.Running server = Cli.with("metrics", "--listen", "0").start()) {
            Poll.until(
                    "hp-cli listens", () -> LISTENING.matcher(server.errSoFar()).find() || !server.isAlive());
            Matcher listening = LISTENING.matcher(server.errSoFar());
            assertTrue(listening.find(), server.errSoFar());
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(URI.create(listening.group(1) + "/metrics"))
                    .build();
            // There is no attach in the first seconds of a JVM, so its heap is unknown.
            Poll.until(
                    "the metrics have the heap",
                    () -> !heap(scraped(client, request)).isEmpty());
            assertTrue(live.isAlive());
            assertTrue(server.handle().destroy());
            assertEquals(143, server.await().exitCode(), server.errSoFar());
        }
    }

    private static String scraped(HttpClient client, HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            assertEquals(200, response.statusCode());
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** The variable HP_PROMETHEUS names a folder into which Debian's package was unpacked; else promtool is on PATH. */
    private static Program promtool(Object... arguments) {
        String unpacked = System.getenv("HP_PROMETHEUS");
        Path promtool =
                unpacked == null ? Needs.oneOf("promtool") : Path.of(unpacked).resolve("usr/bin/promtool");
        Needs.that(Files.isExecutable(promtool), "promtool");
        return Program.of(promtool.toString()).with(arguments);
    }

    private static void assertAccepted(Program promtool) {
        Program.Ended ended = promtool.run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
    }

    @Test
    void promtoolAcceptsTheMetrics() throws IOException {
        Program promtool = promtool("check", "metrics");
        Path file = folder.resolve("hpjvm.prom");
        assertEquals(0, Cli.with("metrics", "--textfile", file).run().exitCode());
        Program.Ended ended =
                promtool.through("sh", "-c", "\"$@\" <" + file, "sh").run();
        assertEquals("", ended.out() + ended.err());
        assertEquals(0, ended.exitCode());
    }

    @Test
    void promtoolAcceptsTheRulesAndTheirTests() {
        assertAccepted(promtool("check", "rules", FOLDER.resolve("hpjvm-rules.yml")));
        assertAccepted(promtool("test", "rules", FOLDER.resolve("hpjvm-rules-test.yml")));
    }

    /** Each expression of the dashboard as a rule; the variables have values. */
    @Test
    void promtoolAcceptsTheExpressionsOfTheDashboard() throws IOException {
        StringBuilder rules = new StringBuilder("groups:\n- name: dashboard\n  rules:\n");
        JsonNode dashboard = new ObjectMapper()
                .readTree(FOLDER.resolve("hpjvm-dashboard.json").toFile());
        int count = 0;
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String expression = target.path("expr")
                        .asText()
                        .replace("$__rate_interval", "5m")
                        .replaceAll("\\$\\w+", ".+");
                rules.append("  - record: panel:").append(count++).append('\n');
                rules.append("    expr: '").append(expression).append("'\n");
            }
        }
        assertTrue(count > 10);
        assertAccepted(promtool("check", "rules", Files.writeString(folder.resolve("panels.yml"), rules)));
    }
}
