package io.github.hpjvm.bench.report.json;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class JmhJsonTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    private final List<Run> runs = new ArrayList<>();

    @Test
    void aCampaignWithoutResultsIsAnEmptyList() {
        assertTrue(parse(JmhJson.write(List.of())).isEmpty());
        assertTrue(parse(JmhJson.write(List.of(
                        run(SMALL, "thp", 1, 1).failed(RunStatus.CRASHED, "x").build())))
                .isEmpty());
    }

    @Test
    void everyVariantOfEveryCaseIsOneEntryWithItsRoundsAsForks() {
        for (int round = 1; round <= 3; round++) {
            for (String variant : List.of("baseline", "thp", "baseline'")) {
                add(SMALL, variant, round, 4 + round);
                add(LARGE, variant, round, 40 + round);
            }
        }
        JsonNode entries = parse(JmhJson.write(runs));
        assertEquals(6, entries.size());
        for (JsonNode entry : entries) {
            assertEquals(Samples.BENCHMARK, entry.get("benchmark").asText());
            assertEquals("avgt", entry.get("mode").asText());
            assertEquals(3, entry.get("forks").asInt());
            assertEquals(2, entry.get("measurementIterations").asInt());
            assertTrue(entry.get("params").get("size").isTextual());
            JsonNode metric = entry.get("primaryMetric");
            assertEquals("ns/op", metric.get("scoreUnit").asText());
            assertEquals(3, metric.get("rawData").size(), "a list of iterations for each fork");
            assertEquals(2, metric.get("rawData").get(0).size());
        }
        assertEquals(6, byVariant(entries).size());
        JsonNode thp = byVariant(entries).get("1000 thp");
        assertEquals(6, thp.get("primaryMetric").get("score").asDouble(), 1e-9);
    }

    @Test
    void runsWithoutTheirPagesAreSeparateEntries() {
        add(SMALL, "hugetlb", 1, 5);
        add(SMALL, "hugetlb", 2, 5);
        runs.add(run(SMALL, "hugetlb", 3, 50)
                .notRealised("short", null)
                .jmh(result(SMALL, 50))
                .build());
        Map<String, JsonNode> entries = byVariant(parse(JmhJson.write(runs)));
        assertEquals(List.of("1000 hugetlb", "1000 hugetlb (not realised)"), List.copyOf(entries.keySet()));
        assertEquals(2, entries.get("1000 hugetlb").get("forks").asInt());
        assertEquals(1, entries.get("1000 hugetlb (not realised)").get("forks").asInt());
    }

    @Test
    void profiledRunsAreOmitted() {
        add(SMALL, "thp", 1, 5);
        runs.add(run(SMALL, "thp", 2, 500)
                .profiler(Profiler.PERFNORM)
                .jmh(result(SMALL, 500))
                .build());
        JsonNode entries = parse(JmhJson.write(runs));
        assertEquals(1, entries.size());
        assertEquals(1, entries.get(0).get("forks").asInt());
    }

    @Test
    void theLocaleChangesNothing() {
        add(SMALL, "thp", 1, 1234.5678);
        add(SMALL, "thp", 2, 0.0012);
        String english = JmhJson.write(runs);
        Locales.each(() -> assertEquals(english, JmhJson.write(runs)));
    }

    private void add(Case subject, String variant, int round, double score) {
        runs.add(run(subject, variant, round, score).jmh(result(subject, score)).build());
    }

    /** JMH's result for one fork with two iterations of a score in ns/op. */
    private static BenchmarkResult result(Case subject, double score) {
        WorkloadParams values = new WorkloadParams();
        subject.params().forEach((name, value) -> values.put(name, value, 0));
        IterationParams iterations = new IterationParams(IterationType.MEASUREMENT, 2, TimeValue.milliseconds(100), 1);
        BenchmarkParams params = new BenchmarkParams(
                Samples.BENCHMARK,
                Samples.BENCHMARK,
                true,
                1,
                new int[] {1},
                List.of(),
                1,
                0,
                new IterationParams(IterationType.WARMUP, 1, TimeValue.milliseconds(100), 1),
                iterations,
                Mode.AverageTime,
                values,
                TimeUnit.NANOSECONDS,
                1,
                "/opt/jdk/bin/java",
                List.of("-Xmx1g"),
                "21.0.9",
                "OpenJDK 64-Bit Server VM",
                "21.0.9+10",
                "1.37",
                TimeValue.minutes(10));
        List<IterationResult> results = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            IterationResult one = new IterationResult(params, iterations, null);
            one.addResult(new AverageTimeResult(
                    ResultRole.PRIMARY, "touch", 1e6, Math.round(score * 1e6), TimeUnit.NANOSECONDS));
            results.add(one);
        }
        return new BenchmarkResult(params, results);
    }

    private static Map<String, JsonNode> byVariant(JsonNode entries) {
        Map<String, JsonNode> map = new TreeMap<>();
        for (JsonNode entry : entries) {
            JsonNode params = entry.get("params");
            map.put(params.get("size").asText() + " " + params.get("variant").asText(), entry);
        }
        return map;
    }

    private static JsonNode parse(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + e.getMessage() + "\n" + text, e);
        }
    }
}
