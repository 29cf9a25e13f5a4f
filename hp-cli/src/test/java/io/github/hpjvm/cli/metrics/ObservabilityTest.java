package io.github.hpjvm.cli.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

    private static final Pattern SELECTOR = Pattern.compile("(?<![:\\w/])(hpjvm_[a-z_]+)\\{([^}]*)}");
    private static final Pattern LABEL = Pattern.compile("(\\w+)(=~|=)\"([^\"]*)\"");

    /** {@code by (a, b)}, {@code on (a)}, {@code {{ $labels.a }}} of rules and {@code {{a}}} of legends. */
    private static final Pattern GROUPS =
            Pattern.compile("\\b(?:by|on) \\(([\\w, ]+)\\)|\\{\\{ *(?:\\$labels\\.)?(\\w+) *}}");

    /** The labels that Prometheus adds. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    /** Labels whose values hp-cli defines, and all of which the goldens have. */
    private static final Set<String> CLOSED = Set.of("node", "state", "backing", "region", "event");

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

    /** The values of each label of each metric, in the goldens of all captured hosts together. */
    private static Map<String, Map<String, Set<String>>> series() throws IOException {
        Map<String, Map<String, Set<String>>> series = new TreeMap<>();
        for (String name : exposed()) {
            series.put(name, new TreeMap<>());
        }
        try (Stream<Path> files = Files.list(GOLDENS)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".prom")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    String name = line.split("[{ ]", 2)[0];
                    for (Matcher label = LABEL.matcher(line); series.containsKey(name) && label.find(); ) {
                        series.get(name)
                                .computeIfAbsent(label.group(1), key -> new TreeSet<>())
                                .add(label.group(3));
                    }
                }
            }
        }
        return series;
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

    /**
     * The labels in each selector, and their values if the goldens have all of them.
     */
    @ParameterizedTest
    @ValueSource(strings = {"hpjvm-rules.yml", "hpjvm-rules-test.yml", "hpjvm-dashboard.json"})
    void selectorsUseTheLabelsOfTheirMetric(String file) throws IOException {
        Map<String, Map<String, Set<String>>> series = series();
        int matchers = 0;
        String text = Files.readString(FOLDER.resolve(file)).replace("\\\"", "\"");
        for (Matcher selector = SELECTOR.matcher(text); selector.find(); ) {
            Map<String, Set<String>> labels = series.get(selector.group(1));
            for (Matcher label = LABEL.matcher(selector.group(2)); label.find(); ) {
                String where = file + ": " + selector.group();
                matchers++;
                if (!OF_PROMETHEUS.contains(label.group(1))) {
                    assertTrue(labels.containsKey(label.group(1)), where);
                    if (CLOSED.contains(label.group(1))) {
                        assertMatch(label.group(3), labels.get(label.group(1)), where);
                    }
                }
            }
        }
        assertTrue(matchers > 5, file);
    }

    /** Each of the alternatives is, or matches, one of the values. */
    private static void assertMatch(String expression, Set<String> values, String where) {
        String[] alternatives = expression.contains("(") ? new String[] {expression} : expression.split("\\|");
        for (String alternative : alternatives) {
            assertTrue(values.stream().anyMatch(value -> value.matches(alternative)), where + ": " + alternative);
        }
    }

    /** The labels of aggregations, of {@code on}, of templates and of legends. */
    @ParameterizedTest
    @ValueSource(strings = {"hpjvm-rules.yml", "hpjvm-dashboard.json"})
    void groupsAreLabelsOfAMetric(String file) throws IOException {
        Set<String> all = new TreeSet<>(OF_PROMETHEUS);
        series().values().forEach(labels -> all.addAll(labels.keySet()));
        Set<String> groups = new TreeSet<>();
        for (Matcher group = GROUPS.matcher(Files.readString(FOLDER.resolve(file))); group.find(); ) {
            String names = group.group(1) == null ? group.group(2) : group.group(1);
            groups.addAll(List.of(names.strip().split("\\s*,\\s*")));
        }
        assertTrue(groups.contains("jvm") && groups.contains("size"), groups.toString());
        groups.removeAll(all);
        assertEquals(Set.of(), groups, file);
    }

    /** The alert about the pool, on a host whose pool is too small. */
    @Test
    void theMetricOfTheRestartAlertIsAboveZeroOnAHostWithAShortPool() throws IOException {
        String rules = Files.readString(FOLDER.resolve("hpjvm-rules.yml"));
        assertTrue(rules.contains("- alert: HugePagePoolTooSmallForRestart\n"
                + "        expr: last_over_time(hpjvm_pool_restart_missing_pages[10m]) > 0\n"));
        assertTrue(Files.readString(GOLDENS.resolve("jdk25-g1-short-pool.prom"))
                .contains("\nhpjvm_pool_restart_missing_pages{size=\"2048kB\"} 157.0\n"));
    }

    /** The alerts need the job, and an instance that a rollout does not change. */
    @Test
    void theJobForKubernetesFindsThePods() throws IOException {
        String job = Files.readString(FOLDER.resolve("kubernetes/prometheus.yml"));
        String pods = Files.readString(FOLDER.resolve("kubernetes/daemonset.yaml"));
        assertTrue(Files.readString(FOLDER.resolve("hpjvm-rules.yml")).contains("up{job=\"hpjvm\"}"));
        assertTrue(job.contains("  - job_name: hpjvm\n"), job);
        assertTrue(job.contains("label: app.kubernetes.io/name=hp-jvm-metrics\n"), job);
        assertTrue(pods.contains("        app.kubernetes.io/name: hp-jvm-metrics\n"), pods);
        assertTrue(job.contains("container_port_name]\n        regex: metrics\n"), job);
        assertTrue(pods.contains("            - name: metrics\n"), pods);
        assertTrue(job.contains("[__meta_kubernetes_pod_node_name]\n        target_label: instance\n"), job);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.244.0.5", "fd00:10:244::5"})
    void thePodListensOnItsAddress(String ip) throws IOException {
        Matcher listen = Pattern.compile("\"--listen\", \"([^\"]+)\"")
                .matcher(Files.readString(FOLDER.resolve("kubernetes/daemonset.yaml")));
        assertTrue(listen.find());
        InetSocketAddress address = ListenAddress.parse(listen.group(1).replace("$(POD_IP)", ip));
        assertEquals(InetAddress.getByName(ip), address.getAddress());
        assertEquals(9464, address.getPort());
    }

    @Test
    void theReadmeDescribesAllLabels() throws IOException {
        Map<String, Set<String>> described = new TreeMap<>();
        for (String line : Files.readAllLines(FOLDER.resolve("README.md"))) {
            if (line.startsWith("| `hpjvm_")) {
                String[] cells = line.split("\\|");
                String labels = cells[2].strip();
                described.put(
                        cells[1].replace("`", "").strip(),
                        labels.isEmpty() ? Set.of() : new TreeSet<>(List.of(labels.split(", "))));
            }
        }
        Map<String, Set<String>> exposed = new TreeMap<>();
        series().forEach((name, labels) -> exposed.put(name, labels.keySet()));
        assertEquals(exposed, described);
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
