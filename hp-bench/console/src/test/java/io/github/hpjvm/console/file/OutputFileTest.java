package io.github.hpjvm.console.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class OutputFileTest {
    private static final int NOBODY = 65534;

    @TempDir
    private Path here;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(here)) {
            return files.map(it -> it.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void writesAndReplacesFileAndLeavesNothingElse() throws IOException {
        Path file = here.resolve("facts.json");
        OutputFile.write(file, "old");
        assertEquals("old", Files.readString(file));
        OutputFile.write(file, "new \u00fc");
        assertEquals("new \u00fc", Files.readString(file));
        assertEquals(List.of("facts.json"), names());
    }

    /** The name of the second is a folder, so that it cannot be written. */
    @Test
    void severalFilesAreWrittenOrNone() throws IOException {
        Path first = Files.writeString(here.resolve("a"), "old");
        Path second = Files.createDirectory(here.resolve("b"));
        Map<Path, String> texts = new TreeMap<>(Map.of(first, "new", second, "new"));
        assertThrows(BenchException.class, () -> OutputFile.writeAll(texts));
        assertEquals("old", Files.readString(first));
        assertEquals(List.of("a", "b"), names());
        Files.delete(second);
        Files.setPosixFilePermissions(first, PosixFilePermissions.fromString("rw-------"));
        OutputFile.writeAll(texts);
        assertEquals("new", Files.readString(first));
        assertEquals("new", Files.readString(second));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(first)));
        assertEquals(List.of("a", "b"), names());
    }

    @Test
    void publishesForAllReadersAndLeavesNothingElse() throws IOException {
        Path file = Files.writeString(here.resolve("hpjvm.prom"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        OutputFile.publish(file, "new");
        assertEquals("new", Files.readString(file));
        assertEquals("rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(List.of("hpjvm.prom"), names());
    }

    @Test
    void aFileThatCannotBePublishedKeepsItsContent() throws IOException {
        Path folder = Files.createDirectory(here.resolve("hpjvm.prom"));
        assertThrows(BenchException.class, () -> OutputFile.publish(folder, "new"));
        assertThrows(
                BenchException.class,
                () -> OutputFile.publish(here.resolve("none").resolve("hpjvm.prom"), "new"));
        assertEquals(List.of("hpjvm.prom"), names());
    }

    @Test
    void keepsPermissionsOfReplacedFile() throws IOException {
        Path file = Files.writeString(here.resolve("secret.json"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        OutputFile.write(file, "new");
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void replacesLinkAndLeavesItsTarget() throws IOException {
        Path target = Files.writeString(here.resolve("target"), "old");
        Path symbolic = Files.createSymbolicLink(here.resolve("symbolic"), target);
        Path dangling = Files.createSymbolicLink(here.resolve("dangling"), here.resolve("none"));
        Path hard = Files.createLink(here.resolve("hard"), target);
        for (Path link : List.of(symbolic, dangling, hard)) {
            OutputFile.write(link, "new");
            assertTrue(Files.isRegularFile(link, LinkOption.NOFOLLOW_LINKS), link.toString());
            assertEquals("new", Files.readString(link));
            assertEquals("old", Files.readString(target));
        }
        assertFalse(Files.exists(here.resolve("none")));
    }

    @Test
    void rejectsFolderInOneLine() throws IOException {
        Path folder = Files.createDirectory(here.resolve("folder"));
        BenchException refused = assertThrows(BenchException.class, () -> OutputFile.write(folder, "x"));
        assertEquals("cannot write " + folder + ": a file of another type exists there", refused.getMessage());
        assertEquals(List.of("folder"), names());
    }

    @Test
    void keepsOldFileOnAFullDisk() throws IOException, InterruptedException {
        assumeTrue(ThisProcess.isRoot(), "only root can mount a small file system");
        Path small = Files.createDirectory(here.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64k,mode=755", "none", small.toString()) == 0,
                "a file system can be mounted");
        try {
            Path file = small.resolve("facts.json");
            OutputFile.write(file, "old");
            BenchException full = assertThrows(BenchException.class, () -> OutputFile.write(file, "x".repeat(1 << 20)));
            assertEquals("cannot write " + file + ": No space left on device", full.getMessage());
            assertEquals("old", Files.readString(file));
            try (Stream<Path> files = Files.list(small)) {
                assertEquals(List.of(file), files.toList());
            }
        } finally {
            run("umount", small.toString());
        }
    }

    @Test
    void writesDeviceInPlace() throws IOException {
        OutputFile.write(Path.of("/dev/null"), "x");
        OutputFile.requireAbsent(Path.of("/dev/null"));
        assertFalse(Files.isRegularFile(Path.of("/dev/null")));
        BenchException full = assertThrows(BenchException.class, () -> OutputFile.write(Path.of("/dev/full"), "x"));
        assertEquals("cannot write /dev/full: No space left on device", full.getMessage());
    }

    @Test
    void writesFifoInPlace() throws IOException, InterruptedException {
        Path fifo = here.resolve("fifo");
        assertEquals(0, run("mkfifo", fifo.toString()));
        Process reader = new ProcessBuilder("cat", fifo.toString()).start();
        OutputFile.write(fifo, "through");
        assertEquals("through", new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        OutputFile.requireAbsent(fifo);
    }

    @Test
    void findsFileAndDanglingLinkInTheWay() throws IOException {
        Path file = Files.writeString(here.resolve("file"), "x");
        Path dangling = Files.createSymbolicLink(here.resolve("dangling"), here.resolve("none"));
        for (Path there : List.of(file, dangling)) {
            assertThrows(UsageException.class, () -> OutputFile.requireAbsent(there));
        }
        OutputFile.requireAbsent(here.resolve("none"));
    }

    @Test
    void rootDoesNotWriteIntoFolderOfAnotherUser() throws IOException {
        Path folder = Files.createDirectory(here.resolve("theirs"));
        Path victim = Files.writeString(here.resolve("victim"), "old");
        Path link = Files.createSymbolicLink(folder.resolve("facts.json"), victim);
        chown(folder);
        assertRefused(link, "user id 65534");
        assertRefused(folder.resolve("new.json"), "user id 65534");
        assertRefused(Files.createDirectory(folder.resolve("of root")).resolve("new.json"), "user id 65534");
        assertEquals("old", Files.readString(victim));
    }

    @Test
    void rootWritesIntoStickyFolderButNotOverFileOfAnotherUser() throws IOException {
        Path folder = Files.createDirectory(here.resolve("shared"));
        Files.setAttribute(folder, "unix:mode", 01777);
        Path victim = Files.writeString(here.resolve("victim"), "old");
        OutputFile.write(folder.resolve("facts.json"), "new");
        Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
        chown(link);
        assertRefused(link, "user id 65534");
        assertEquals("old", Files.readString(victim));
    }

    @Test
    void rootDoesNotFollowLinkThatAnotherUserCanReplace() throws IOException {
        Path theirs = Files.createDirectory(here.resolve("theirs"));
        Path ours = Files.createDirectories(here.resolve("ours/below"));
        Files.createSymbolicLink(theirs.resolve("link"), ours.getParent());
        chown(theirs);
        assertRefused(theirs.resolve("link/below/facts.json"), "user id 65534");
        Path ourLink = Files.createSymbolicLink(here.resolve("our link"), theirs);
        assertRefused(ourLink.resolve("facts.json"), "user id 65534");
        assertRefused(here.resolve("ours/../our link/link/below/facts.json"), "user id 65534");
    }

    private static void chown(Path file) throws IOException {
        assumeTrue(ThisProcess.isRoot(), "only root is kept from other users' folders");
        Files.setAttribute(file, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
    }

    private static void assertRefused(Path file, String why) {
        BenchException refused = assertThrows(BenchException.class, () -> OutputFile.write(file, "new"));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** The shell's {@code 3>>log}. */
    @Test
    void appendsToAnOpenDescriptor() throws IOException {
        Path log = Files.writeString(here.resolve("log"), "a");
        Path real = log.toRealPath();
        try (FileOutputStream open = new FileOutputStream(log.toFile(), true);
                Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            String number = descriptors
                    .filter(it -> {
                        try {
                            return Files.readSymbolicLink(it).equals(real);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .findFirst()
                    .orElseThrow()
                    .getFileName()
                    .toString();
            assertTrue(open.getFD().valid());
            OutputFile.write(Path.of("/dev/fd/" + number), "b");
        }
        assertEquals("ab", Files.readString(log));
    }

    /** A campaign takes hours, and its exports are written at its end. */
    @Test
    void aPlaceThatCannotBeWrittenIsFoundBefore() throws IOException {
        Path deep = here.resolve("a/b/c.xml");
        OutputFile.requireWritable(deep);
        Path file = Files.writeString(here.resolve("file.xml"), "old");
        OutputFile.requireWritable(file);
        OutputFile.requireWritable(Path.of("/dev/stdout"));
        assertEquals("old", Files.readString(file));
        try (var entries = Files.list(here)) {
            assertEquals(List.of(file), entries.toList(), "nothing remains");
        }
        assertThrows(UsageException.class, () -> OutputFile.requireWritable(here));
        assertThrows(BenchException.class, () -> OutputFile.requireWritable(file.resolve("below/a/file.xml")));
        assertThrows(BenchException.class, () -> OutputFile.requireWritable(Path.of("/proc/x.md")));
    }
}
