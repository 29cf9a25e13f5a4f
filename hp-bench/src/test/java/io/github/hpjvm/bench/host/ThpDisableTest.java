package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ThpDisableTest {

    @Test
    void appliesToChildrenWhileItIsSet() throws Exception {
        Needs.that(
                Files.readString(Path.of("/proc/self/status")).contains("THP_enabled:"),
                "a kernel that shows THP_enabled in /proc/<pid>/status");
        Needs.that(!ThpDisable.isSet(), "a process that may use transparent huge pages");

        assertEquals("THP_enabled:\t1", child());
        try (ThpDisable disabled = ThpDisable.set()) {
            assertTrue(ThpDisable.isSet());
            assertEquals("THP_enabled:\t0", child());
            try (ThpDisable nested = ThpDisable.set()) {
                assertNotSame(disabled, nested);
            }
            assertTrue(ThpDisable.isSet());
        }
        assertFalse(ThpDisable.isSet());
        assertEquals("THP_enabled:\t1", child());
    }

    /** The flag of a process that Java starts, through jspawnhelper. */
    private static String child() throws IOException {
        Process grep = new ProcessBuilder("grep", "THP_enabled", "/proc/self/status").start();
        try (BufferedReader out = grep.inputReader()) {
            return out.readLine();
        }
    }
}
