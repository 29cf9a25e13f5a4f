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
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.Scoring;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

class JmhJsonTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    private static final OptionalDouble NO_CPU = OptionalDouble.empty();

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

    /** JMH's own iterations have lead-ins too, and on a shared CPU the waiting for it. */
    @Test
    void theIterationsOfForksThatTakeTurnsAreTheirMeasuredTurns() {
        for (Mode mode : List.of(Mode.AverageTime, Mode.Throughput)) {
            Case subject = Samples.ofSize(Samples.workload("ByteArrayTouch.touch", mode), 1000);
            List<Slice> slices = List.of(slice(2, 85.6), slice(3, 86.1), slice(4, 86.6), new Slice(5, 0, 1, NO_CPU));
            List<Double> iterations = slices.stream()
                    .map(slice -> Scoring.inUnit(1, mode, slice.wallNanos() / slice.operations()))
                    .toList();
            Timing timing = new Timing(
                    Interleave.SLICES, 0, Optional.empty(), OptionalDouble.of(86.1), OptionalDouble.empty(), slices);
            double score = Scoring.inUnit(1, mode, 86.1);
            Results results = Campaigns.of(
                    List.of(subject),
                    List.of(run(subject, "thp", 1, score)
                            .iterations(iterations.toArray(Double[]::new))
                            .timing(timing)
                            .jmh(result(subject, Scoring.inUnit(1, mode, 99.9), mode))
                            .build()));
            JsonNode metric = parse(JmhJson.write(results.runs())).get(0).get("primaryMetric");
            JsonNode saved = parse(ResultsJson.write(results)).get("runs").get(0);
            assertEquals(
                    saved.get("score").asDouble(), metric.get("score").asDouble(), score * 1e-4, mode.shortLabel());
            assertEquals(3, metric.get("rawData").get(0).size(), "a turn without an operation has no score");
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        saved.get("iterations").get(i).asDouble(),
                        metric.get("rawData").get(0).get(i).asDouble(),
                        score * 1e-5);
            }
        }
    }

    /** The score of such a workload is a reading, so results.json has no iterations. */
    @Test
    void otherForksKeepTheIterationsOfJmh() {
        Timing timing = new Timing(
                Interleave.SLICES,
                0,
                Optional.empty(),
                OptionalDouble.of(2),
                OptionalDouble.empty(),
                List.of(slice(2, 2)));
        runs.add(run(SMALL, "thp", 1, 7)
                .iterations()
                .timing(timing)
                .jmh(result(SMALL, 5))
                .build());
        JsonNode metric = parse(JmhJson.write(runs)).get(0).get("primaryMetric");
        assertEquals(5, metric.get("score").asDouble(), 1e-9);
        assertEquals(2, metric.get("rawData").get(0).size());
    }

    private static Slice slice(int turn, double nanosPerOperation) {
        return new Slice(turn, 1e6, nanosPerOperation * 1e6, NO_CPU);
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
        return result(subject, score, Mode.AverageTime);
    }

    private static BenchmarkResult result(Case subject, double score, Mode mode) {
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
                mode,
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
            one.addResult(
                    mode == Mode.Throughput
                            ? new ThroughputResult(
                                    ResultRole.PRIMARY, "touch", 1e6, Math.round(1e6 / score), TimeUnit.NANOSECONDS)
                            : new AverageTimeResult(
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
