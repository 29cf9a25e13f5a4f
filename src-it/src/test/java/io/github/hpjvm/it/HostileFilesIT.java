package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.SmallDisk;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Files, folders and streams that another user, a full disk or a limit has prepared: one line states the error. */
class HostileFilesIT {
    private static final int NOBODY = 65534;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private static Program cli(Object... arguments) {
        return Cli.with(arguments).limit(LIMIT);
    }

    private static Program shell(String script, Object... arguments) {
        return Program.of("sh", "-c", script, "sh")
                .with(Cli.launcher())
                .with(arguments)
                .set("HP_CLI_JAVA", Jdks.running().java())
                .limit(LIMIT);
    }

    private static void assertOneLine(int code, String said, Program.Ended ended) {
        assertEquals(code, ended.exitCode(), ended.err());
        assertEquals(1, ended.errLines().size(), ended.err());
        assertTrue(ended.err().contains(said), ended.err());
    }

    private Path fifo() {
        Path fifo = folder.resolve("fifo");
        assertEquals(0, Program.of("mkfifo", fifo.toString()).run().exitCode());
        return fifo;
    }

    /** Returns the files that block a reader, have no end, or exhaust a parser. */
    private List<Path> hostile() throws IOException {
        Path deep = Files.writeString(folder.resolve("deep"), "[".repeat(5000));
        Path number = Files.writeString(folder.resolve("number"), "{\"schemaVersion\":" + "1".repeat(2_000_000) + "}");
        Path sparse = folder.resolve("sparse");
        try (RandomAccessFile file = new RandomAccessFile(sparse.toFile(), "rw")) {
            file.setLength(1L << 40);
        }
        return List.of(fifo(), Path.of("/proc/kmsg"), Path.of("/dev/zero"), folder, sparse, deep, number);
    }

    @Test
    @Tag("slow")
    void refusesHostileInputOfEachCommandInOneLine() throws IOException {
        for (Path file : hostile()) {
            List<Program> commands = new ArrayList<>(List.of(
                    cli("advise", "--snapshot", file),
                    cli("advise", "--hs-err", file),
                    cli("advise", "--vm-info", file),
                    cli("bench", "compare", file, file),
                    cli("predict", "--snapshot", file, "--jdk", "21", "--", "java"),
                    cli("size", "--snapshot", file, "--jdk", "21", "--", "java"),
                    cli("emit", "--for", "jvm", "--snapshot", file),
                    cli("bench", "run", "--jar", file, "-o", folder.resolve("out"))
                            .setAll(HOST.handOver())));
            commands.parallelStream().forEach(command -> assertOneLine(2, file.toString(), command.run()));
        }
    }

    @Test
    void predictsNothingFromOptionsInHostileFile() {
        for (Path file : List.of(fifo(), Path.of("/proc/kmsg"), Path.of("/dev/zero"))) {
            for (String option : List.of("@", "-XX:Flags=", "-XX:VMOptionsFile=")) {
                Program.Ended ended = cli("predict", "--jdk", "21", "--", "java", option + file)
                        .run();
                assertEquals(4, ended.exitCode(), ended.out() + ended.err());
            }
        }
    }

    @Test
    @Tag("slow")
    void readsWhatTheShellHasOpened() throws IOException {
        Path snapshot = folder.resolve("facts.json");
        assertEquals(0, cli("snapshot", "--no-attach", "-o", snapshot).run().exitCode());
        String script = "cat \"$2\" | \"$1\" size --snapshot /dev/stdin --jdk 21 -- java -Xmx1g -XX:+UseLargePages";
        Program.Ended ended = shell(script, snapshot).run();
        assertTrue(ended.out().contains("pages"), ended.out() + ended.err());
    }

    @Test
    @Tag("slow")
    void rootDoesNotFollowLinksOfOtherUsers() throws IOException {
        Needs.root();
        Path victim = Files.writeString(folder.resolve("victim"), "old");
        Path theirs = Files.createDirectory(folder.resolve("theirs"));
        Path link = Files.createSymbolicLink(theirs.resolve("link"), victim);
        Path dangling = Files.createSymbolicLink(theirs.resolve("dangling"), folder.resolve("none"));
        Files.setAttribute(theirs, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            for (Path out : List.of(link, dangling, theirs.resolve("new/file"))) {
                assertOneLine(
                        1,
                        "user id 65534",
                        cli("snapshot", "--no-attach", "--force", "-o", out).run());
                assertOneLine(
                        1,
                        "user id 65534",
                        cli("emit", "--for", "sysctl", "--no-attach", "--pid", jvm.pid(), "--force", "-o", out)
                                .run());
            }
        }
        Program.Ended campaign = cli("bench", "run", "--profile", "smoke", "-o", theirs.resolve("new"))
                .setAll(HOST.handOver())
                .run();
        assertEquals(1, campaign.exitCode(), campaign.err());
        assertTrue(campaign.err().contains("user id 65534"), campaign.err());
        assertEquals("old", Files.readString(victim));
        assertFalse(Files.exists(folder.resolve("none")));
        assertFalse(Files.exists(theirs.resolve("new")));
    }

    @Test
    @Tag("slow")
    void writesDevicesAndStreams() throws IOException {
        assertEquals(0, cli("snapshot", "--no-attach", "-o", "/dev/null").run().exitCode());
        assertTrue(Files.readAttributes(Path.of("/dev/null"), BasicFileAttributes.class)
                .isOther());
        Path log = Files.writeString(folder.resolve("log"), "first\n");
        Program.Ended ended = shell("\"$1\" snapshot --no-attach -o /dev/stdout >>\"$2\"", log)
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(Files.readString(log).startsWith("first\n{"), "the shell appends");
    }

