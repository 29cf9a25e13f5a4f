package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options that are refused before any process is read. */
class TrialCommandTest {

    private static void assertUsage(String expected, String... arguments) {
        Called called = Called.with(arguments);
        assertEquals(2, called.exitCode(), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains(expected), called.err());
        assertEquals("", called.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"trial", "collapse"})
    void needsOneProcess(String command) {
        assertUsage("no process given: add a PID", command);
        assertUsage("give the process ID once: 1 or --pid 2", command, "1", "--pid", "2");
        assertUsage("a process ID is a number above 0", command, "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "0ms", "11s", "x"})
    void rejectsOtherLimits(String limit) {
        assertUsage("--budget-stall: '" + limit + "' is not a time", "trial", "1", "--budget-stall", limit);
        assertUsage("--budget-stall: '" + limit + "' is not a time", "collapse", "1", "--budget-stall", limit);
    }

    @Test
    void rejectsOtherSources() {
        assertUsage("--work: 'ftp:x' is not one of file:PATH, ", "trial", "1", "--work", "ftp:x");
        assertUsage("add #METRIC", "trial", "1", "--work", "http://127.0.0.1/metrics");
        assertUsage("has the port 99999", "trial", "1", "--work", "http://127.0.0.1:99999/metrics#a");
    }

    @Test
    void rejectsOtherRegionsAndTimes() {
        assertUsage("no region stack", "collapse", "1", "--region", "stack");
        String possible = "the regions are heap, code, metaspace, gc";
        assertUsage("--region: a name is empty; " + possible, "collapse", "1", "--region", "heap,,code");
        assertUsage("--region: no region files; " + possible, "collapse", "1", "--region", "files");
        assertUsage("--for: ", "trial", "1", "--for", "0");
        assertUsage("type --for 8s or more", "trial", "1", "--for", "7s");
    }

    /** The same words and the same exit code as those of advise. */
    @ParameterizedTest
    @ValueSource(strings = {"trial", "collapse"})
    void aProcessThatIsNoJvmIsRefusedAsEverywhere(String command) throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        String pid = Long.toString(process.pid());
        try {
            Called advised = Called.with("advise", pid);
            Called called = Called.with(command, pid, "--yes");
            assertEquals(4, called.exitCode(), called.err());
            assertTrue(called.err().contains("process " + pid + " (sleep) is not a JVM"), called.err());
            assertEquals(advised.err().replace("hp-cli advise", "hp-cli " + command), called.err());
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trial", "collapse"})
    void aProcessThatDoesNotExistIsRefusedAsEverywhere(String command) {
        Called called = Called.with(command, "4194305", "--yes");
        assertEquals(1, called.exitCode(), called.err());
        assertTrue(called.err().contains("no process 4194305; hp-cli jvms lists the JVMs of this host"), called.err());
    }

    /** The owner of a process may not change it either. */
    @Test
    void onlyRootIsNamed() {
        Jvm denied = FactsSamples.with(JvmSamples.heapDenied(JvmSamples.g1(17)), "user", "postgres");
        assertEquals(
                "a change of the pages of a process needs root: sudo hp-cli trial 4242",
                ChangedJvm.notRoot(denied, "hp-cli trial").getMessage());
    }

    @Test
    void thePlanNamesPerfWhereItCounts() {
        assertEquals("", TrialCommand.counting(Duration.ofSeconds(59)));
        assertEquals(
                "perf  After the turns of the last round, perf stat counts page walks of the JVM for 3 s on each kind of"
                        + " pages, if that time is left.",
                TrialCommand.counting(Duration.ofMinutes(5)));
    }

    /** A split frees what a copy added since Linux 6.12. ZGC has allocated its memory before. */
    @Test
    void thePlanSaysWhereMemoryStays() {
        assertEquals("The JVM grows by 0 B.", TrialCommand.growth(0));
        assertEquals(
                "The JVM grows by 4 MiB during the trial; before Linux 6.12 it keeps that.",
                TrialCommand.growth(4 << 20));
    }

    @Test
    void aRestoreNeedsAProcess() {
        assumeTrue(ThisProcess.isRoot(), "needs root");
        Called called = Called.with("trial", "4194305", "--restore");
        assertEquals(1, called.exitCode(), called.err());
        assertTrue(called.err().contains("no process 4194305"), called.err());
        Called own = Called.with("trial", Long.toString(ProcessHandle.current().pid()), "--restore");
        assertEquals("nothing to restore\n", own.out(), own.err());
    }
}
