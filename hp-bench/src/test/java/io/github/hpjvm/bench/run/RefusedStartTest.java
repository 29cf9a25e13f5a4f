package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedStartTest {
    private static final String LAUNCHER = "Error: Could not create the Java Virtual Machine.";
    private static final String LAUNCHER_END = "Error: A fatal exception has occurred. Program will exit.";

    private static Optional<String> reason(String... lines) {
        RefusedStart start = new RefusedStart();
        Stream.of(lines).forEach(start::accept);
        return start.reason();
    }

    /** Printed by 8u504, 17.0.21 and 25.0.5. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Multiple garbage collectors selected",
                "Garbage collector not selected (default collector explicitly disabled)",
                "Initial heap size set to a larger value than the maximum heap size",
                "Invalid young gen ratio specified",
                "agent library failed to init: instrument",
                "Could not find agent library nope on the library path, with error: libnope.so: cannot open shared object file"
            })
    void theVmPrintsTheReasonAfterItsFirstLine(String line) {
        String why = reason("Picked up JAVA_TOOL_OPTIONS: -Da=b", "Error occurred during initialization of VM", line)
                .orElseThrow();
        assertEquals("Error occurred during initialization of VM: " + line, why);
        assertTrue(RefusedStart.isByFlags("exit code 1: " + why));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Conflicting collector combinations in option list; please refer to the release notes for the combinations allowed",
                "MinHeapFreeRatio (50) must be less than or equal to MaxHeapFreeRatio (10)",
                "Invalid ReservedCodeCacheSize=4096M. Must be at most 2048M.",
                "The Java thread stack size specified is too small. Specify at least 136k",
                "Could not open settings file /nope"
            })
    void theLauncherPrintsItsLineAfterTheReason(String line) {
        String why = reason("", line, LAUNCHER, LAUNCHER_END).orElseThrow();
        assertEquals("Error: Could not create the Java Virtual Machine: " + line, why);
        assertTrue(RefusedStart.isByFlags("exit code 1: " + why));
    }

    /** Refusals of ZGC, and of a JVM without memory. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0.005s][error][gc] Failed to allocate initial Java heap (512M)|Error: Could not create",
                "Error occurred during initialization of VM|java.lang.OutOfMemoryError: Java heap too small",
                "Error occurred during initialization of VM|Could not reserve enough space for 2097152KB object heap",
                "[0.005s][error][gc] -XX:+UseTransparentHugePages on a tmpfs filesystem not supported by kernel|Error: Could not create"
            })
    void aLackOfPagesIsNoWrongFlag(String one, String other) {
        String why =
                reason(one, other.replace("Error: Could not create", LAUNCHER)).orElseThrow();
        assertFalse(RefusedStart.isByFlags("exit code 1: " + why), why);
    }

    @Test
    void theLogOfZgcIsTheReasonAlsoBeforeOtherLines() {
        String why = reason(
                        "[0.005s][error][gc] Failed to allocate initial Java heap (512M)", "shutting down", LAUNCHER)
                .orElseThrow();
        assertFalse(RefusedStart.isByFlags(why), why);
        assertTrue(why.endsWith("(512M)"), why);
    }

    @Test
    void withoutAReasonNothingIsKnown() {
        assertEquals(Optional.empty(), reason("working", "Failed to map", "exit"));
        assertEquals(Optional.empty(), reason("Error occurred during initialization of VM"));
        assertEquals(Optional.empty(), reason(LAUNCHER, LAUNCHER_END));
        assertEquals(Optional.empty(), reason("<stderr last='20 lines'>", LAUNCHER, LAUNCHER_END));
        assertFalse(RefusedStart.isByFlags("exit code 1: Error occurred during initialization of VM"));
        assertFalse(RefusedStart.isByFlags("exit code 1: " + LAUNCHER));
        assertFalse(RefusedStart.isByFlags("<forked VM failed with exit code 1>"));
    }
}
