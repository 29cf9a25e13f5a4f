package io.github.hpjvm.bench.report.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.Texts;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;

/** Result files of JMH 1.21 and 1.37 for JMH's sample 02. */
class JarJmhJsonTest {
    private static final Case SUBJECT =
            Samples.ofSize(Samples.workload("JMHSample_02_BenchmarkModes.measureThroughput", Mode.Throughput), 1);

    private static Run run(int round, Interleave interleave, Double... iterations) {
        List<Slice> slices = interleave == Interleave.FORKS
                ? List.of()
                : IntStream.range(0, iterations.length)
                        .mapToObj(i -> new Slice(i + 2, 1, 1e9 / iterations[i], OptionalDouble.empty()))
                        .toList();
        Timing timing =
                new Timing(interleave, 0, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), slices);
        return RunBuilder.run(SUBJECT, "thp", round, 8)
                .unit("ops/s")
                .iterations(iterations)
                .timing(timing)
                .build();
    }

    private static JsonNode metric(String resource, Run... runs) {
        try {
            String text = Texts.resource("jmh/" + resource + ".json");
            JsonNode all = new ObjectMapper().readTree(JarJmhJson.write(List.of(runs), run -> Optional.of(text)));
            assertEquals(1, all.size());
            return all.get(0).get("primaryMetric");
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** JMH's own iterations have lead-ins too, and on a shared CPU the waiting for it: 9.38 and 9.24 here. */
    @ParameterizedTest
    @ValueSource(strings = {"1.21", "1.37"})
    void theIterationsOfForksThatTakeTurnsAreTheirMeasuredTurns(String version) {
        JsonNode metric = metric(
                "jmh-" + version + "-thrpt",
                run(1, Interleave.SLICES, 7.9, 8.0, 8.1),
                run(2, Interleave.SLICES, 7.8, Double.POSITIVE_INFINITY, 8.2));
        assertEquals("[[7.9,8.0,8.1],[7.8,8.2]]", metric.get("rawData").toString());
        assertEquals(8, metric.get("score").asDouble(), 1e-9);
        assertEquals(8, metric.get("scorePercentiles").get("50.0").asDouble(), 1e-9);
        assertEquals(8.2, metric.get("scorePercentiles").get("100.0").asDouble(), 1e-9);
        double error = metric.get("scoreError").asDouble();
        assertEquals(8 - error, metric.get("scoreConfidence").get(0).asDouble(), 1e-9);
        assertEquals(8 + error, metric.get("scoreConfidence").get(1).asDouble(), 1e-9);
        assertEquals("ops/s", metric.get("scoreUnit").asText());
    }

    /** As JMH writes it. An error of other iterations would be wrong. */
    @Test
    void tooFewIterationsHaveNoError() {
        JsonNode metric = metric("jmh-1.37-thrpt", run(1, Interleave.SLICES, 8.0));
        assertEquals("NaN", metric.get("scoreError").asText());
        assertEquals("[\"NaN\",\"NaN\"]", metric.get("scoreConfidence").toString());
    }

    @Test
    void otherForksKeepTheIterationsOfJmh() {
        JsonNode metric = metric("jmh-1.37-thrpt", run(1, Interleave.FORKS, 7.9, 8.1));
        assertEquals(
                "[[9.383842101166865,9.243090611838157]]", metric.get("rawData").toString());
        assertEquals(9.313466356502511, metric.get("score").asDouble(), 1e-9);
        JsonNode recorded = recorded("jmh-1.37-sample");
        assertEquals(recorded, metric("jmh-1.37-sample", run(1, Interleave.FORKS)));
        JsonNode single = metric("jmh-1.37-ss", run(1, Interleave.FORKS, 1.0));
        assertEquals(recorded("jmh-1.37-ss").get("rawData"), single.get("rawData"));
    }

    /** The mode sample has a histogram in place of iterations; that of the first round is written. */
    @Test
    void theNumberOfForksIsThatOfTheIterations() {
        assertEquals(2, forks("jmh-1.37-thrpt"));
        assertEquals(1, forks("jmh-1.37-sample"));
    }

    private static int forks(String resource) {
        try {
            String text = Texts.resource("jmh/" + resource + ".json");
            List<Run> runs = List.of(run(1, Interleave.FORKS), run(2, Interleave.FORKS));
            return new ObjectMapper()
                    .readTree(JarJmhJson.write(runs, run -> Optional.of(text)))
                    .get(0)
                    .get("forks")
                    .asInt();
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode recorded(String resource) {
        try {
            return new ObjectMapper()
                    .readTree(Texts.resource("jmh/" + resource + ".json"))
                    .get(0)
                    .get("primaryMetric");
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
