package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import io.github.hpjvm.it.lab.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Campaigns that change the host, and their interruptions. */
class ProvisionIT {
    private static final String NOBODY = "65534";

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void campaignsTakeTheLockThemselves() {
        Needs.root();
        HOST.unlock();
    }

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    /** Starts a long campaign, and waits until the pool and the policy are changed. */
    private LiveCampaign provisioned() {
        HOST.set(HostState.ENABLED, "always");
        LiveCampaign campaign =
                LiveCampaign.start(bench().command("--provision", "--variants", "hugetlb", "--rounds", "100")
                        .through("env", "--default-signal=INT,TERM", "setsid"));
        assertNotEquals("0", HostState.value(HostState.POOL));
        assertEquals("madvise", HostState.value(HostState.ENABLED));
        return campaign;
    }

    private static void assertPutBack() {
        assertEquals("0", HostState.value(HostState.POOL));
        assertEquals("always", HostState.value(HostState.ENABLED));
        assertFalse(Files.exists(UndoFile.defaultFolder().resolve("undo.txt")), "the undo is done");
    }

    private void killInTheMiddle() {
        try (LiveCampaign campaign = provisioned()) {
            campaign.kill();
        }
        assertNotEquals("0", HostState.value(HostState.POOL), "kill -9 leaves no time to put anything back");
        assertEquals("madvise", HostState.value(HostState.ENABLED));
    }

    @Test
    @Tag("slow")
    void nextCampaignRestoresAfterAKill() {
        killInTheMiddle();
        Measured next = bench().measure("--variants", "baseline");
        assertPutBack();
        String said = next.ended().err();
        assertTrue(said.contains("left by an earlier run: " + HostState.POOL + ": restored to 0"), said);
        assertTrue(said.contains("left by an earlier run: " + HostState.ENABLED + ": restored to always"), said);
        assertTrue(next.run("baseline").realised());
        assertEquals(List.of(), HOST.keptSince());
    }

    @Test
    void restoreRestoresAfterAKill() {
        killInTheMiddle();
        Program.Ended restored = Cli.with("bench", "restore").run();
        assertEquals(0, restored.exitCode(), restored.err());
        assertPutBack();
        assertTrue(restored.out().contains(HostState.POOL + ": restored to 0"), restored.out());
        assertEquals("nothing to restore\n", Cli.with("bench", "restore").run().out());
    }

    @Test
    void restoreKeepsLaterChanges() {
        killInTheMiddle();
        HOST.set(HostState.POOL, 17);
        Program.Ended restored = Cli.with("bench", "restore").run();
        assertEquals(1, restored.exitCode(), restored.out());
        assertEquals("17", HostState.value(HostState.POOL));
        assertEquals("always", HostState.value(HostState.ENABLED));
        assertTrue(restored.out().contains("Another process changed it"), restored.out());
        assertEquals(1, HOST.keptSince().size());
        assertTrue(restored.out().contains(HOST.keptSince().get(0).toString()), restored.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"SIGINT", "SIGTERM", "Ctrl-C"})
    @Tag("slow")
    void stoppedCampaignRestoresTheHost(String signal) {
        try (LiveCampaign campaign = provisioned()) {
            switch (signal) {
                case "SIGINT" -> Signals.interrupt(campaign.running().handle());
                case "Ctrl-C" -> Signals.interruptGroup(campaign.running().handle());
                default -> campaign.running().handle().destroy();
            }
            Program.Ended ended = campaign.running().await();
            assertPutBack();
            assertFalse(campaign.hasChildren());
            assertEquals(signal.equals("SIGTERM") ? 143 : 130, ended.exitCode(), ended.err());
            assertTrue(ended.err().contains("restored  " + HostState.POOL + ": restored to 0"), ended.err());
        }
        Results results = Results.in(bench().out());
        assertTrue(results.partial());
        List<Run> runs = results.runs();
        int last = runs.get(runs.size() - 1).round();
        assertTrue(runs.stream().anyMatch(run -> run.status().equals("INTERRUPTED")));
        runs.forEach(run ->
                assertEquals(run.round() == last && !run.status().equals("OK") ? "INTERRUPTED" : "OK", run.status()));
    }

