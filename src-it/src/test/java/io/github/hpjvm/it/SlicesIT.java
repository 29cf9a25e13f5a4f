package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forks that run at the same time and take turns. */
class SlicesIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    private static JsonNode slices(Run run) {
        return run.node().at("/timing/slices");
    }

    private static void assertSliced(Run run, int turns) {
        assertEquals("OK", run.status(), run.node()::toString);
        assertTrue(run.realised(), run::reason);
        assertEquals("SLICES", run.node().at("/timing/interleave").asText());
        assertTrue(run.node().at("/timing/whyForks").isNull());
        JsonNode slices = slices(run);
        assertEquals(turns, slices.get("turn").size(), slices::toString);
        for (String list : List.of("turn", "operations", "wallNanos", "cpuNanos")) {
            assertEquals(turns, slices.get(list).size(), list);
            slices.get(list).forEach(number -> assertTrue(number.asLong() > 0, slices::toString));
        }
        double cpu = run.node().at("/timing/cpuNanosPerOp").asDouble();
        // A shared CPU leaves no wall time but the CPU time; it is written once.
        double wall = run.node().at("/timing/wallNanosPerOp").asDouble(cpu);
        assertEquals(wall, run.node().get("score").asDouble(), wall * 1e-9, "ns/op is the unit of this workload");
        assertTrue(cpu > 0);
        assertEquals(turns, run.node().get("iterations").size());
    }

    private void assertNoFifoLeft() {
        try (Stream<Path> files = Files.list(bench().out().resolve("forks"))) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().endsWith(".orders")
                                    || file.toString().endsWith(".reports"))
                            .toList());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Tag("jdks")
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {8, 17, 25})
    void forksOfEachReleaseTakeTurns(int feature) {
        if (feature == 25) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(feature);
        Measured measured = bench().measure("--variants", "thp", "--jvm", jdk.home());
        for (String variant : List.of("baseline", "thp", "baseline'")) {
            assertSliced(measured.run(variant), 2);
        }
        JsonNode comparison = measured.results().comparison("thp");
        assertEquals("SLICES", comparison.get("interleave").asText());
        assertEquals("CPU", comparison.get("clock").asText());
        assertEquals(comparison.get("ratio"), comparison.at("/cpu/ratio"));
        assertTrue(comparison.at("/wall/ratio").asDouble() > 0);
        assertTrue(
                measured.ended().err().contains("take turns"), measured.ended().err());
        assertNoFifoLeft();
    }

    /** 1 MB does not fit: a fork that waits for its turn uses no CPU, and a long turn has many times the CPU time. */
    @Test
    @Tag("slow")
    void forksWithMuchDataRunAlone() {
        Measured measured = bench().measure(
                        Cli.with("bench", "run", "--profile", "smoke", "--params", "size=1000000", "--check-alone")
                                .with("--variants", "thp", "-o", bench().out())
                                .setAll(HOST.handOver()));
        for (Run run : measured.results().runs()) {
            assertSliced(run, 2);
            JsonNode alone = run.node().at("/timing/alone");
            assertEquals("[1,2]", alone.get("turn").toString(), "smoke measures two turns");
            assertTrue(
                    alone.at("/cpuNanos/0").asLong()
                            > 5 * slices(run).at("/cpuNanos/0").asLong(),
                    run.node()::toString);
            assertTrue(slices(run).at("/wallNanos/0").asLong() >= 20_000_000, run.node()::toString);
        }
        assertEquals(
                1, measured.results().root().at("/aloneCheck/0/cost/rounds").asInt());
        assertTrue(
                measured.ended().out().contains("turns over alone"),
                measured.ended().out());
        assertNoFifoLeft();
    }

    @Test
    @Tag("slow")
    void interleaveForksRunsOneForkAtATime() {
        Measured measured = bench().measure("--variants", "thp", "--interleave", "forks", "--clock", "wall");
        for (Run run : measured.results().runs()) {
            assertEquals("FORKS", run.node().at("/timing/interleave").asText());
            assertTrue(run.node().at("/timing/whyForks").isNull());
            assertEquals(0, slices(run).get("turn").size());
            assertTrue(run.node().at("/timing/cpuNanosPerOp").asDouble() > 0, "CPU time is measured all the same");
        }
        JsonNode comparison = measured.results().comparison("thp");
        assertEquals("FORKS", comparison.get("interleave").asText());
        assertEquals("WALL", comparison.get("clock").asText());
        assertTrue(comparison.at("/cpu/ratio").asDouble() > 0);
    }

    @Test
    @Tag("slow")
    void collectorWorkloadRunsForkByFork() {
        Program command = Cli.with("bench", "run", "--profile", "smoke", "--workloads", "ObjectChurn.parallel")
                .with("--params", "live=10000", "--variants", "thp", "-o", bench().out())
                .setAll(HOST.handOver());
        Measured measured = bench().measure(command);
        Run run = measured.run("thp");
        assertEquals("FORKS", run.node().at("/timing/interleave").asText());
        assertTrue(run.node().at("/timing/whyForks").asText().contains("collector"), run.node()::toString);
        assertTrue(
                measured.ended().err().contains("collector"), measured.ended().err());
        assertEquals("CPU", measured.results().comparison("thp").get("clock").asText());
    }

    @Test
    @Tag("slow")
    void continueAddsRounds() {
        Measured first = bench().measure("--variants", "thp", "--seed", "7");
        Program.Ended ended = Cli.with("bench", "run", "--continue", bench().out(), "--rounds", "2")
                .setAll(HOST.handOver())
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        Results results = Results.in(bench().out());
        assertEquals(9, results.runs().size());
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    first.results().runs().get(i).node(), results.runs().get(i).node(), "kept as it was");
        }
        assertEquals(
                List.of(1, 2, 3), results.runs("thp").stream().map(Run::round).toList());
        assertEquals(3, results.comparison("thp").get("rounds").asInt());
        assertEquals(7, results.root().get("seed").asInt());
        assertEquals("smoke", results.root().get("profile").asText());
        assertTrue(bench().forks().file(1, "thp", ".log").isPresent(), "the logs of earlier forks are kept");
        Program.Ended refused = Cli.with("bench", "run", "--continue", bench().out(), "--variants", "hugetlb")
                .setAll(HOST.handOver())
                .run();
        assertEquals(2, refused.exitCode(), refused.err());
        assertTrue(refused.err().contains("had 'thp', not 'hugetlb'"), refused.err());
    }

    /** Starts a campaign of one round, and waits until all of its forks have warmed up. */
    private Program.Running inTurns(String... more) {
        Program.Running campaign = Cli.with("bench", "run", "--profile", "quick", "--params", "size=1000")
                .with("--variants", "thp", "-o", bench().out())
                .with((Object[]) more)
                .setAll(HOST.handOver())
                .through("env", "--default-signal=INT,TERM", "setsid")
                .start();
        Poll.until(
                "all forks take turns",
                () -> Stream.of("baseline", "thp", "baseline'")
                        .allMatch(variant -> bench().forks()
                                .live(1, variant)
                                .filter(text -> text.contains("==== before /proc/self/smaps"))
                                .isPresent()));
        return campaign;
    }

    private static boolean requireAlive(Program.Running campaign) {
        if (!campaign.isAlive()) {
            throw new AssertionError("it ended before: " + campaign.errSoFar());
        }
        return true;
    }

    @Test
    @Tag("slow")
    void otherForksGoOnWhenOneDies() {
        Program.Ended ended;
        try (Program.Running campaign = inTurns("--rounds", "1")) {
            Signals.kill(bench().forks().running(campaign.handle(), 1, "thp").orElseThrow());
            ended = campaign.await();
        }
        assertEquals(0, ended.exitCode(), ended.err());
        Results results = Results.in(bench().out());
        assertFalse(results.partial());
        assertEquals(
                "CRASHED", results.run("thp").status(), () -> results.root().toString());
        assertEquals(0, slices(results.run("thp")).get("turn").size());
        assertSliced(results.run("baseline"), 20);
        assertSliced(results.run("baseline'"), 20);
        assertEquals(1, results.root().at("/noiseFloor/0/rounds").asInt());
        assertEquals("NOT_REALISED", results.comparison("thp").get("verdict").asText());
        assertNoFifoLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ctrl-C", "SIGTERM"})
    @Tag("slow")
    void interruptInATurnEndsTheCampaign(String signal) {
        try (Program.Running campaign = inTurns("--rounds", "20")) {
            List<ProcessHandle> forks = campaign.handle().descendants().toList();
            if (signal.equals("Ctrl-C")) {
                Signals.interruptGroup(campaign.handle());
            } else {
                campaign.handle().destroy();
            }
            Program.Ended ended = campaign.await();
            assertEquals(signal.equals("Ctrl-C") ? 130 : 143, ended.exitCode(), ended.err());
            assertTrue(forks.stream().noneMatch(ProcessHandle::isAlive), "nothing is left running");
        }
        Results results = Results.in(bench().out());
        assertTrue(results.partial());
        assertEquals(3, results.runs().size());
        results.runs().forEach(run -> assertEquals("INTERRUPTED", run.status(), run.node()::toString));
        assertNoFifoLeft();
    }
}