    @Test
    void closedStdoutEndsSilently() {
        Path go = fifo();
        Path code = folder.resolve("code");
        // hp-cli starts when the other end of the pipe has been closed.
        String script =
                "{ read go <\"$2\"; \"$1\" explain HP-101; echo $? >\"$3\"; } |" + " { exec <&-; echo go >\"$2\"; }";
        Program.Ended ended = shell(script, go, code).run();
        assertEquals("", ended.err());
        assertEquals("141", text(code).strip());
    }

    @Test
    void reportsFullStdout() {
        assertOneLine(
                1,
                "cannot write to stdout",
                shell("\"$1\" explain HP-101 >/dev/full").run());
    }

    @Test
    void reportsRemovedWorkingFolder() throws IOException {
        Path gone = Files.createDirectory(folder.resolve("gone"));
        Program.Ended ended =
                shell("cd \"$2\" && rmdir \"$2\" && \"$1\" host", gone).run();
        assertEquals(1, ended.exitCode());
        List<String> lines = ended.errLines();
        // The shell may print a line of its own before it reads the launcher.
        assertTrue(lines.size() <= 2, ended.err());
        assertEquals(
                "hp-cli: the working directory was deleted: change to one that exists", lines.get(lines.size() - 1));
    }

    /** As after {@code sudo -u app} in a home folder of another user. */
    @Test
    void runsInAFolderThatMayNotBeSearched() throws IOException {
        Needs.root();
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Path java = Jdks.running().java();
        Program.Ended ended = shell(
                        "chmod 700 \"$2\" && cd \"$2\" && HP_CLI_JAVA=\"$3\" setpriv --reuid=65534 --regid=65534 --clear-groups"
                                + " -- \"$1\" explain HP-101",
                        closed,
                        java)
                .run();
        Needs.that(!ended.err().contains("Permission denied"), "a folder of the project that all users may read");
        assertEquals(0, ended.exitCode(), ended.err());
    }

    @Test
    void reportsLimitOfOpenFiles() {
        for (String command : List.of("host", "snapshot", "bench compare a b", "predict -- java")) {
            Program.Ended ended = shell("ulimit -n 20; \"$1\" " + command).run();
            assertOneLine(1, "raise it to 128 or more", ended);
        }
        Program.Ended enough = shell("ulimit -n 128; \"$1\" host").run();
        assertEquals(0, enough.exitCode(), enough.err());
    }

    @Test
    @Tag("slow")
    void endsInTimeIfTheJavaOfTheLauncherHangs() {
        Path java = script(folder.resolve("bin/java"), "sleep 300 & sleep 300\n");
        Program.Ended ended = cli("host").set("HP_CLI_JAVA", java).run();
        assertOneLine(1, "is not a working java", ended);
    }

    @Test
    void writesNoCacheAndLeavesNoProcess() throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        String mark = "hp.it.mark=" + home;
        try (Program.Running running = Cli.with("explain", "HP-101")
                .set("HOME", home)
                .set("XDG_CACHE_HOME", home.resolve("cache"))
                .set("TMPDIR", home)
                .set("HP_CLI_OPTS", "-D" + mark + " -Djava.io.tmpdir=" + home)
                .start()) {
            assertEquals(0, running.await().exitCode());
            assertEquals("", running.errSoFar());
        }
        assertEquals(List.of(), files(home));
        assertFalse(ProcessHandle.allProcesses()
                .anyMatch(process -> process.info().commandLine().orElse("").contains(mark)));
    }

    @Test
    void reportsFullOutputFolderOnce() throws IOException {
        try (SmallDisk small = SmallDisk.mount(folder.resolve("small"), 64)) {
            Program.Ended ended = cli("try", "-o", small.folder().resolve("out"), "--", "seq", "1", "200000")
                    .setAll(HOST.handOver())
                    .run();
            assertEquals(1, ended.exitCode(), ended.err());
            assertEquals(
                    1,
                    ended.errLines().stream()
                            .filter(line -> line.contains("No space left on device"))
                            .count(),
                    ended.err());
            assertFalse(ended.err().contains("Exception"), ended.err());
        }
    }

    /** A file without data would count, and files with data would be deleted for it. */
    @Test
    void aRecordingOnAFullDiskKeepsItsDataAndLeavesNoEmptyFiles() throws IOException {
        try (SmallDisk small = SmallDisk.mount(folder.resolve("disk"), 256)) {
            Path record = small.folder().resolve("record");
            Program.Ended first = cli("watch", "--all", "--interval", "1s", "--for", "3s", "--record", record)
                    .run();
            assertEquals(0, first.exitCode(), first.err());
            List<Path> before = files(record);
            assertFalse(before.isEmpty());
            assertEquals(1, small.fill());
            Program.Ended full = cli("watch", "--all", "--interval", "1s", "--for", "5s", "--record", record)
                    .run();
            assertEquals(0, full.exitCode(), full.err());
            assertTrue(full.err().contains("a reading is lost"), full.err());
            assertEquals(before, files(record));
        }
    }

    /** A file may be writable again later, a pipe without a reader is not. */
    @Test
    void aRecordingEndsWithTheReaderOfItsOutput() throws IOException {
        Program.Ended ended = shell(
                        "{ timeout 60 \"$@\"; echo \"code $?\" >&2; } | head -1 >/dev/null",
                        "watch",
                        "--all",
                        "--interval",
                        "1s",
                        "--format",
                        "json",
                        "--record",
                        folder.resolve("piped"))
                .run();
        assertTrue(ended.err().contains("code 141"), ended.err());
    }

    private static Path script(Path file, String body) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "#!/bin/sh\n" + body);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the names of all files below a folder. A file may vanish while they are listed. */
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> !file.equals(folder)).toList();
        }
    }
}