    @Test
    void stoppedCampaignKeepsItsResults() {
        Needs.lab();
        try (LiveCampaign campaign = LiveCampaign.start(bench().command("--variants", "baseline", "--rounds", "100")
                .through("env", "--default-signal=INT,TERM"))) {
            Poll.until(
                    "the second round",
                    () -> bench().forks().live(2, "baseline").isPresent()
                            || bench().forks().file(2, "baseline", ".log").isPresent());
            campaign.running().handle().destroy();
            campaign.running().await();
        }
        Results results = Results.in(bench().out());
        assertTrue(results.partial());
        assertTrue(results.runs().stream()
                .anyMatch(run -> run.round() == 1 && run.status().equals("OK")));
    }

    @Test
    @Tag("slow")
    void secondCampaignNamesTheFirst() {
        try (LiveCampaign first = LiveCampaign.start(bench().command("--variants", "baseline", "--rounds", "100"))) {
            Path out = folder.resolve("second");
            Program.Ended second =
                    Cli.with("bench", "run", "--profile", "smoke", "-o", out).run();
            assertEquals(1, second.exitCode());
            assertEquals("", second.out());
            assertEquals(1, second.err().lines().count(), second.err());
            assertTrue(second.err().contains(Long.toString(first.running().pid())), second.err());
            assertTrue(second.err().contains("hp-bench"), second.err());
            assertFalse(Files.exists(out));
            Program.Ended restore = Cli.with("bench", "restore").run();
            assertEquals(1, restore.exitCode());
            assertTrue(restore.err().contains(Long.toString(first.running().pid())), restore.err());
            assertTrue(first.running().isAlive());
        }
    }

    @Test
    @Tag("slow")
    void reportsAndKeepsChangesOfOthers() {
        try (LiveCampaign campaign = LiveCampaign.start(bench().command("--provision", "--variants", "hugetlb"))) {
            HOST.set(HostState.POOL, 777);
            Program.Ended ended = campaign.running().await();
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals("777", HostState.value(HostState.POOL));
            assertTrue(ended.err().contains(HostState.POOL + ": not restored: it holds 777"), ended.err());
        }
        assertEquals(1, HOST.keptSince().size());
    }

    @Test
    @Tag("slow")
    void lockPassesToTheChildOnly() {
        HOST.relock();
        Measured child = bench().measure("--variants", "baseline");
        assertTrue(child.ended().err().contains("handed over"), child.ended().err());
        Program.Ended other = Cli.with("bench", "run", "--profile", "smoke", "-o", folder.resolve("other"))
                .run();
        assertEquals(1, other.exitCode());
        assertTrue(other.err().contains(Long.toString(ProcessHandle.current().pid())), other.err());
        assertTrue(other.err().contains("src-it"), other.err());
    }

    private Program asNobody(Object... options) throws IOException {
        Needs.program("setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path tree = folder.resolve("tree");
        if (!Files.exists(tree)) {
            Trees.copy(Cli.tree(), tree, path -> false);
        }
        Path out = Files.createDirectories(folder.resolve("out of nobody"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
        return Cli.at(tree.resolve("bin/hp-cli"))
                .with("bench", "run", "--profile", "smoke", "--params", "size=1000", "-o", out)
                .with(options)
                .through("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups")
                .in(folder);
    }

    @Test
    void provisionNeedsRoot() throws IOException {
        HostState before = HostState.now();
        Program.Ended ended = asNobody("--provision").run();
        assertEquals(1, ended.exitCode(), ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().contains("root"), ended.err());
        assertEquals(before, HostState.now());
    }

    @Test
    @Tag("slow")
    void campaignWorksWithoutRoot() throws IOException {
        Program.Ended ended = asNobody().run();
        assertEquals(0, ended.exitCode(), ended.err());
        Results results = Results.in(folder.resolve("out of nobody"));
        assertTrue(results.run("baseline").realised());
        assertTrue(results.run("thp").realised(), results.run("thp")::reason);
        assertFalse(results.run("hugetlb").realised());
        assertTrue(results.run("hugetlb").fix().orElseThrow().startsWith("sudo sysctl -w vm.nr_hugepages="));
    }

    @Test
    void restoreWithoutRootHasNothingToDo() throws IOException {
        asNobody();
        Program.Ended ended = Cli.at(folder.resolve("tree/bin/hp-cli"))
                .with("bench", "restore")
                .through("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups")
                .in(folder)
                .run();
        assertEquals(1, ended.exitCode());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().contains("root"), ended.err());
    }
}
