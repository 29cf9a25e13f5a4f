package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BoundedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class NamedFileTest {
    @TempDir
    private Path folder;

    private static void assertRefused(Path file, Reason reason, String why) {
        Fact.Absent<byte[]> absent = (Fact.Absent<byte[]>) NamedFile.read(file, Bytes.ofKiB(4));
        assertEquals(reason, absent.reason(), absent.toString());
        assertEquals(file.toString(), absent.source().path());
        assertTrue(absent.source().excerpt().contains(why), absent.toString());
        assertFalse(absent.grant().isEmpty(), absent.toString());
    }

    private Path fifo() throws IOException, InterruptedException {
        Path fifo = folder.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        return fifo;
    }

    @Test
    void readsRegularFileThroughLink() throws IOException {
        byte[] bytes = "text".getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("file"), bytes);
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertArrayEquals(bytes, NamedFile.read(file).known().orElseThrow());
        assertArrayEquals(bytes, NamedFile.read(link).known().orElseThrow());
    }

    /** Another user exchanges the log that root counts: a link to a device must not be followed, since to open it may have an effect. */
    @Test
    void aFileThatIsExchangedAfterTheCheckIsNotRead() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Path other = Files.writeString(folder.resolve("other"), "other");
        BoundedFile.Regular checked = BoundedFile.check(link);
        Files.delete(link);
        Files.createSymbolicLink(link, other);
        try (FileChannel channel = checked.open()) {
            ByteBuffer bytes = ByteBuffer.allocate(10);
            channel.read(bytes);
            assertEquals("text", new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
        }
        Files.delete(file);
        Files.createSymbolicLink(file, other);
        assertThrows(IOException.class, checked::open, "a link");
        Files.delete(file);
        Files.move(other, file);
        assertTrue(assertThrows(IOException.class, checked::open)
                .getMessage()
                .endsWith("it was replaced while it was read"));
    }

    /** The link of procfs to the root of a process has a text that names another file, or none, of this host. */
    @Test
    void aFileOfAnotherMountNamespaceIsNotOneOfThisHost() throws IOException, InterruptedException {
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.writeString(own.resolve("both"), "host");
        Process other = new ProcessBuilder(
                        "unshare",
                        "-m",
                        "sh",
                        "-c",
                        "mount -t tmpfs none \"$1\" && echo container >\"$1/both\" && echo container >\"$1/inner\""
                                + " && echo mounted && exec sleep 60",
                        "sh",
                        own.toString())
                .start();
        try {
            assumeTrue("mounted".equals(other.inputReader().readLine()), "needs root and unshare");
            for (String root : List.of("root", "cwd/../../../../../../..")) {
                Path there = Path.of("/proc/" + other.pid() + "/" + root + own);
                assertRefused(there.resolve("both"), Reason.MALFORMED, "mount namespace of another process");
                assertRefused(there.resolve("inner"), Reason.MALFORMED, "mount namespace of another process");
            }
            assertRefused(own.resolve("inner"), Reason.NOT_PRESENT, "no such file");
            Path self = Path.of("/proc/self/root" + own.resolve("both"));
            assertEquals("host", new String(NamedFile.read(self).known().orElseThrow(), StandardCharsets.UTF_8));
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void readsEmptyFile() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[0]);
        assertEquals(0, NamedFile.read(file).known().orElseThrow().length);
    }

    @Test
    void readsFileOfTheLimitAndNotLonger() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[4096]);
        assertEquals(4096, NamedFile.read(file, Bytes.ofKiB(4)).known().orElseThrow().length);
        Files.write(file, new byte[4097]);
        assertRefused(file, Reason.MALFORMED, "larger than 4 KiB");
    }

    @Test
    void rejectsSparseFileOfTerabyte() throws IOException {
        Path file = folder.resolve("sparse");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        assertRefused(file, Reason.MALFORMED, "larger than 4 KiB");
    }

    @Test
    void rejectsFifo() throws IOException, InterruptedException {
        assertRefused(fifo(), Reason.MALFORMED, "FIFO");
    }

    @Test
    void rejectsFolder() {
        assertRefused(folder, Reason.MALFORMED, "folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/zero", "/dev/null", "/dev/random", "/dev/full"})
    void rejectsDevice(String device) throws IOException {
        assertRefused(Path.of(device), Reason.MALFORMED, "device");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of(device));
        assertRefused(link, Reason.MALFORMED, "device");
    }

    /** A read of the first one waits for the next message of the kernel, and takes it from the system's log. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/proc/kmsg",
                "/proc/self/mem",
                "/proc/self/environ",
                "/sys/kernel/mm/transparent_hugepage/enabled"
            })
    void rejectsFileOfTheKernel(String file) throws IOException {
        assumeTrue(Files.exists(Path.of(file)), file);
        assertRefused(Path.of(file), Reason.MALFORMED, "file of the kernel");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of(file));
        assertRefused(link, Reason.MALFORMED, "file of the kernel");
    }

    @Test
    void saysThatThereIsNoFile() throws IOException {
        assertRefused(folder.resolve("none"), Reason.NOT_PRESENT, "no such file");
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertRefused(file.resolve("below"), Reason.NOT_PRESENT, "no such file");
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("none"));
        assertRefused(dangling, Reason.NOT_PRESENT, "no such file");
    }

    @Test
    void rejectsLoopOfLinks() throws IOException {
        Path one = folder.resolve("one");
        Path two = Files.createSymbolicLink(folder.resolve("two"), one);
        Files.createSymbolicLink(one, two);
        assertRefused(one, Reason.MALFORMED, "loop");
    }

    @Test
    void rejectsCompressedFile() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write('{');
        }
        assertRefused(Files.write(folder.resolve("facts.json.gz"), packed.toByteArray()), Reason.MALFORMED, "gzip");
    }

    /** The writer keeps the pipe open, as a shell does whose command has not ended. */
    @Test
    void stopsReadingAtTheDeadline() throws IOException, InterruptedException {
        Path fifo = fifo();
        Process holder = new ProcessBuilder(
                        List.of("sh", "-c", "exec 3<>\"$1\"; echo open; read line", "sh", fifo.toString()))
                .start();
        try {
            assertEquals('o', holder.getInputStream().read());
            Process reader = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ReadsStdin.class.getName()))
                    .redirectInput(fifo.toFile())
                    .start();
            String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(reader.waitFor(10, TimeUnit.SECONDS));
            assertEquals("TIMED_OUT", said);
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Prints why its stdin cannot be read within 100 ms. */
    static final class ReadsStdin {
        private ReadsStdin() {}

        public static void main(String[] arguments) {
            Fact<byte[]> fact = NamedFile.read(Path.of("/dev/stdin"), Bytes.ofKiB(4), Duration.ofMillis(100));
            System.out.print(fact instanceof Fact.Absent<byte[]> absent ? absent.reason() : "read");
        }
    }

    @Test
    void knowsInheritedDescriptorsByTheirExactNames() {
        for (String name : List.of("/dev/stdin", "/dev/fd/0", "/dev/fd/63", "/proc/self/fd/3")) {
            assertTrue(BoundedFile.isInherited(Path.of(name)), name);
        }
        for (String name : List.of("/dev/fd", "/dev/fd/../zero", "/dev/fd/1/kmsg", "/proc/self/fd/x", "stdin")) {
            assertFalse(BoundedFile.isInherited(Path.of(name)), name);
        }
    }
}
