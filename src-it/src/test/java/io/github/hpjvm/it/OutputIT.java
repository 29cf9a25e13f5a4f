package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The files that a campaign writes, and their places. */
class OutputIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("results of today"));
    }

    @Test
    void jsonIsAloneOnStdout() throws IOException {
        Measured measured = bench().measure(bench().command("--variants", "thp", "--seed", "42", "--format", "json")
                .set("HP_CLI_OPTS", "-Duser.language=de -Duser.country=DE"));
        assertEquals(measured.results(), Results.parse(measured.ended().out()));
        JsonNode root = measured.results().root();
        assertEquals(1, root.get("schemaVersion").asInt());
        assertEquals(42, root.get("seed").asInt());
        assertEquals("smoke", root.get("profile").asText());
        assertFalse(measured.results().partial());
        assertTrue(measured.ended().err().contains("seed 42"), measured.ended().err());

        assertEquals(
                Set.of("baseline", "baseline'", "thp"),
                Set.copyOf(measured.results().runs().stream()
                        .map(Results.Run::variant)
                        .toList()));
        Results.Run run = measured.run("thp");
        assertEquals("ByteArrayTouch.touch", run.node().get("workload").asText());
        assertEquals("1000", run.node().at("/params/size").asText());
        assertEquals("ns/op", run.node().get("unit").asText());
        assertTrue(run.node().get("score").asDouble() > 0);
        assertTrue(run.node().at("/evidence/heapBytes").asLong() >= 1L << 29);
        assertTrue(run.node().at("/price/residentBytes").asLong() > 1L << 30);
        assertTrue(run.node().at("/price/pageTableBytes").asLong() > 0);
        assertTrue(run.node().at("/price/startMillis").asLong() > 0);
        assertEquals(
                "INCONCLUSIVE",
                measured.results().comparison("thp").get("verdict").asText());
        assertTrue(measured.results().comparison("thp").get("ci95").isNull(), "no interval of one round");

        JsonNode jmh =
                new ObjectMapper().readTree(bench().out().resolve("jmh.json").toFile());
        assertEquals(3, jmh.size());
        assertTrue(jmh.get(0).get("benchmark").asText().endsWith("ByteArrayTouch.touch"));
        assertEquals("1000", jmh.get(0).at("/params/size").asText());
        assertTrue(jmh.get(0).at("/primaryMetric/score").isNumber());
        for (JsonNode entry : jmh) {
            JsonNode saved = measured.run(entry.at("/params/variant").asText()).node();
            JsonNode raw = entry.at("/primaryMetric/rawData/0");
            assertFalse(raw.isEmpty());
            assertEquals(saved.get("iterations").size(), raw.size(), "both files have the measured turns");
            double first = saved.at("/iterations/0").asDouble();
            assertEquals(first, raw.get(0).asDouble(), first * 1e-3);
        }

        String report = Files.readString(bench().out().resolve("report.txt"));
        assertTrue(report.contains("ByteArrayTouch.touch"), report);
        assertTrue(
                report.lines().noneMatch(line -> line.matches(".*\\d,\\d.*")), "the locale changes nothing: " + report);
        assertFalse(report.contains("\033"), report);
        try (Stream<Path> files = Files.list(bench().out())) {
            assertEquals(
                    List.of("forks", "jmh.json", "report.html", "report.txt", "results.json"),
                    files.map(path -> path.getFileName().toString()).sorted().toList());
        }
    }
}
