package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
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
    }

    @Test
    void rejectsOtherRegionsAndTimes() {
        assertUsage("no region stack", "collapse", "1", "--region", "stack");
        assertUsage("--for: ", "trial", "1", "--for", "0");
        assertUsage("type --for 8s or more", "trial", "1", "--for", "7s");
    }
}
