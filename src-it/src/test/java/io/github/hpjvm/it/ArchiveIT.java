package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive of loaded classes that the launcher creates: it may save time, and must not change the output. */
class ArchiveIT {
    private static final Duration LONG = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    private Path cache;

    @BeforeEach
    void cacheIsEmpty() throws IOException {
        cache = Files.createDirectory(folder.resolve("cache"));
    }

    private Program cli(Jdk jdk) {
        return Cli.with("advise", "--vm-info", "no such file", "--format", "json")
                .set("HP_CLI_JAVA", jdk.java())
                .set("XDG_CACHE_HOME", cache);
    }

    /** Asserts the same output and exit code, whatever the cache contains. */
    private void assertRuns(Program program) {
        Program.Ended ended = program.run();
        assertEquals(2, ended.exitCode(), ended.err());
        assertEquals("", ended.out());
        assertEquals(1, ended.errLines().size(), ended.err());
        assertTrue(ended.err().startsWith("hp-cli advise: cannot read no such file"), ended.err());
    }

    private List<Path> found(String name) {
        try (Stream<Path> all = Files.walk(cache)) {
            return all.filter(path -> path.getFileName().toString().equals(name))
                    .toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            return List.of();
        }
    }

    private static void await(String what, BooleanSupplier done) {
        Poll.untilFound(what, LONG, () -> done.getAsBoolean() ? Optional.of(what) : Optional.empty());
    }

    /** Waits until all started archives are complete. */
    private Path archive() {
        await("an archive", () -> found("for").size() == 1 && found("making").isEmpty());
        assertEquals(1, found("classes.jsa").size());
        return found("classes.jsa").get(0);
    }

    private boolean isUsed(Jdk jdk) throws IOException {
        Path log = folder.resolve("loaded.txt");
        assertRuns(cli(jdk).set("HP_CLI_OPTS", "-Xlog:class+load:file=" + log));
        return Files.readString(log)
                .lines()
                .anyMatch(line -> line.contains(" io.github.hpjvm.cli.Main ") && line.contains("shared objects file"));
    }

