package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import org.junit.jupiter.api.Test;

class JmhOutputScanTest {
    private static JmhOutputScan scan(String text) {
        try (RunWatch watch = RunWatch.startForClass(new StartedProcesses(), "none")) {
            JmhOutputScan scan = new JmhOutputScan(watch, 0.5);
            text.lines().forEach(scan);
            return scan;
        }
    }

    /** The output of JMH 1.37 with {@code -foe true}; the mark ends the line of the iteration. */
    @Test
    void theExceptionOfABenchmarkIsItsFailure() {
        String trace = "\njava.lang.IllegalStateException: boom\n\tat b.Benches$Throws.boom(Benches.java:25)\n"
                + "\tat java.base/java.lang.Thread.run(Thread.java:840)\n\n";
        for (String mark :
                new String[] {"# Warmup Iteration   1: <failure>", "Iteration   2: <failure>", "<failure>"}) {
            JmhOutputScan scan = scan(mark + "\n" + trace);
            assertTrue(scan.failed(), mark);
            assertEquals("java.lang.IllegalStateException: boom", scan.failure(), mark);
        }
    }

    /** A benchmark may print what looks like an error. */
    @Test
    void withAResultNothingFailed() {
        JmhOutputScan scan = scan("Error: cache is cold\nIteration   1: 9.7 ns/op");
        assertTrue(scan.failed());
        assertTrue(JarFork.succeeded(0, scan, () -> true));
        assertFalse(JarFork.succeeded(0, scan, () -> false));
        assertFalse(JarFork.succeeded(1, scan, () -> true));
        assertTrue(JarFork.succeeded(0, scan("Iteration   1: 9.7 ns/op"), () -> false), "its result is judged later");
    }

    /** A program that only prints the words of a signal ended by itself. */
    @Test
    void aSignalEndsJmhOrItsFork() {
        String ofFork = "<forked VM failed with exit code 137>";
        assertEquals(
                JarFork.End.failed(RunStatus.CRASHED, RunFailure.of("ended by signal 9; last line: working", true)),
                JarFork.failed(137, scan("starting\nworking")));
        assertEquals(
                JarFork.End.failed(RunStatus.CRASHED, RunFailure.of(ofFork, true)),
                JarFork.failed(1, scan("# Warmup Iteration   1: " + ofFork + "\n" + ofFork)));
        assertEquals(
                JarFork.End.failed(RunStatus.CRASHED, RunFailure.of("last line: signal 9, exit code 137", false)),
                JarFork.failed(1, scan("starting\nsignal 9, exit code 137")));
        assertEquals(
                JarFork.End.failed(RunStatus.CRASHED, RunFailure.of("<forked VM failed with exit code 1>", false)),
                JarFork.failed(1, scan("<forked VM failed with exit code 1>")));
    }

    /** JMH prints the output of the fork after its own line. What is not the refusal of a VM is no lack of pages. */
    @Test
    void aForkWithoutARefusalHasFailed() {
        String failed = "<forked VM failed with exit code 1>\n<stderr last='20 lines'>\n";
        assertFalse(scan(failed + "Error: could not open `nosuch'").refused());
        assertFalse(scan(failed + "working").refused());
        String end = "Error: Could not create the Java Virtual Machine.";
        assertTrue(scan(failed + end).refused(), "no log says why");
        assertTrue(scan(failed + "[0.005s][error][gc] Failed to map\n" + end).refused());
        assertTrue(scan(failed + "Error occurred during initialization of VM").refused());
    }

    @Test
    void theReasonOfARefusalIsItsFailure() {
        assertEquals(
                "Error occurred during initialization of VM: Multiple garbage collectors selected",
                scan("Error occurred during initialization of VM\nMultiple garbage collectors selected\n"
                                + "<forked VM failed with exit code 1>")
                        .failure());
        assertEquals(
                "Error: Could not create the Java Virtual Machine: MinHeapFreeRatio (50) must be less",
                scan("MinHeapFreeRatio (50) must be less\nError: Could not create the Java Virtual Machine.")
                        .failure());
    }

    @Test
    void withoutTheMarkTheExceptionAtTheEndIsTheFailure() {
        assertEquals(
                "Caused by: java.lang.ClassNotFoundException: x",
                scan("java.lang.Error: a\n\tat A.a(A.java:1)\nCaused by: java.lang.ClassNotFoundException: x\n"
                                + "\tat B.b(B.java:2)\n")
                        .failure());
        assertEquals("last line: done", scan("starting\ndone").failure());
    }
}
