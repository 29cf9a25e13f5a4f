package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlbCommandTest {
    @TempDir
    private Path folder;

    private static void assertUsage(String expected, String... arguments) {
        Called called = Called.with(arguments);
        assertEquals(2, called.exitCode(), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains(expected), called.err());
        assertEquals("", called.out());
    }

    @Test
    void needsOneTarget() {
        assertUsage("no target given: add --pid N", "tlb");
        assertUsage("give a PID or --all, not both", "tlb", "1", "--all");
        assertUsage("give the process ID once", "tlb", "1", "--pid", "2");
        assertUsage("a process ID is a number above 0", "tlb", "--pid", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.05", "-1", "x", "9999999", "1.0001", "8000h"})
    void rejectsOtherTimes(String time) {
        assertUsage("--for: ", "tlb", "--all", "--for=" + time);
        assertUsage("--interval: ", "tlb", "--all", "--interval=" + time);
    }

    @Test
    void rejectsAFileThatItDidNotWrite() throws IOException {
        assertUsage(
                "cannot read",
                "tlb",
                "--all",
                "--against",
                folder.resolve("none").toString());
        Path file = Files.writeString(folder.resolve("a.json"), "{}");
        assertUsage("was not written by hp-cli tlb", "tlb", "--all", "--against", file.toString());
    }

    @Test
    void namesAMissingProcess() {
        Called called = Called.with("tlb", "--pid", "4194999");
        assertEquals(1, called.exitCode());
        assertEquals("hp-cli tlb: no process 4194999; hp-cli jvms lists the JVMs of this host\n", called.err());
    }
}