    @Tag("jdks")
    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25, 26, 27, 28})
    void firstStartMakesTheArchive(int release) throws IOException {
        if (release > 25 || release == 21) {
            Needs.lab();
        }
        Jdk jdk = Needs.jdk(release);
        assertRuns(cli(jdk));
        Path archive = archive();
        assertTrue(isUsed(jdk));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(archive.getParent())));
    }

    /** A plain advise has an archive of its own, without unneeded classes. */
    @Test
    void oneArchiveForPlainAdviseAndOneForOtherCommands() throws IOException {
        assertRuns(cli(Jdks.running()));
        Path all = archive();
        Path log = folder.resolve("mapped.txt");
        Cli.with("advise", "--pid", ProcessHandle.current().pid(), "--no-attach", "--format", "json")
                .set("XDG_CACHE_HOME", cache)
                .set("HP_CLI_OPTS", "-Xlog:class+load:file=" + log)
                .run();
        String loaded = Files.readString(log);
        assertTrue(loaded.contains(" io.github.hpjvm.advisor.read.LiveFacts source: shared objects file"), loaded);
        assertTrue(Files.size(all.resolveSibling("advise.jsa")) < Files.size(all));
        assertFalse(loaded.contains(" picocli."), "it needs no parser of command lines");
        assertEquals(List.of(), found("making"));
    }

    @Test
    void archiveIsMadeOnce() throws IOException {
        assertRuns(cli(Jdks.running()));
        assertRuns(cli(Jdks.running()));
        Path archive = archive();
        var made = Files.getLastModifiedTime(archive);
        assertRuns(cli(Jdks.running()));
        assertTrue(found("making").isEmpty());
        assertEquals(made, Files.getLastModifiedTime(archive));
    }

    /** Variables that change the output of ls do not lead to another archive file. */
    @Test
    void archiveIsIndependentOfTheTerminal() throws IOException {
        assertRuns(cli(Jdks.running()));
        Path archive = archive();
        var made = Files.getLastModifiedTime(archive);
        Path log = folder.resolve("loaded.txt");
        assertRuns(cli(Jdks.running())
                .set("TZ", "Asia/Tokyo")
                .set("TIME_STYLE", "full-iso")
                .set("QUOTING_STYLE", "c")
                .set("LS_BLOCK_SIZE", "1M")
                .set("HP_CLI_OPTS", "-Xlog:class+load:file=" + log));
        assertTrue(Files.readString(log).contains(" io.github.hpjvm.cli.Main source: shared objects file"));
        assertTrue(found("making").isEmpty());
        assertEquals(made, Files.getLastModifiedTime(archive));
    }

    @Test
    void archiveCanBeDisabled() throws IOException {
        assertRuns(cli(Jdks.running()).set("HP_CLI_CDS", "off"));
        assertFalse(Files.exists(cache.resolve("hp-jvm")));
    }

    @Test
    void truncatedArchiveIsIgnored() throws IOException {
        assertRuns(cli(Jdks.running()));
        Path archive = archive();
        byte[] bytes = Files.readAllBytes(archive);
        int[] some = {100, bytes.length / 2};
        int[] more = {0, 100, 5000, bytes.length / 2};
        for (int part : Boolean.getBoolean("hp.lab") ? more : some) {
            replace(archive, Arrays.copyOf(bytes, part));
            assertRuns(cli(Jdks.running()));
            await(
                    "it to be made anew",
                    () -> archive.toFile().length() > part && found("making").isEmpty());
        }
        assertTrue(isUsed(Jdks.running()));
    }

    private static void replace(Path archive, byte[] bytes) throws IOException {
        Files.delete(archive);
        Files.write(archive, bytes);
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-------"));
    }

    /** Disguises a file as an archive of the launcher: the JVM has to detect that it is not. */
    private static void passOff(Path archive) throws IOException {
        Path made = archive.resolveSibling("for");
        List<String> lines = new ArrayList<>(Files.readAllLines(made));
        StringBuilder seen = new StringBuilder();
        for (String line : Program.of(
                        "ls",
                        "-dlnL",
                        archive.resolveSibling("advise.jsa").toString(),
                        archive.resolveSibling("classes.jsa").toString())
                .set("LC_ALL", "C")
                .set("TZ", "UTC0")
                .run()
                .out()
                .split("\n")) {
            String[] columns = line.split(" +");
            seen.append(String.join(" ", Arrays.copyOfRange(columns, 4, 8))).append(", ");
        }
        String form = "(\\d+ \\w+ \\d+ [\\d:]+, ){2}";
        assertTrue(lines.get(1).matches(form) && seen.toString().matches(form), "as the launcher writes it");
        lines.set(1, seen.toString());
        Files.write(made, lines);
    }

    @Tag("jdks")
    @Test
    void archiveOfAnotherJdkIsIgnored() throws IOException {
        Jdk older = Needs.jdk(17);
        Jdk newer = Needs.jdk(25);
        assertRuns(cli(older));
        Path archive = archive();
        byte[] foreign = Files.readAllBytes(archive);
        assertRuns(cli(newer));
        await(
                "a second archive",
                () -> found("for").size() == 2 && found("making").isEmpty());
        for (Path one : found("classes.jsa")) {
            if (!one.equals(archive)) {
                replace(one, foreign);
                passOff(one);
            }
        }
        assertRuns(cli(newer));
        assertFalse(isUsed(newer));
    }

    @Test
    void archiveWritableByOthersIsIgnored() throws IOException {
        assertRuns(cli(Jdks.running()));
        Path archive = archive();
        assertTrue(isUsed(Jdks.running()));
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-rw-r--"));
        assertFalse(isUsed(Jdks.running()));
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
        assertTrue(isUsed(Jdks.running()));
        Files.setPosixFilePermissions(archive.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        assertFalse(isUsed(Jdks.running()));
    }

    @Test
    void unwritableCacheIsIgnored() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertRuns(cli(Jdks.running()).set("XDG_CACHE_HOME", file));
        assertRuns(cli(Jdks.running()).set("XDG_CACHE_HOME", "/proc/1/no"));
        assertRuns(cli(Jdks.running()).unset("XDG_CACHE_HOME", "HOME"));
        assertRuns(cli(Jdks.running()).set("XDG_CACHE_HOME", "relative").unset("HOME"));
        assertEquals("", Files.readString(file));
    }

    @Test
    void archiveOfARemovedHpCliIsRemoved() {
        Path tree = Trees.copy(Cli.tree(), folder.resolve("gone"), path -> false);
        assertEquals(
                0,
                Cli.at(tree.resolve("bin/hp-cli"))
                        .with("--version")
                        .set("XDG_CACHE_HOME", cache)
                        .run()
                        .exitCode());
        Path old = archive();
        Trees.delete(tree);
        assertRuns(cli(Jdks.running()));
        await("the old one to go", () -> !Files.exists(old));
    }
}
