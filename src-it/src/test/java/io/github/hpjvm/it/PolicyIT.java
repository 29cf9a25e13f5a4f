package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Bench.Measured;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.Shell;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts without the pages that a variant needs: the messages about them, and the effect of the printed commands. */
class PolicyIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private Bench bench() {
        return new Bench(HOST, folder.resolve("out"));
    }

    private Measured measure(Object... options) {
        return bench().measure(options);
    }

    private static void assertRealised(Run run) {
        assertTrue(run.realised(), () -> run.variant() + ": " + run.node());
    }

    /**
     * Returns the command that fixes the host. The variant is not forked, and the exact command is in the result and in
     * the report.
     */
    private static String fixOf(Measured measured, String variant) {
        Run run = measured.run(variant);
        assertEquals("NOT_STARTED", run.status());
        assertFalse(run.realised(), () -> run.node().toString());
        assertEquals(
                "NOT_REALISED",
                measured.results().comparison(variant).get("verdict").asText());
        assertTrue(measured.results().comparison(variant).get("ratio").isNull());
        String fix = run.fix().orElseThrow(() -> new AssertionError("no fix: " + run.reason()));
        assertTrue(measured.ended().out().contains(fix), measured.ended().out());
        return fix;
    }

    @Test
    @Tag("slow")
    void printedCommandFillsEmptyPool() {
        Needs.program("sysctl");
        HOST.pool(0);
        String fix = fixOf(measure("--variants", "hugetlb"), "hugetlb");
        assertTrue(fix.startsWith("sudo sysctl -w vm.nr_hugepages="), fix);
        assertEquals("0", HostState.value(HostState.POOL), "nothing is changed without --provision");
        Shell.type(fix, folder);
        assertRealised(measure("--variants", "hugetlb").run("hugetlb"));
    }

    @Test
    void baselineHasBasePagesInAlwaysMode() {
        HOST.set(HostState.ENABLED, "always");
        Measured measured = measure("--variants", "thp");
        for (String variant : new String[] {"baseline", "baseline'"}) {
            assertRealised(measured.run(variant));
            assertTrue(measured.run(variant).notes().contains("PR_SET_THP_DISABLE"), variant);
        }
        assertRealised(measured.run("thp"));
        assertEquals("", measured.run("thp").notes());
        assertEquals("always", HostState.value(HostState.ENABLED));
    }

    @Test
    void printedCommandEnablesThp() {
        HOST.set(HostState.ENABLED, "never");
        String fix = fixOf(measure("--variants", "thp"), "thp");
        assertEquals("echo madvise | sudo tee " + HostState.ENABLED, fix);
        if (Boolean.getBoolean("hp.lab")) {
            Shell.type(fix, folder);
            assertRealised(measure("--variants", "thp").run("thp"));
        }
    }

    @Test
    @Tag("slow")
    void printedCommandEnablesPmdSize() {
        Needs.that(Files.exists(HostState.ENABLED_2M), "a THP policy for each size");
        HOST.set(HostState.ENABLED_2M, "never");
        String fix = fixOf(measure("--variants", "thp"), "thp");
        assertTrue(fix.endsWith("sudo tee " + HostState.ENABLED_2M), fix);
        Shell.type(fix, folder);
        assertRealised(measure("--variants", "thp").run("thp"));
    }

    /** HotSpot reads only the global mode, and the kernel uses the mode of the size: both have to be set. */
    @Test
    @Tag("slow")
    void printedCommandsChangeBothSettings() {
        Needs.that(Files.exists(HostState.ENABLED_2M), "a THP policy for each size");
        HOST.set(HostState.ENABLED, "never");
        HOST.set(HostState.ENABLED_2M, "never");
        Shell.type(fixOf(measure("--variants", "thp"), "thp"), folder);
        assertRealised(measure("--variants", "thp").run("thp"));
    }

    @ParameterizedTest(name = "{0}, {1} for pages of 2 MiB")
    @CsvSource({"never, never", "always, inherit"})
    @Tag("slow")
    void provisionGivesPagesAndRestoresSettings(String word, String ofSize) {
        HOST.set(HostState.ENABLED, word);
        HOST.set(HostState.ENABLED_2M, ofSize);
        HostState before = HostState.now();
        Measured measured = measure("--provision");
        assertEquals(before, HostState.now());
        for (String variant : new String[] {"baseline", "baseline'", "thp", "hugetlb"}) {
            assertRealised(measured.run(variant));
            assertFalse(
                    measured.run(variant).notes().contains("PR_SET_THP_DISABLE"), "the policy is madvise meanwhile");
        }
        assertTrue(
                measured.ended().err().contains(HostState.ENABLED + ": set to madvise (before: " + word + ")"),
                measured.ended().err());
        assertTrue(
                measured.ended().err().contains(HostState.ENABLED + ": restored to " + word),
                measured.ended().err());
    }

    @Test
    void provisionAddsToAPoolInUse() {
        HOST.pool(100);
        HostState before = HostState.now();
        Measured measured = measure("--provision", "--variants", "hugetlb");
        assertEquals(before, HostState.now());
        assertRealised(measured.run("hugetlb"));
    }
}
