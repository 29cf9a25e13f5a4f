package io.github.hpjvm.bench.host;

import static io.github.hpjvm.bench.host.FakeHost.POOL;
import static io.github.hpjvm.bench.host.FakeHost.THP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An undo file with a valid checksum that hp-bench did not write. */
class ForgedUndoTest {
    private static final Path CORE = Path.of("/proc/sys/kernel/core_pattern");

    @TempDir
    Path folder;

    private FakeHost host;

    @BeforeEach
    void makeHost() throws IOException {
        host = FakeHost.in(folder.resolve("host"));
        Files.createDirectory(
                folder.resolve("undo"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @ParameterizedTest
    @CsvSource({"11111111-2222-4333-8444-555555555555", "another-boot"})
    void refusesAFileThatHpBenchDoesNotChange(String boot) throws IOException {
        host.set(CORE, "core");

        Restored restored = restore(OldUndo.text(boot, CORE, "|/tmp/evil", "core", "core", "core"));

        assertInstanceOf(Restored.Refused.class, restored);
        assertEquals(CORE + ": not restored: hp-bench does not change this file", restored.line());
        assertEquals("core", host.files().value(CORE));
    }

    @ParameterizedTest
    @CsvSource({"99999, 0, 99999", "99999, 0, 0", "5000, 0, 5000", "5000, 0, 0"})
    void neverGrowsAPoolWithoutAReadBack(String found, String before, String wanted) throws IOException {
        Restored restored = restore(OldUndo.text(FakeHost.BOOT, POOL, found, before, wanted, "-"));

        assertFalse(restored.isRestored(), restored.line());
        assertEquals("0", host.files().value(POOL));
    }

    @ParameterizedTest
    @CsvSource({"8193", "99999", "-1", "0x10", "1e3", "00", "9999999999999999999999", "'5 5'"})
    void refusesAPoolLargerThanMemory(String found) throws IOException {
        Restored restored = restore(OldUndo.text(FakeHost.BOOT, POOL, found, "0", "0", "0"));

        assertInstanceOf(Restored.Refused.class, restored);
        assertEquals("0", host.files().value(POOL));
    }

    @Test
    void acceptsAPoolSmallerThanMemory() throws IOException {
        Restored restored = restore(OldUndo.text(FakeHost.BOOT, POOL, "8192", "0", "0", "0"));

        assertInstanceOf(Restored.Written.class, restored, restored.line());
        assertEquals("8192", host.files().value(POOL));
    }

    @Test
    void refusesAValueThatTheFileDoesNotList() throws IOException {
        Restored restored = restore(OldUndo.text(FakeHost.BOOT, THP, "inherit", "never", "never", "never"));

        assertInstanceOf(Restored.Refused.class, restored);
        assertTrue(restored.line().endsWith("the file accepts always, madvise, never, not inherit"), restored.line());
    }

    @Test
    void keepsAValueThatNoWriteSet() throws IOException {
        Restored restored = restore(OldUndo.text(FakeHost.BOOT, THP, "always", "never", "madvise", "-"));

        assertInstanceOf(Restored.Foreign.class, restored);
        assertEquals("never", host.files().value(THP));
    }

    @Test
    void restoresAValueOfVersionOne() throws IOException {
        Restored restored = restore(OldUndo.text(FakeHost.BOOT, THP, "always", "madvise", "never", "never"));

        assertInstanceOf(Restored.Written.class, restored, restored.line());
        assertEquals("always", host.files().value(THP));
    }

    private Restored restore(byte[] text) throws IOException {
        UndoFile file = new UndoFile(folder.resolve("undo"));
        Files.createFile(
                file.path(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file.path(), text);
        RestoreReport report = new Provisioner(file, host.files(), () -> FakeHost.BOOT).restore();
        assertEquals(1, report.entries().size());
        return report.entries().get(0);
    }
}
