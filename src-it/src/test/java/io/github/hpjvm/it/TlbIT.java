package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.FakePerf;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code hp-cli tlb} as a whole, with a perf that prints recorded or synthetic counts, and with none. */
@Tag("beside")
class TlbIT {
    private static final String[] BRIEF = {"--all", "--for", "0.2", "--interval", "0.1"};

    @TempDir
    private Path folder;

    @BeforeAll
    static void mountsNeedRoot() {
        Needs.root();
    }

    private static JsonNode json(Program.Ended ended) throws IOException {
        return new ObjectMapper().readTree(ended.out());
    }

    private static void assertEnded(int code, Program.Ended ended) {
        assertEquals(code, ended.exitCode(), ended.out() + ended.err());
    }

    @ParameterizedTest
    @CsvSource({
        "haswell,         recorded/haswell-thp-never,      0.107653,",
        "haswell,         recorded/haswell-thp-always,     0.023480,",
        "haswell,         recorded/haswell-busy,           0.103736,",
        "skylake,         recorded/skylake,                0.030768,",
        "zen3,            recorded/zen3,                           , 0.761734",
        "ice-lake-sp,     stats/synthetic-ice-lake-sp,     0.108,    5",
        "sapphire-rapids, stats/synthetic-sapphire-rapids, 0.108,    5",
        "zen2,            stats/synthetic-zen2,                    , 5",
        "zen4,            stats/synthetic-zen4,                    , 5",
        "neoverse-n1,     stats/synthetic-neoverse-n1,             , 5"
    })
    @Tag("slow")
    void measuresOnEachCpu(String cpu, String counts, Double share, Double dtlb) throws IOException {
        Program.Ended ended = new FakePerf(folder.resolve("bin"), cpu, counts)
                .tlb((Object[]) BRIEF)
                .with("--format", "json")
                .run();
        assertEnded(0, ended);
        JsonNode root = json(ended);
        assertEquals(2, root.get("intervals").size());
        for (JsonNode figures : List.of(root.get("intervals").get(1), root.get("summary"))) {
            assertFigure(share, figures, "walkCyclesShare");
            assertFigure(dtlb, figures, "dtlbMpki");
        }
    }

    private static void assertFigure(Double expected, JsonNode figures, String name) {
        if (expected == null) {
            assertTrue(figures.get(name).isNull(), figures::toString);
            assertTrue(figures.get("reasons").get(name).isTextual(), figures::toString);
        } else {
            assertEquals(expected, figures.get(name).doubleValue(), 1e-6);
        }
    }

    /** The article of the recording has 10.8 % and 2.3 %. */
    @Test
    void comparesBeforeAndAfterAsTheArticleDid() throws IOException {
        Path before = folder.resolve("before.json");
        Program.Ended first = new FakePerf(folder.resolve("a"), "haswell", "recorded/haswell-thp-never")
                .tlb((Object[]) BRIEF)
                .with("--save", before)
                .run();
        assertEnded(0, first);
        assertTrue(first.out().contains("Page walks are 10.8 % of the cycles"), first.out());
        Program.Ended second = new FakePerf(folder.resolve("b"), "haswell", "recorded/haswell-thp-always")
                .tlb((Object[]) BRIEF)
                .with("--against", before)
                .run();
        assertEnded(0, second);
        assertTrue(second.out().contains("Page walks were 10.8 % of the cycles and are now 2.3 %."), second.out());
        second.out()
                .lines()
                .filter(line -> !line.contains(before.toString()))
                .forEach(line -> assertTrue(line.length() <= 80, line));
        Program.Ended advice = Cli.with("advise", ProcessHandle.current().pid(), "--fail-on", "never", "--with", before)
                .run();
        assertTrue(advice.out().contains("Page walks are 10.8 % of the cycles of all processes"), advice.out());
    }

