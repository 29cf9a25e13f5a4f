package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UndoFileTest {
    private static final Undo UNDO = new Undo(
            FakeHost.BOOT,
            4711,
            Instant.parse("2026-01-01T00:00:00Z"),
            List.of(
                    new UndoEntry(FakeHost.POOL, "0", Optional.empty(), "700", Optional.of("650")),
                    new UndoEntry(FakeHost.THP, "never", Optional.of("always"), "madvise", Optional.empty()),
                    new UndoEntry(Path.of("/sys/a b/c"), "1 2  3", Optional.of("x y"), "ö", Optional.of("[z]"))));

    @TempDir
    Path parent;

    @Test
    void printsReadableText() {
        String text = new String(UndoText.print(UNDO), StandardCharsets.UTF_8);

        assertTrue(text.startsWith("""
                        hp-jvm undo 2
                        boot 11111111-2222-4333-8444-555555555555
                        pid 4711
                        time 2026-01-01T00:00:00Z
                        file /proc/sys/vm/nr_hugepages
                        found 0
                        seen -
                        wanted 700
                        read-back 650
                        file /sys/kernel/mm/transparent_hugepage/enabled
                        found never
                        seen always
                        wanted madvise
                        read-back -
                        """), text);
    }

    @Test
    void readsItsOwnText() throws IOException {
        UndoFile file = file();
        file.write(Undo.empty(FakeHost.BOOT));
        file.write(UNDO);

        assertEquals(Optional.of(UNDO), file.read());
        assertEquals("rwx------", permissions(parent.resolve("undo")));
        assertEquals("rw-------", permissions(file.path()));
        assertEquals(List.of("undo.txt"), names());
    }

    @Test
    void readingCreatesNothing() throws IOException {
        assertEquals(Optional.empty(), file().read());
        assertEquals(List.of(), file().keptFiles());
        file().delete();
        assertFalse(Files.exists(parent.resolve("undo")));
    }

    @Test
    void aHalfWrittenNewFileDoesNotCount() throws IOException {
        UndoFile file = file();
        file.write(UNDO);
        Files.writeString(parent.resolve("undo/undo.txt.new"), "hp-jvm undo 1\nboot 1");

        assertEquals(Optional.of(UNDO), file.read());
        file.write(Undo.empty(FakeHost.BOOT));
        assertEquals(List.of("undo.txt"), names());
        file.delete();
        assertFalse(Files.exists(parent.resolve("undo")), "the folder goes with the last file in it");
        file.keep(UNDO);
        file.write(UNDO);
        file.delete();
        assertEquals(1, names().size(), "what is kept stays");
    }

    @Test
    void keepsEntriesThatAreNotApplied() throws IOException {
        UndoFile file = file();
        List<Path> kept = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            kept.add(file.keep(UNDO));
        }

        assertEquals(kept, file.keptFiles(), "many of them within one millisecond");
        assertEquals(Optional.of(UNDO), file.read(kept.get(0)));
        assertEquals(Optional.empty(), file.read());
    }

    @Test
    void everyTruncationIsDamage() {
        byte[] whole = UndoText.print(UNDO);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThrows(IllegalArgumentException.class, () -> UndoText.parse(part), () -> part.length + " bytes");
        }
    }

    @Test
    void everyMutationIsDamage(TestReporter reporter) {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        reporter.publishEntry("seed", Long.toString(seed));
        Random random = new Random(seed);
        byte[] whole = UndoText.print(UNDO);
        for (int i = 0; i < 20_000; i++) {
            byte[] mutated = mutate(whole, random);
            if (!Arrays.equals(whole, mutated)) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> UndoText.parse(mutated),
                        () -> "-Dhp.seed=" + seed + ": " + new String(mutated, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static byte[] mutate(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + 1 + random.nextInt(20));
        switch (random.nextInt(4)) {
            case 0 -> bytes[from] = (byte) random.nextInt(256);
            case 1 -> bytes[from] = (byte) "0123456789-\n ".charAt(random.nextInt(13));
            case 2 -> {
                System.arraycopy(whole, to, bytes, from, bytes.length - to);
                bytes = Arrays.copyOf(bytes, bytes.length - (to - from));
            }
            default -> {
                bytes = Arrays.copyOf(whole, whole.length + (to - from));
                System.arraycopy(whole, from, bytes, to, whole.length - from);
            }
        }
        return bytes;
    }

    @Test
    void readsVersionOne() {
        byte[] old = OldUndo.text(FakeHost.BOOT, FakeHost.POOL, "0", "12", "700", "650");

        assertEquals(
                List.of(new UndoEntry(FakeHost.POOL, "0", Optional.empty(), "700", Optional.of("650"))),
                UndoText.parse(old).entries());
    }

    /** Reading a FIFO would wait for a writer. */
    @Test
    void refusesAFifoAtOnce() throws Exception {
        makeFolder();
        assertEquals(
                0,
                new ProcessBuilder("mkfifo", "-m", "600", file().path().toString())
                        .start()
                        .waitFor());

        assertRefusedFile("not a regular file");
    }

    @Test
    void refusesALinkToAnUndoFile() throws IOException {
        makeFolder();
        Path real = Files.write(parent.resolve("real"), UndoText.print(UNDO));
        Files.createSymbolicLink(file().path(), real);

        assertRefusedFile("symbolic link");
    }

    @Test
    void refusesAFileOfAnotherUser() throws IOException {
        Needs.that(System.getProperty("user.name").equals("root"), "root, to make a file of another user");
        file().write(UNDO);
        Files.setAttribute(file().path(), "unix:uid", 65534);

        assertRefusedFile("user id 65534");
    }

    @Test
    void refusesAFileThatOthersMayWrite() throws IOException {
        file().write(UNDO);
        Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-rw-rw-"));

        assertRefusedFile("other users may write it");
    }

    @Test
    void refusesAFileThatIsTooLong() throws IOException {
        file().write(UNDO);
        try (RandomAccessFile sparse = new RandomAccessFile(file().path().toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }

        assertRefusedFile("longer than");
    }

    private void makeFolder() throws IOException {
        Files.createDirectory(
                parent.resolve("undo"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private void assertRefusedFile(String why) {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            IOException refused = assertThrows(IOException.class, () -> file().read());
            assertTrue(refused.getMessage().contains(why), refused.getMessage());
            assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "hp-jvm undo 3\nboot x\npid 1\ntime 2026-01-01T00:00:00Z\nend 0 00000000\n"})
    void aDamagedFileIsReportedAndLeftAlone(String text) throws IOException {
        UndoFile file = file();
        file.write(UNDO);
        Files.writeString(file.path(), text);

        DamagedUndoException damaged = assertThrows(DamagedUndoException.class, file::read);

        assertTrue(damaged.getMessage().contains("rm " + file.path()), damaged.getMessage());
        assertFalse(damaged.getMessage().contains("\n"), damaged.getMessage());
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Files.readAllBytes(file.path()));
    }

    @Test
    void refusesAFolderThatIsALink() throws IOException {
        Path real = Files.createDirectory(parent.resolve("real"));
        Files.createSymbolicLink(parent.resolve("undo"), real);

        assertRefused("symbolic link");
        assertEquals(0, real.toFile().list().length);
    }

    @Test
    void refusesAFolderThatIsAFile() throws IOException {
        Files.createFile(parent.resolve("undo"));

        assertRefused("not a folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwx---", "rwx---rwx"})
    void refusesAFolderThatOthersMayWrite(String mode) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("undo"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));

        assertRefused("other users may write");
    }

    @Test
    void refusesAFolderThatOthersMayExchange() throws IOException {
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertRefused("not sticky");
    }

    @Test
    void refusesAFolderOfAnotherUser() throws IOException {
        Needs.that(System.getProperty("user.name").equals("root"), "root, to make a folder of another user");
        Path folder = Files.createDirectory(parent.resolve("undo"));
        Files.setAttribute(folder, "unix:uid", 65534);

        assertRefused("user id 65534");
    }

    private void assertRefused(String why) {
        IOException write = assertThrows(IOException.class, () -> file().write(UNDO));
        IOException read = assertThrows(IOException.class, () -> {
            file().write(UNDO);
            file().read();
        });

        assertTrue(write.getMessage().contains(why), write.getMessage());
        assertTrue(read.getMessage().contains(why), read.getMessage());
    }

    @Test
    void refusesValuesThatDoNotFitOnALine() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new UndoEntry(FakeHost.POOL, "0\nfound 1", Optional.empty(), "1", Optional.empty()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new UndoEntry(FakeHost.POOL, "0", Optional.empty(), "1", Optional.of("-")));
        assertThrows(
                IllegalArgumentException.class,
                () -> new UndoEntry(Path.of("/etc/passwd"), "0", Optional.empty(), "1", Optional.empty()));
    }

    private UndoFile file() {
        return new UndoFile(parent.resolve("undo"));
    }

    private List<String> names() {
        return List.of(parent.resolve("undo").toFile().list());
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
