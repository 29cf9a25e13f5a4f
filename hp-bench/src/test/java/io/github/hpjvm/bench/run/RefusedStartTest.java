package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
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

    /** The launcher cannot open an argument file, or finds no VM: no page is lacking. */
    @Test
    void anErrorOfTheLauncherIsOfFlags() {
        assertTrue(RefusedStart.isByFlags("Error: could not open `nosuch'"));
        assertTrue(RefusedStart.isByFlags("Error: missing `nosuch' JVM at `/opt/jdk/lib/nosuch/libjvm.so'."));
        assertFalse(RefusedStart.isByFlags("Error: Cannot allocate memory"));
        assertFalse(RefusedStart.isByFlags(LAUNCHER), "it does not say why");
        assertFalse(RefusedStart.isByFlags(LAUNCHER_END));
    }

    /** Refusals of ZGC, and of a JVM without memory. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[0.005s][error][gc] Failed to allocate initial Java heap (512M)|Error: Could not create",
                "Error occurred during initialization of VM|java.lang.OutOfMemoryError: Java heap too small",
                "Error occurred during initialization of VM|Could not reserve enough space for 2097152KB object heap",
                "[0.005s][error][gc] -XX:+UseTransparentHugePages on a tmpfs filesystem not supported by kernel|Error: Could not create",
                "[0.004s][error][gc,init] Failed to find an accessible hugetlbfs filesystem|Error: Could not create",
                "[0.004s][error][gc] More than one tmpfs filesystem found:|Error: Could not create"
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

    /** The missing mount has lines behind it that name a flag: those of 11, of 17, and of 25. */
    @Test
    void aMissingMountIsNoWrongFlag() {
        for (String flag : List.of("ZPath", "AllocateHeapAt")) {
            String mount = "[0.004s][error][gc] Failed to find an accessible hugetlbfs filesystem";
            String use = "[0.004s][error][gc] Use -XX:" + flag + " to specify the path to a hugetlbfs filesystem";
            String why = reason(mount, use, LAUNCHER, LAUNCHER_END).orElseThrow();
            assertTrue(why.endsWith(": " + mount), why);
            assertFalse(RefusedStart.isByFlags(why), why);
            String ofVm = reason(
                            mount,
                            use,
                            "Error occurred during initialization of VM",
                            "Failed to create heap backing file",
                            LAUNCHER)
                    .orElseThrow();
            assertFalse(RefusedStart.isByFlags(ofVm), ofVm);
        }
    }

    /** Two threads read stdout and stderr: the log and the lines of the VM are on stdout, those of the launcher on stderr. */
    @Test
    void theOrderOfStdoutAndStderrDoesNotMatter() {
        String note = "NOTE: Picked up JDK_JAVA_OPTIONS: ***";
        String warning = "OpenJDK 64-Bit Server VM warning: Option UseFoo was deprecated";
        List<String> err = List.of(note, warning, LAUNCHER, LAUNCHER_END);
        for (List<String> out : List.of(
                List.of(
                        "[0.003s][info   ][gc] Using ZGC",
                        "[0.005s][error][gc] Failed to allocate initial Java heap (512M)"),
                List.of("Error occurred during initialization of VM", "Failed to allocate initial heap."))) {
            for (List<String> lines : mixed(out, err)) {
                String why = reason(lines.toArray(String[]::new)).orElseThrow();
                assertTrue(why.endsWith(": " + out.get(1)), () -> lines + " gives " + why);
                assertFalse(RefusedStart.isByFlags(why), () -> lines + " gives " + why);
            }
        }
        List<String> flags = List.of(note, warning, "MinHeapFreeRatio (50) must be less", LAUNCHER, LAUNCHER_END);
        for (List<String> lines : mixed(List.of("[0.001s][info][gc] Using G1"), flags)) {
            String why = reason(lines.toArray(String[]::new)).orElseThrow();
            assertTrue(why.endsWith(": MinHeapFreeRatio (50) must be less"), () -> lines + " gives " + why);
            assertTrue(RefusedStart.isByFlags(why), () -> lines + " gives " + why);
        }
    }

    /** All orders of the lines of two streams, each of which keeps its own. */
    private static List<List<String>> mixed(List<String> one, List<String> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return List.of(one.isEmpty() ? other : one);
        }
        List<List<String>> all = new ArrayList<>();
        for (boolean first : new boolean[] {true, false}) {
            List<String> from = first ? one : other;
            List<String> rest = from.subList(1, from.size());
            for (List<String> tail : first ? mixed(rest, other) : mixed(one, rest)) {
                List<String> lines = new ArrayList<>(List.of(from.get(0)));
                lines.addAll(tail);
                all.add(lines);
            }
        }
        return all;
    }

    /** Printed by a script before it starts java, and by its program. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Java heap: 4g",
                "Failed to allocate a port, using large pages",
                "[error] Failed to map config",
                "2026-11-30 [error] cannot allocate"
            })
    void aLineThatIsNotOfHotSpotHidesNoRefusal(String line) {
        String flags = "MinHeapFreeRatio (50) must be less than or equal to MaxHeapFreeRatio (10)";
        String why = reason(line, flags, LAUNCHER, LAUNCHER_END).orElseThrow();
        assertTrue(why.endsWith(": " + flags), why);
        assertTrue(RefusedStart.isByFlags(why), why);
        String ofVm = reason(line, "Error occurred during initialization of VM", "Multiple garbage collectors selected")
                .orElseThrow();
        assertTrue(RefusedStart.isByFlags(ofVm), ofVm);
    }

    /** A flag of CMS in 11: its message names the heap. */
    @Test
    void aFlagThatIsComparedWithTheHeapIsAFlag() {
        String flags =
                "CMSRescanMultiple (9) must be less than or equal to ergonomic maximum (8) which is based on the maximum"
                        + " size of the old generation of the Java heap";
        assertTrue(RefusedStart.isByFlags(reason(flags, LAUNCHER).orElseThrow()));
    }

    @Test
    void withoutAReasonNothingIsKnown() {
        assertEquals(Optional.empty(), reason("working", "Failed to map", "exit"));
        assertEquals(Optional.empty(), reason("Error occurred during initialization of VM"));
        assertEquals(Optional.empty(), reason(LAUNCHER, LAUNCHER_END));
        assertEquals(Optional.empty(), reason("Error occurred during initialization of VM", LAUNCHER, LAUNCHER_END));
        assertEquals(Optional.empty(), reason("Picked up JAVA_TOOL_OPTIONS: ***", LAUNCHER, LAUNCHER_END));
        assertEquals(Optional.empty(), reason("<stderr last='20 lines'>", LAUNCHER, LAUNCHER_END));
        assertFalse(RefusedStart.isByFlags("exit code 1: Error occurred during initialization of VM"));
        assertFalse(RefusedStart.isByFlags("exit code 1: " + LAUNCHER));
        assertFalse(RefusedStart.isByFlags("<forked VM failed with exit code 1>"));
    }
}
