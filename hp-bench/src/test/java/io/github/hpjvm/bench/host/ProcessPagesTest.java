package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
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
                new ProcessPages.Target(1, 0, "1 2 3"),
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

    /** Its folder stays until the process ends; that of campaigns means that host settings are changed. */
    @Test
    void theFileIsNotInTheFolderOfCampaigns() {
        for (ProcessPagesFile.Kind kind : ProcessPagesFile.Kind.values()) {
            assertNotEquals(
                    UndoFile.defaultFolder(),
                    ProcessPagesFile.of(kind, 42).path().getParent());
        }
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
        assertFalse(new ProcessPages.Target(own.pid(), own.startTicks() + 1, own.program()).isAlive());
        assertFalse(new ProcessPages.Target(own.pid(), own.startTicks(), "1 2 3").isAlive());
        assertTrue(pages().isPending());
        assertFalse(pages().isOwned());
    }

    /** A reader without CAP_SYS_PTRACE sees no addresses; a mount option may hide the file, too. What is not seen has not ended. */
    @Test
    void whatAReaderMayNotSeeHasNotEnded() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        int name = stat.lastIndexOf(')') + 2;
        String[] fields = stat.substring(name).split(" ");
        ProcessPages.Target own = new ProcessPages.Target(
                7, Long.parseLong(fields[19]), fields[25] + " " + fields[45] + " " + fields[47]);
        assertEquals(ProcessPages.Life.RUNS, own.life(stat));
        fields[25] = "0";
        fields[45] = "0";
        fields[47] = "0";
        String hidden = stat.substring(0, name) + String.join(" ", fields);
        assertEquals(ProcessPages.Life.UNKNOWN, own.life(hidden));
        String[] first = fields.clone();
        first[0] = "Z";
        first[17] = "2";
        assertEquals(
                ProcessPages.Life.UNKNOWN,
                own.life(stat.substring(0, name) + String.join(" ", first)),
                "another thread keeps its memory");
        first[17] = "1";
        assertEquals(ProcessPages.Life.ENDED, own.life(stat.substring(0, name) + String.join(" ", first)));
        fields[25] = "4096";
        assertEquals(ProcessPages.Life.ENDED, own.life(stat.substring(0, name) + String.join(" ", fields)));
        assertEquals(
                ProcessPages.Life.ENDED, new ProcessPages.Target(7, own.startTicks() + 1, own.program()).life(hidden));
        assertEquals(ProcessPages.Life.ENDED, new ProcessPages.Target(4_194_305, 1, "1 2 3").life());
    }

    /** Numbers of processes of another namespace mean other processes here. */
    @Test
    void pagesOfAnotherNamespaceMayBeOfAProcessThatRuns() throws IOException {
        ProcessPages.Target ended = new ProcessPages.Target(4_194_305, 1, "1 2 3");
        ProcessPages here = new ProcessPages(BootId.ofThisHost(), ended, ended, BLOCK, pages().all(), pages().huge());
        assertFalse(here.isForeign());
        assertFalse(here.isPending() || here.isOwned());
        ProcessPages there =
                new ProcessPages(here.bootId(), "pid:[4026532000]", ended, ended, BLOCK, here.all(), here.huge());
        assertTrue(there.isForeign() && there.isPending() && there.isOwned());
        assertEquals(there, ProcessPages.parse(there.text()));
        ProcessPages before =
                new ProcessPages("another boot", there.namespace(), ended, ended, BLOCK, here.all(), here.huge());
        assertFalse(before.isForeign() || before.isPending() || before.isOwned());
    }

    /** Its parent never waits for it, as in a container whose first process is no init. */
    @Test
    void aZombieDoesNotRun() throws Exception {
        // The child ends with its input, once the shell, which would wait for it, is no longer there.
        Process parent = new ProcessBuilder("sh", "-c", "{ cat <&3 & } 3<&0; echo $!; exec sleep 60").start();
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            awaitName(zombie, "cat");
            ProcessPages.Target target = ProcessPages.Target.of(zombie);
            assertTrue(target.isAlive());
            awaitName(parent.pid(), "sleep");
            parent.outputWriter().close();
            for (int i = 0; target.isAlive() && i < 1000; i++) {
                Thread.sleep(10);
            }
            assertEquals(target.startTicks(), ProcessPages.Target.of(zombie).startTicks());
            assertFalse(target.isAlive());
        } finally {
            parent.destroyForcibly();
        }
    }

    private static void awaitName(long pid, String name) throws Exception {
        Path file = Path.of("/proc/" + pid + "/comm");
        for (int i = 0; !Files.readString(file).equals(name + "\n") && i < 1000; i++) {
            Thread.sleep(10);
        }
    }

    /** execve keeps number and start, and gives the process other memory. */
    @Test
    void anotherProgramIsAnotherProcess() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "read line; exec sleep 60").start();
        try {
            awaitName(process.pid(), "sh");
            ProcessPages.Target shell = ProcessPages.Target.of(process.pid());
            assertTrue(shell.isAlive());
            process.outputWriter().append("\n").close();
            awaitName(process.pid(), "sleep");
            assertFalse(shell.isAlive());
            ProcessPages.Target sleep = ProcessPages.Target.of(process.pid());
            assertEquals(shell.startTicks(), sleep.startTicks());
            assertTrue(sleep.isAlive());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aTextIsReplacedAtOnce() throws IOException {
        ProcessPagesFile file = ProcessPagesFile.in(parent.resolve("hp-jvm"), ProcessPagesFile.Kind.COLLAPSE, 42);
        file.create(pages());
        ProcessPages other =
                new ProcessPages(pages().bootId(), pages().process(), pages().owner(), BLOCK, pages().all(), List.of());
        assertTrue(file.replace(pages(), other));
        assertEquals(Optional.of(other), file.read());
        assertFalse(file.replace(pages(), pages()), "another process has replaced it");
        assertEquals(Optional.of(other), file.read());
        file.delete(pages());
        assertEquals(Optional.of(other), file.read());
        file.delete(other);
        assertEquals(Optional.empty(), file.read());
    }

    /** A file system without space leaves no damaged file, which would stop each later trial on this host. */
    @Test
    void aFullFileSystemLeavesNoFile() throws Exception {
        Path full = Files.createDirectory(parent.resolve("full"));
        Process mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", full.toString()).start();
        Needs.that(mount.waitFor() == 0, "the right to mount a file system");
        try {
            List<AddressRange> many = LongStream.range(1, 1000)
                    .mapToObj(i -> new AddressRange(2 * i * BLOCK, (2 * i + 1) * BLOCK))
                    .toList();
            ProcessPages pages =
                    new ProcessPages(pages().bootId(), pages().process(), pages().owner(), BLOCK, many, List.of());
            ProcessPagesFile file = ProcessPagesFile.in(full.resolve("hp-jvm"), ProcessPagesFile.Kind.TRIAL, 42);
            String message =
                    assertThrows(IOException.class, () -> file.create(pages)).getMessage();
            assertTrue(
                    message.matches("cannot write \\S+trial-42.txt: No space left on device\\. Free"
                            + " space there: df \\S+hp-jvm"),
                    message);
            assertEquals(Optional.empty(), file.read());
            try (Stream<Path> left = Files.list(full.resolve("hp-jvm"))) {
                assertEquals(List.of(), left.toList());
            }
        } finally {
            assertEquals(
                    0, new ProcessBuilder("umount", full.toString()).start().waitFor());
        }
    }

    /** What a process left that was killed while it wrote; that of a process that runs is kept. */
    @Test
    void anUnfinishedFileIsDeleted() throws IOException {
        Path folder = parent.resolve("hp-jvm");
        ProcessPagesFile.in(folder, ProcessPagesFile.Kind.TRIAL, 42).create(pages());
        Path dead = Files.writeString(folder.resolve("new-2147483647"), "half");
        Path alive = Files.writeString(folder.resolve("new-1"), "half");
        assertEquals(
                1, ProcessPagesFile.all(folder, ProcessPagesFile.Kind.TRIAL).size());
        assertFalse(Files.exists(dead));
        assertTrue(Files.exists(alive));
    }

    /** A user removes the file during a restore, and the next trial writes its own, which is not the one that was restored. */
    @Test
    void theFileOfTheNextTrialStays() throws IOException {
        ProcessPagesFile file = ProcessPagesFile.in(parent.resolve("hp-jvm"), ProcessPagesFile.Kind.TRIAL, 42);
        ProcessPages next =
                new ProcessPages(pages().bootId(), pages().process(), pages().owner(), BLOCK, pages().all(), List.of());
        file.create(pages());
        try (ProcessPagesFile.Held held = file.lock(pages()).orElseThrow()) {
            Files.delete(file.path());
            held.delete();
            file.create(next);
            held.delete();
            assertEquals(Optional.of(next), file.read());
        }
        try (ProcessPagesFile.Held held = file.lock(next).orElseThrow()) {
            held.delete();
        }
        assertEquals(Optional.empty(), file.read());
    }

    /** The last file of another command is deleted with its folder while this command looks for files. */
    @Test
    void aFolderThatIsDeletedMeanwhileIsNoError() throws Exception {
        Path folder = parent.resolve("hp-jvm");
        ProcessPagesFile other = ProcessPagesFile.in(folder, ProcessPagesFile.Kind.TRIAL, 1);
        ProcessPages pages = pages();
        AtomicBoolean ends = new AtomicBoolean();
        FutureTask<Integer> changes = new FutureTask<>(() -> {
            int rounds = 0;
            while (!ends.get()) {
                other.create(pages);
                other.delete();
                rounds++;
            }
            return rounds;
        });
        Thread thread = new Thread(changes);
        thread.start();
        try {
            ProcessPagesFile own = ProcessPagesFile.in(folder, ProcessPagesFile.Kind.COLLAPSE, 42);
            for (int i = 0; i < 2000; i++) {
                int found = ProcessPagesFile.all(folder, ProcessPagesFile.Kind.TRIAL)
                        .size();
                assertTrue(found <= 1);
                assertEquals(Optional.empty(), own.read());
            }
        } finally {
            ends.set(true);
        }
        assertTrue(changes.get() > 0);
    }

    /** One process alone restores, and only from the file that it has read. */
    @Test
    void aLockIsForTheFileThatWasRead() throws IOException {
        ProcessPagesFile file = ProcessPagesFile.in(parent.resolve("hp-jvm"), ProcessPagesFile.Kind.TRIAL, 42);
        ProcessPages other =
                new ProcessPages(pages().bootId(), pages().process(), pages().owner(), BLOCK, pages().all(), List.of());
        file.create(pages());
        try (Closeable lock = file.lock(pages()).orElseThrow()) {
            assertEquals(Optional.empty(), file.lock(pages()));
            file.delete();
            assertEquals(Optional.empty(), file.lock(pages()));
            file.create(other);
            assertEquals(Optional.empty(), file.lock(pages()), () -> "another file than of " + lock);
        }
        try (Closeable lock = file.lock(other).orElseThrow()) {
            assertEquals(Optional.empty(), file.lock(other), lock::toString);
        }
    }
}
