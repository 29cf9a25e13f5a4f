package io.github.hpjvm.console.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFolderTest {
    private static final int NOBODY = 65534;

    @TempDir
    private Path here;

    @BeforeEach
    void rootOnly() {
        assumeTrue(ThisProcess.isRoot(), "only root is kept from other people's folders");
    }

    @Test
    void createsAndAcceptsAFolderOfRoot() {
        Path folder = here.resolve("a/b c");
        assertEquals(folder, OutputFolder.prepare(folder));
        assertEquals(folder, OutputFolder.prepare(folder));
        assertTrue(Files.isDirectory(folder));
    }

    @Test
    void refusesAFolderThatOthersMayWrite() throws IOException {
        Path folder = Files.createDirectory(here.resolve("open"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertRefused(folder, "others may write into it");
        assertRefused(folder.resolve("below"), "others may write into it");
    }

    @Test
    void refusesAFolderOfAnotherUser() throws IOException {
        Path folder = Files.createDirectory(here.resolve("theirs"));
        Files.setAttribute(folder, "unix:uid", NOBODY);
        assertRefused(folder, "user id 65534");
    }

    @Test
    void refusesALinkOfAnotherUser() throws IOException {
        Path shared = Files.createDirectory(here.resolve("shared"));
        Path link = Files.createSymbolicLink(shared.resolve("forks"), here);
        Files.setAttribute(link, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        assertRefused(link, "user id 65534");
    }

    private static void assertRefused(Path folder, String why) {
        BenchException refused = assertThrows(BenchException.class, () -> OutputFolder.prepare(folder));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
    }
}
