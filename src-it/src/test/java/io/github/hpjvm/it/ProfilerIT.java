package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** perf with CPU counters available, without them, and without perf. */
class ProfilerIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    private static List<Run> profiled(Measured measured) {
        List<Run> profiled =
                measured.results().runs().stream().filter(Run::profiled).toList();
        assertTrue(profiled.stream().noneMatch(run -> run.round() == 1), "a profiler has a round of its own");
        for (Run run : profiled) {
            assertEquals("OK", run.status(), () -> run.node().toString());
            assertTrue(run.realised(), run::reason);
        }
        return profiled;
    }

    @Test
    @Tag("slow")
    void perfnormCountsInAProfiledRound() {
        Needs.program("perf");
        Measured measured = bench().measure("--variants", "thp", "--profilers", "perfnorm");
        List<Run> profiled = profiled(measured);
        assertEquals(2, profiled.size(), "baseline and thp");
        for (Run run : profiled) {
            for (String event : List.of("page-faults", "context-switches")) {
                assertTrue(run.counters().has(event), () -> run.counters().toString());
            }
            assertTrue(
                    run.node().path("tlb").has("walkCycleShare"),
                    () -> run.node().toString());
        }
        assertTrue(
                measured.ended().out().contains("page-faults"), measured.ended().out());
        assertEquals(1, measured.results().comparison("thp").get("rounds").asInt());
        assertTrue(measured.run("thp").counters().isEmpty(), "a timed run has no profiler");
        String missing = measured.run("thp").node().path("countersUnavailable").asText("");
        if (missing.startsWith("no PMU")) {
            assertTrue(missing.contains("KVM -cpu host,pmu=on"), missing);
            assertFalse(profiled.get(0).counters().has("cycles"), "unavailable is not zero");
        }
        if (!missing.isEmpty()) {
            assertEquals(
                    1,
                    measured.ended().errLines().stream()
                            .filter(line -> line.startsWith("counters"))
                            .count(),
                    measured.ended().err());
            String unfolded = measured.ended().out().replaceAll("\\s+", " ");
            assertTrue(unfolded.contains(missing), measured.ended().out());
        }
    }

    @Test
    @Tag("slow")
    void perfasmWritesItsReport() throws IOException {
        Needs.program("perf");
        Measured measured = bench().measure("--variants", "baseline", "--profilers", "perfasm");
        List<Run> profiled = profiled(measured);
        assertEquals(1, profiled.size());
        Path text = bench().forks()
                .file(profiled.get(0).round(), "baseline", ".perfasm.txt")
                .orElseThrow(() -> new AssertionError("perfasm left no text"));
        assertTrue(Files.size(text) > 1000, "perfasm says something");
    }

    @Test
    void campaignSucceedsWithoutPerf() {
        Measured measured = bench().measure(bench().command("--variants", "baseline", "--profilers", "perfnorm")
                .set("JMH_PERF", "/nonexistent"));
        assertTrue(measured.run("baseline").realised());
        assertEquals(2, measured.results().runs().size());
        assertFalse(measured.results().partial());
        List<String> lines = measured.ended().errLines().stream()
                .filter(line -> line.contains("/nonexistent"))
                .toList();
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith("perfnorm is skipped: ")),
                measured.ended().err());
        assertTrue(measured.run("baseline")
                .node()
                .get("countersUnavailable")
                .asText()
                .contains("perf cannot be run"));
    }
}