    @Test
    void showsGapsInsteadOfSmallFigures() throws IOException {
        Program.Ended ended = new FakePerf(folder.resolve("bin"), "skylake-sp", "recorded/synthetic-gaps")
                .tlb("--all", "--for", "0.3", "--interval", "0.1", "--format", "json")
                .run();
        assertEnded(0, ended);
        JsonNode intervals = json(ended).get("intervals");
        assertEquals(0.1, intervals.get(0).get("walkCyclesShare").doubleValue(), 1e-9);
        assertTrue(intervals.get(1).get("walkCyclesShare").isNull());
        assertTrue(intervals.get(2).get("dtlbMpki").isNull());
        assertEquals(0.1, json(ended).get("summary").get("walkCyclesShare").doubleValue(), 1e-9);
        assertTrue(json(ended).get("summary").get("notes").toString().contains("multiplexed"));
    }

    @Test
    void keepsTheFiguresOfAPerfThatDies() throws IOException {
        Program.Ended ended = new FakePerf(folder.resolve("bin"), "haswell", "recorded/haswell-thp-never")
                .tlb("--all", "--for", "5", "--interval", "0.1")
                .set("FAKE_PERF_DIES", 2)
                .run();
        assertEnded(1, ended);
        assertEquals("hp-cli tlb: perf stat failed: perf: Segmentation fault\n", ended.err());
        assertTrue(ended.out().contains("Page walks are 10.8 % of the cycles"), ended.out());
    }

    @Test
    @Tag("slow")
    void endsWithItsTarget() throws IOException {
        Process target = new ProcessBuilder("sleep", "600").start();
        Program.Ended ended;
        try (Program.Running running = new FakePerf(folder.resolve("bin"), "haswell", "recorded/haswell-thp-never")
                .tlb("--pid", target.pid(), "--for", "5m", "--interval", "0.2")
                .start()) {
            Poll.until("the first interval", () -> running.outSoFar().contains("10.8 %") || !running.isAlive());
            target.destroy();
            ended = running.await();
        }
        assertEnded(0, ended);
        assertTrue(ended.err().contains("hp-cli tlb: process " + target.pid() + " ended"), ended.err());
        assertTrue(ended.out().contains("10.8 %"), ended.out());
    }

    @Test
    void saysThatTheUserMayNotCount() throws IOException {
        Program.Ended ended = new FakePerf(folder.resolve("bin"), "haswell", "recorded/haswell-thp-never")
                .tlb((Object[]) BRIEF)
                .set("FAKE_PERF_DENIES", 1)
                .run();
        assertEnded(4, ended);
        assertTrue(ended.err().contains("kernel.perf_event_paranoid=0"), ended.err());
    }

    /** Ctrl-C at a terminal reaches perf and hp-cli; here only hp-cli gets it. */
    @Test
    void summarizesOnCtrlC() throws IOException {
        Program.Ended ended;
        Optional<ProcessHandle> perf;
        try (Program.Running running = new FakePerf(folder.resolve("bin"), "haswell", "recorded/haswell-thp-never")
                .tlb("--all", "--for", "5m", "--interval", "0.2")
                .start()) {
            Poll.until("the first interval", () -> running.outSoFar().contains("10.8 %"));
            perf = running.handle().children().findFirst();
            Signals.interrupt(running.handle());
            ended = running.await();
        }
        assertEnded(130, ended);
        assertTrue(ended.out().contains("Page walks are 10.8 % of the cycles"), ended.out());
        assertFalse(perf.orElseThrow().isAlive());
    }

    @Test
    void saysWhatIsMissingWithoutCounters() throws IOException {
        Program.Ended ended = new FakePerf(folder.resolve("bin"), "zen4", "no-pmu")
                .tlb("--all", "--format", "json")
                .run();
        assertEnded(4, ended);
        assertTrue(json(ended).get("summary").get("walkCyclesShare").isNull());
        assertTrue(json(ended).get("unavailable").textValue().contains("no PMU"));
        assertTrue(ended.err().contains("--workloads TlbReach"), ended.err());
    }

    @Test
    void saysThatPerfIsMissing() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        Program.Ended ended =
                Cli.with("tlb", "--all").set("JMH_PERF", empty.resolve("perf")).run();
        assertEnded(4, ended);
        assertTrue(ended.err().contains("apt-get install linux-perf"), ended.err());
    }
}
