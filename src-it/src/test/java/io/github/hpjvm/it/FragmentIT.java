package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.host.UndoFile;
import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.LiveCampaign;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Campaigns that hold nearly all memory of the host, and are stopped meanwhile. */
class FragmentIT {
    private static final Path COMPACTION = Path.of("/proc/sys/vm/compaction_proactiveness");

    /** Pages of 2 MiB: the pool of no workload is so large, and the ballast is larger. */
    private static final long BALLAST = 1000;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private String compaction;

    @BeforeEach
    void campaignsTakeTheLockThemselves() {
        Needs.lab();
        Needs.root();
        HOST.unlock();
        compaction = HostState.value(COMPACTION);
    }

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    /** Starts a long campaign, and waits until the ballast is in place. */
    private LiveCampaign fragmented() {
        HOST.set(HostState.ENABLED, "always");
        LiveCampaign campaign = LiveCampaign.start(
                bench().command("--provision", "--fragment", "100", "--variants", "baseline", "--rounds", "100")
                        .through("env", "--default-signal=INT,TERM", "setsid"));
        assertBallast();
        return campaign;
    }

    private static void assertBallast() {
        assertTrue(Long.parseLong(HostState.value(HostState.POOL)) > BALLAST, () -> HostState.value(HostState.POOL));
        assertEquals("madvise", HostState.value(HostState.ENABLED));
        assertEquals("0", HostState.value(COMPACTION));
    }

    private void assertPutBack() {
        assertEquals("0", HostState.value(HostState.POOL));
        assertEquals("always", HostState.value(HostState.ENABLED));
        assertEquals(compaction, HostState.value(COMPACTION));
        assertFalse(Files.exists(UndoFile.defaultFolder().resolve("undo.txt")), "the undo is done");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SIGTERM", "Ctrl-C"})
    void stopReleasesMemoryAndKeepsResults(String signal) throws IOException {
        try (LiveCampaign campaign = fragmented()) {
            Poll.until(
                    "the second round",
                    () -> bench().forks().live(2, "baseline").isPresent()
                            || bench().forks().file(2, "baseline", ".log").isPresent());
            if (signal.equals("Ctrl-C")) {
                Signals.interruptGroup(campaign.running().handle());
            } else {
                campaign.running().handle().destroy();
            }
            Program.Ended ended = campaign.running().await();
            assertPutBack();
            assertFalse(campaign.hasChildren());
            assertEquals(signal.equals("SIGTERM") ? 143 : 130, ended.exitCode(), ended.err());
            assertTrue(ended.err().contains("restored  " + HostState.POOL + ": restored to 0"), ended.err());
        }
        Results results = Results.in(bench().out());
        assertTrue(results.partial());
        Run first = results.runs().get(0);
        assertEquals("OK", first.status());
        assertEquals("FRAGMENTED", first.node().get("memory").asText());
        String report = Files.readString(bench().out().resolve("report.txt"));
        assertTrue(report.contains("\nPARTIAL: "), report);
        assertTrue(report.contains("baseline against itself"), report);
        assertTrue(Files.readString(bench().out().resolve("report.html")).contains("PARTIAL: "));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void restoreReleasesMemoryOfKilledCampaign(boolean byRestore) {
        try (LiveCampaign campaign = fragmented()) {
            campaign.kill();
        }
        assertBallast();
        if (byRestore) {
            Program.Ended restored = Cli.with("bench", "restore").run();
            assertEquals(0, restored.exitCode(), restored.err());
            assertTrue(restored.out().contains(COMPACTION + ": restored to " + compaction), restored.out());
        } else {
            Measured next = bench().measure("--variants", "baseline");
            assertTrue(next.ended().err().contains("left by an earlier run: " + HostState.POOL + ": restored to 0"));
            assertTrue(next.run("baseline").realised());
        }
        assertPutBack();
        assertEquals(List.of(), HOST.keptSince());
    }

    @Test
    void stopDuringPreparationReleasesMemory() {
        HOST.set(HostState.ENABLED, "always");
        try (Program.Running running = bench().command("--provision", "--fragment", "100", "--variants", "baseline")
                .through("env", "--default-signal=INT,TERM", "setsid")
                .start()) {
            Poll.until("the ballast", () -> Long.parseLong(HostState.value(HostState.POOL)) > BALLAST);
            Signals.interruptGroup(running.handle());
            Program.Ended ended = running.await();
            assertEquals(130, ended.exitCode(), ended.err());
            assertFalse(ended.err().contains("memory may have run out"), ended.err());
            assertFalse(ended.err().contains("\tat "), ended.err());
        }
        assertPutBack();
    }
}
