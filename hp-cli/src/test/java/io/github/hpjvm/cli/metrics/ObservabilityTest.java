package io.github.hpjvm.cli.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that docs/observability uses the metrics that hp-cli exposes. */
class ObservabilityTest {
    private static final Path FOLDER = Path.of("..", "docs", "observability");
    private static final Path GOLDENS = Path.of("src", "test", "resources", "metrics");
    private static final Pattern METRIC = Pattern.compile("(?<![:\\w/])hpjvm_[a-z_]+");

    /** The metrics of the goldens of all captured hosts together. */
    private static Set<String> exposed() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(GOLDENS)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".prom")).toList()) {
                Files.readAllLines(file).stream()
                        .filter(line -> line.startsWith("# TYPE "))
                        .forEach(line -> names.add(line.split(" ")[2]));
            }
        }
        return names;
    }

    private static Set<String> used(String file) throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher metric = METRIC.matcher(Files.readString(FOLDER.resolve(file)));
        while (metric.find()) {
            names.add(metric.group());
        }
        return names;
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "hpjvm-rules.yml", "hpjvm-rules-test.yml", "hpjvm-dashboard.json"})
    void onlyExposedMetricsAreUsed(String file) throws IOException {
        Set<String> unknown = used(file);
        assertFalse(unknown.isEmpty());
        unknown.removeAll(exposed());
        assertEquals(Set.of(), unknown, file);
    }

    @Test
    void theReadmeDescribesAllMetrics() throws IOException {
        assertEquals(exposed(), used("README.md"));
    }

    @Test
    void theDashboardIsComplete() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(FOLDER.resolve("hpjvm-dashboard.json").toFile());
        assertEquals("datasource", dashboard.at("/templating/list/0/name").asText());
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.path("panels")) {
            String title = panel.path("title").asText();
            assertTrue(ids.add(panel.path("id").asInt()), title);
            assertFalse(title.isEmpty() || panel.path("description").asText().isEmpty(), title);
            assertEquals("$datasource", panel.at("/datasource/uid").asText(), title);
            for (JsonNode target : panel.path("targets")) {
                String expression = target.path("expr").asText();
                for (String variable : List.of("job=~\"$job\"", "instance=~\"$instance\"")) {
                    assertTrue(expression.contains(variable), title + ": " + expression);
                }
                boolean rate = expression.contains("rate(");
                assertEquals(rate, expression.contains("[$__rate_interval]"), title);
            }
        }
        assertTrue(ids.size() >= 10);
    }
}
