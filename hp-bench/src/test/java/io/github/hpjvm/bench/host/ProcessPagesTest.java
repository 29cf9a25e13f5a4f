package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessPagesTest {
    private static final long BLOCK = 2 << 20;

    @TempDir
    private Path parent;

    private static ProcessPages pages() throws IOException {
        return new ProcessPages(
                BootId.ofThisHost(),
                ProcessPages.Target.own(),
                new ProcessPages.Target(1, 0),
                BLOCK,
                List.of(new AddressRange(0x7f0000000000L, 0x7f0000800000L), new AddressRange(BLOCK, 4 * BLOCK)),
                List.of(new AddressRange(BLOCK, 2 * BLOCK)));
    }

    @Test
    void aTextIsParsedToTheSame() throws IOException {
        assertEquals(pages(), ProcessPages.parse(pages().text()));
    }

    /** Each prefix, and each text with another character, is refused. */
    @Test
    void aDamagedTextIsRefused() throws IOException {
        byte[] text = pages().text();
        for (int i = 0; i < text.length; i++) {
            byte[] shorter = Arrays.copyOf(text, i);
            assertThrows(IllegalArgumentException.class, () -> ProcessPages.parse(shorter), "length " + i);
            byte[] other = text.clone();
            other[i] ^= 1;
            assertThrows(
                    IllegalArgumentException.class,
                    () -> ProcessPages.parse(other),
                    new String(other, StandardCharsets.UTF_8));
        }
    }

    @Test
    void theFileIsCreatedOnceAndDeletedWithItsFolder() throws IOException {
        Path folder = parent.resolve("hp-jvm");
        ProcessPagesFile file = ProcessPagesFile.in(folder, ProcessPagesFile.Kind.TRIAL, 42);
        assertEquals(Optional.empty(), file.read());
        file.create(pages());
        assertEquals(Optional.of(pages()), file.read());
        assertEquals(
                1, ProcessPagesFile.all(folder, ProcessPagesFile.Kind.TRIAL).size());
        assertEquals(
                0, ProcessPagesFile.all(folder, ProcessPagesFile.Kind.COLLAPSE).size());
        assertThrows(FileAlreadyExistsException.class, () -> file.create(pages()));
        file.delete();
        assertFalse(Files.exists(folder));
    }

    @Test
    void aFileThatOthersMayWriteIsRefused() throws IOException {
        ProcessPagesFile file = ProcessPagesFile.in(parent.resolve("hp-jvm"), ProcessPagesFile.Kind.TRIAL, 42);
        file.create(pages());
        Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-rw-rw-"));
        assertTrue(assertThrows(IOException.class, file::read).getMessage().contains("other users may write it"));
        Files.delete(file.path());
        Files.createSymbolicLink(file.path(), Path.of("/dev/zero"));
        assertTrue(assertThrows(IOException.class, file::read).getMessage().contains("it is a symbolic link"));
    }

    @Test
    void aProcessIsKnownAgainByItsStart() throws IOException {
        ProcessPages.Target own = ProcessPages.Target.own();
        assertTrue(own.isAlive());
        assertFalse(new ProcessPages.Target(own.pid(), own.startTicks() + 1).isAlive());
        assertTrue(pages().isPending());
        assertFalse(pages().isOwned());
    }
}
