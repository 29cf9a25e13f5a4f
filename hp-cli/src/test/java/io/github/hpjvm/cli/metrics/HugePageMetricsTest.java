package io.github.hpjvm.cli.metrics;

import static io.github.hpjvm.advisor.FactsSamples.counted;
import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.heapDenied;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.unclear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CapturedJvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the metrics of captured hosts with {@code src/test/resources/metrics}. The new text is in {@code
 * target/metrics}: copy it after an intended change.
 */
class HugePageMetricsTest {
    private static final Path HOSTS = Path.of("..", "hp-advisor", "src", "test", "resources", "hosts");
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final double SECONDS = 0.25;

    private static String text(Facts facts, Exposition format) {
        return format.text(
                HugePageMetrics.with(HugePageMetrics.of(facts, Map.of(), Map.of()), SECONDS, new Backoff(), 1));
    }

    /** The series of a text, without comments. */
    private static List<String> series(Facts facts) {
        return text(facts, Exposition.TEXT)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static List<String> series(Facts facts, String metric) {
        return series(facts).stream().filter(line -> line.startsWith(metric)).toList();
    }

    private static Jvm second(Jvm jvm) {
        return with(jvm, "pid", jvm.pid() + 1);
    }

    static Stream<CapturedJvm> captured() {
        return CapturedJvm.all().stream();
    }

    private static Facts taken(CapturedJvm captured) {
        Host host = HostFacts.read(Roots.under(HOSTS.resolve(captured.host())), HostReach.ADVICE);
        return facts(host, captured.facts(HOSTS));
    }

    @ParameterizedTest
    @MethodSource("captured")
    void capturedHostsGiveTheseMetrics(CapturedJvm captured) throws IOException {
        assertGolden(captured.host() + ".prom", text(taken(captured), Exposition.TEXT));
    }

    /** The cost of JVMs of the same name is added; a JVM whose cost is unknown adds nothing. */
    @Test
    void memoryCostIsAGaugeWhereItWasMeasured() throws IOException {
        ZeroFilled zeros = new ZeroFilled(
                Bytes.of(4096 * 30), Bytes.of(4096 * 20), Bytes.of(4096 * 40), Bytes.ofMiB(2), Bytes.ZERO, 512);
        Jvm jvm = JvmSamples.cost(g1(21), RegionName.HEAP, Bytes.of(8192), known(zeros, "/proc/4242/mem"));
        Facts facts = facts(host(), jvm).withJvms(List.of(jvm, second(jvm), second(second(g1(21)))));
        assertEquals(List.of(16384.0), values(facts, "hpjvm_region_fill_bytes"));
        assertEquals(List.of(4096 * 60.0), values(facts, "hpjvm_region_zero_filled_bytes"));
        assertEquals(List.of(4.0 * (1 << 20)), values(facts, "hpjvm_region_zero_filled_of_bytes"));
        assertEquals(List.of(), series(facts(host(), g1(21)), "hpjvm_region_zero"));
        assertGolden("memory-cost.prom", text(facts, Exposition.TEXT));
    }

    private static List<Double> values(Facts facts, String metric) {
        return series(facts, metric + "{").stream()
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
    }

    @Test
    void openMetricsHasTheSameNames() throws IOException {
        CapturedJvm captured = CapturedJvm.all().get(1);
        assertGolden(captured.host() + ".openmetrics", text(taken(captured), Exposition.OPENMETRICS));
    }

    /** JSON has the series of the text format: names, labels and values. */
    @ParameterizedTest
    @MethodSource("captured")
    void jsonHasTheSameSeries(CapturedJvm captured) throws IOException {
        Facts facts = taken(captured);
        Set<String> series = new TreeSet<>();
        for (JsonNode metric :
                new ObjectMapper().readTree(text(facts, Exposition.JSON)).path("metrics")) {
            for (JsonNode sample : metric.path("samples")) {
                List<String> labels = new ArrayList<>();
                sample.path("labels")
                        .properties()
                        .forEach(label -> labels.add(label.getKey() + "=\""
                                + label.getValue()
                                        .asText()
                                        .replace("\\", "\\\\")
                                        .replace("\"", "\\\"") + "\""));
                String value = String.valueOf(sample.path("value").asDouble());
                series.add(metric.path("name").asText() + (labels.isEmpty() ? "" : "{" + String.join(",", labels) + "}")
                        + " " + value);
            }
        }
        Set<String> text = new TreeSet<>();
        series(facts).forEach(line -> text.add(line.endsWith(" 1") ? line + ".0" : line));
        assertEquals(text, series);
    }

    private static void assertGolden(String name, String now) throws IOException {
        Files.writeString(Files.createDirectories(Path.of("target", "metrics")).resolve(name), now);
        try (InputStream in = HugePageMetricsTest.class.getResourceAsStream("/metrics/" + name)) {
            String expected = in == null ? "no such resource" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(expected, now, "see target/metrics/" + name);
        }
    }

    /** Each figure of the document is that of the metric; what it does not have is absent. */
    @ParameterizedTest
    @MethodSource("captured")
    void figuresAreThoseOfAdvise(CapturedJvm captured) throws IOException {
        Facts facts = taken(captured);
        Jvm jvm = facts.jvms().get(0);
        JsonNode advice = new ObjectMapper().readTree(AdviceJson.write(Advisor.advise(facts, jvm)));
        List<String> series = series(facts);
        String name = ServiceNames.of(facts.jvms(), Map.of(), Map.of()).get(jvm.pid());
        int compared = 0;
        for (JsonNode region : advice.path("regions")) {
            String labels =
                    "jvm=\"" + name + "\",region=\"" + region.path("name").asText() + "\"} ";
            for (JsonNode pages : region.path("observed").path("backing")) {
                String kind = pages.path("kind").asText().toLowerCase(Locale.ROOT);
                String line = "hpjvm_region_bytes{backing=\"" + kind + "\"," + labels
                        + (double) pages.path("bytes").asLong();
                assertTrue(series.contains(line), line);
                compared++;
            }
            JsonNode coverage = region.path("observed").path("coverage");
            String ratio = "hpjvm_region_huge_ratio{" + labels;
            assertEquals(
                    coverage.isNull() ? List.of() : List.of(ratio + coverage.asDouble()),
                    series.stream().filter(line -> line.startsWith(ratio)).toList());
        }
        assertTrue(compared > 0);
        assertEquals(advice.path("findings").size(), (int) series(facts, "hpjvm_finding{").stream()
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum());
    }

    @Test
    void jvmsWithTheSameNameAreAddedAndTheRatioIsThatOfTheSums() {
        Jvm huge = heap(g1(21, THP), on(PageKind.THP, Bytes.ofMiB(300)));
        Jvm base = second(heap(g1(21, THP), on(PageKind.BASE, Bytes.ofMiB(100))));
        Facts facts = facts(host(), huge, base);
        assertEquals(
                List.of("hpjvm_region_huge_ratio{jvm=\"Main\",region=\"heap\"} 0.75"),
                named(series(facts, "hpjvm_region_huge_ratio"), huge));
        assertEquals(
                List.of("hpjvm_region_requested_bytes{jvm=\"Main\",region=\"heap\"} " + 400.0 * (1 << 20)),
                named(series(facts, "hpjvm_region_requested_bytes"), huge));
        assertEquals(
                List.of("hpjvm_region_granted_bytes{jvm=\"Main\",region=\"heap\"} " + 300.0 * (1 << 20)),
                named(series(facts, "hpjvm_region_granted_bytes"), huge));
        assertEquals(series(facts), series(facts(host(), base, huge)), "the order has no effect");
    }

    /** The lines of the heap, with the name Main. */
    private static List<String> named(List<String> lines, Jvm jvm) {
        String name = ServiceNames.of(List.of(jvm), Map.of(), Map.of()).get(jvm.pid());
        return lines.stream()
                .filter(line -> line.contains("region=\"heap\""))
                .map(line -> line.replace("jvm=\"" + name + "\"", "jvm=\"Main\""))
                .toList();
    }

    @Test
    void unknownIsAbsentAndCounted() {
        Jvm denied = heapDenied(g1(17, THP));
        Jvm bounded = second(heap(g1(17, THP), unclear(PageKind.THP, Bytes.ofGiB(1))));
        List<String> series = series(facts(host(), denied, bounded));
        assertTrue(series.stream()
                .filter(line -> line.contains("region=\"heap\""))
                .allMatch(line -> line.startsWith("hpjvm_region_unknown_jvms") && line.endsWith(" 2.0")
                        || line.startsWith("hpjvm_region_bytes{backing=\"hugetlb\"")));
        Facts other = facts(host(), JvmSamples.vanished());
        assertEquals(List.of(), series(other, "hpjvm_region_bytes"));
        assertEquals(List.of(), series(facts(host()), "hpjvm_thp_events"), "vmstat was not read");
        assertEquals(List.of(), series(facts(host()), "hpjvm_region"));
    }

    @Test
    void theNextRestartNeedsPages() {
        Jvm jvm = g1(17, LARGE);
        Facts facts = facts(pool(512, 512, 0), jvm);
        List<String> needed = series(facts, "hpjvm_pool_restart_needed_pages{size=\"2048kB\"}");
        List<String> missing = series(facts, "hpjvm_pool_restart_missing_pages{size=\"2048kB\"}");
        double pages = Double.parseDouble(needed.get(0).substring(needed.get(0).lastIndexOf(' ')));
        assertTrue(pages > 512, needed.toString());
        assertEquals("hpjvm_pool_restart_missing_pages{size=\"2048kB\"} " + (pages - 512), missing.get(0));
        assertEquals(
                List.of("hpjvm_pool_restart_missing_pages{size=\"2048kB\"} 0.0"),
                series(facts(pool(512, 512, 0), g1(17)), "hpjvm_pool_restart_missing_pages{size=\"2048kB\"}"));
    }

    /** As in a reading that had no time left for the memory of a JVM. */
    @Test
    void theNextRestartOfAJvmWhoseMemoryWasNotReadIsUnknown() {
        Jvm unread = with(heapDenied(g1(17, LARGE)), "status", JvmSamples.status("348160 kB"));
        assertEquals(List.of(), series(facts(pool(200, 30, 0), unread), "hpjvm_pool_restart"));
    }

    @Test
    void eventsAreCounters() {
        Facts facts = facts(counted(host(), 7, 3));
        assertTrue(series(facts).contains("hpjvm_thp_events_total{event=\"thp_fault_alloc\"} 7.0"));
        assertTrue(series(facts).contains("hpjvm_thp_events_total{event=\"compact_stall\"} 3.0"));
    }

    @Test
    void onlyTheInfoMetricHasAPidAndNoSeriesACommandLine() {
        Jvm jvm = JvmSamples.told(g1(17, THP), "-Dpassword=s3cret");
        String text = text(facts(host(), jvm), Exposition.TEXT);
        assertFalse(text.contains("s3cret") || text.contains("-XX"), text);
        assertEquals(1, text.lines().filter(line -> line.contains("pid=")).count(), "hpjvm_jvm_info");
        assertTrue(text.contains("hpjvm_jvm_info{"));
    }
}
