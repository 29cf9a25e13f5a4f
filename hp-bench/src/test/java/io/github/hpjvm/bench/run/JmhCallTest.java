package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmhCallTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"1, NOT_STARTED", "134, CRASHED", "137, CRASHED", "139, CRASHED"})
    void aForkEndedByASignalBeforeItsFirstOutputHasCrashed(int exitCode, RunStatus status) {
        String output = "...\n<forked VM failed with exit code " + exitCode + ">\n<stdout last='20 lines'>\n";
        assertEquals(status, JmhCall.died(folder.resolve("none.copy"), output));
        RunFailure failure = JmhCall.failed(status, new IllegalStateException("x"), output);
        assertEquals("<forked VM failed with exit code " + exitCode + ">", failure.why());
        assertEquals(exitCode == 1 ? RunFailure.Cause.PROGRAM : RunFailure.Cause.OUTSIDE, failure.cause());
    }

    /** JMH prints what the fork printed behind its exit code. */
    @Test
    void theReasonOfARefusalIsItsFailure() {
        Exception generic = new IllegalStateException("x");
        String before = "<forked VM failed with exit code 1>\n<stdout last='20 lines'>\n";
        assertEquals(
                "Error occurred during initialization of VM: Multiple garbage collectors selected",
                JmhCall.failure(
                        RunStatus.NOT_STARTED,
                        generic,
                        before
                                + "Error occurred during initialization of VM\nMultiple garbage collectors selected\n</stdout>\n"));
        assertEquals(
                "Unrecognized VM option 'UseFoo'",
                JmhCall.failure(
                        RunStatus.NOT_STARTED,
                        generic,
                        before + "</stdout>\nUnrecognized VM option 'UseFoo'\nError: Could not create the Java"
                                + " Virtual Machine.\n"));
    }

    @Test
    void aForkThatLeftACopyWasStarted() throws IOException {
        Path copy = Files.writeString(folder.resolve("a.copy"), "==== ready arguments\n");
        assertEquals(RunStatus.CRASHED, JmhCall.died(copy, "<forked VM failed with exit code 1>"));
    }

    @Test
    void theExceptionOfTheBenchmarkIsTheReason() {
        String output = "<failure>\n\njava.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(B.java:1)\n";
        Exception generic = new IllegalStateException("Benchmark error during the run");
        assertEquals(
                "java.lang.OutOfMemoryError: Java heap space", JmhCall.failure(RunStatus.CRASHED, generic, output));
        assertEquals("Benchmark error during the run", JmhCall.failure(RunStatus.CRASHED, generic, ""));
    }
}
