package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** perf, where the CPU's counters are to be had, where they are not, and where there is no perf. */
class ProfilerIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    @Test
    void profilersRunInRoundsOfTheirOwn() throws IOException {
        Needs.program("perf");
        Measured measured = bench().measure("--variants", "thp", "--profilers", "perfnorm,perfasm");
        List<Run> profiled =
                measured.results().runs().stream().filter(Run::profiled).toList();
        assertEquals(4, profiled.size(), "two variants by two profilers");
        assertTrue(profiled.stream().noneMatch(run -> run.round() == 1));
        for (Run run : profiled) {
            assertEquals("OK", run.status(), () -> run.node().toString());
            assertTrue(run.realised(), run::reason);
        }
        assertEquals(1, measured.results().comparison("thp").get("rounds").asInt(), "profiled runs are not compared");
        for (Run run : profiled) {
            if (run.node().get("profiler").asText().equals("perfnorm")) {
                assertTrue(
                        run.counters().has("page-faults"), () -> run.counters().toString());
                assertTrue(
                        run.counters().has("context-switches"),
                        () -> run.counters().toString());
                assertTrue(
                        measured.ended().out().contains("page-faults"),
                        measured.ended().out());
            } else {
                Path text = bench().forks()
                        .file(run.round(), run.variant(), ".perfasm.txt")
                        .orElseThrow(() -> new AssertionError("perfasm left no text"));
                assertTrue(Files.size(text) > 1000, "perfasm says something");
            }
        }
        assertTrue(measured.results().run("thp").counters().isEmpty(), "a timed run has no profiler");
    }

    @Test
    void countersThatCannotBeHadAreOneLine() {
        Needs.program("perf");
        Measured measured = bench().measure("--variants", "baseline");
        String why = measured.run("baseline").node().path("countersUnavailable").asText("");
        assumeFalse(why.isEmpty(), "this machine has a PMU");
        assertEquals(
                1,
                measured.ended().errLines().stream()
                        .filter(line -> line.startsWith("counters"))
                        .count(),
                measured.ended().err());
        assertTrue(measured.ended().out().contains(why), measured.ended().out());
    }

    @Test
    void withoutPerfTheCampaignSucceeds() {
        Measured measured = bench().measure(bench().command("--variants", "baseline", "--profilers", "perfnorm")
                .set("JMH_PERF", "/nonexistent"));
        assertTrue(measured.run("baseline").realised());
        assertEquals(2, measured.results().runs().size());
        assertFalse(measured.results().partial());
        List<String> lines = measured.ended().errLines().stream()
                .filter(line -> line.contains("/nonexistent"))
                .toList();
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith("perfnorm is left out: ")),
                measured.ended().err());
        assertTrue(measured.run("baseline")
                .node()
                .get("countersUnavailable")
                .asText()
                .contains("perf cannot be run"));
    }
}
