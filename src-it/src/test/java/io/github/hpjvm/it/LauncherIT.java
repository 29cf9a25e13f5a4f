package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.FakeJava;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, started from different folders and with different Java releases. */
class LauncherIT {
    @TempDir
    private Path folder;

    private static void assertVersion(Program program) {
        Program.Ended ended = program.with("--version").run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals(1, ended.out().lines().count(), ended.out());
        assertTrue(ended.out().startsWith("hp-cli " + System.getProperty("hp.version")), ended.out());
        assertEquals("", ended.err());
    }

    private static void assertRefused(Program program, String... words) {
        Program.Ended ended = program.with("--version").run();
        assertEquals(1, ended.exitCode(), ended.out());
        assertEquals("", ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().startsWith("hp-cli: "), ended.err());
        for (String word : words) {
            assertTrue(ended.err().contains(word), "'" + word + "' in: " + ended.err());
        }
    }

    @Test
    void runsFromAnotherFolder() {
        assertVersion(Cli.with().in(folder));
    }

    @Test
    void runsByARelativePath() {
        Path tree = Trees.copy(Cli.tree(), folder.resolve("tree"), path -> false);
        assertVersion(Cli.at(Path.of("./hp-cli")).in(tree.resolve("bin")));
        assertVersion(Cli.at(Path.of("bin/hp-cli")).in(tree));
        assertVersion(Cli.at(Path.of("../hp-cli")).in(mkdir(tree.resolve("bin/below"))));
    }

    private static Path mkdir(Path path) {
        assertTrue(path.toFile().mkdirs());
        return path;
    }

    @Test
    void runsThroughAChainOfRelativeLinks() throws IOException {
        Path tree = Trees.copy(Cli.tree(), folder.resolve("tree"), path -> false);
        Path bin = mkdir(folder.resolve("usr/bin"));
        Files.createSymbolicLink(folder.resolve("current"), Path.of("tree"));
        Files.createSymbolicLink(bin.resolve("first"), Path.of("../../current/bin/hp-cli"));
        Path second = Files.createSymbolicLink(bin.resolve("second"), Path.of("first"));
        assertTrue(Files.exists(tree));
        assertVersion(Cli.at(second));
        assertVersion(Cli.at(Path.of("./second")).in(bin));
    }

    @Test
    void runsFromThePath() throws IOException {
        Path bin = mkdir(folder.resolve("some bin"));
        Files.createSymbolicLink(bin.resolve("hp-cli"), Cli.launcher());
        assertVersion(Cli.at(Path.of("hp-cli"))
                .through("env", "PATH=" + bin + ":" + System.getenv("PATH"))
                .in(folder));
    }

    @Test
    void runsInAPathWithSpecialCharacters() {
        Path tree =
                Trees.copy(Cli.tree(), folder.resolve("my tools $HOME 'x' *").resolve("hp cli"), path -> false);
        assertVersion(Cli.at(tree.resolve("bin/hp-cli")));
    }

    @Test
    void runsFromTheArchive() {
        String name = "hp-cli-" + System.getProperty("hp.version");
        Path archive = Cli.tree().resolveSibling(name + ".tar.gz");
        Program.Ended unpacked = Program.of(Needs.program("tar").toString(), "-xzf", archive.toString())
                .in(folder)
                .run();
        assertEquals(0, unpacked.exitCode(), unpacked.err());
        assertVersion(Cli.at(folder.resolve(name).resolve("bin/hp-cli")));
    }

    @Tag("jdks")
    @Test
    void usesHpCliJava() {
        Program.Ended ended = Cli.with("--version")
                .set("HP_CLI_JAVA", Needs.jdk(21).java())
                .set("JAVA_HOME", Jdks.running().home())
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(ended.out().contains("on Java 21"), ended.out());
    }

    @Test
    void refusesInvalidHpCliJava() {
        assertRefused(Cli.with().set("HP_CLI_JAVA", folder.resolve("no/java")), "HP_CLI_JAVA", "17 or newer");
        assertRefused(Cli.with().set("HP_CLI_JAVA", folder), "HP_CLI_JAVA", "17 or newer");
        Path broken = FakeJava.thatPrints(folder.resolve("broken"), "what?");
        assertRefused(Cli.with().set("HP_CLI_JAVA", broken.resolve("bin/java")), "HP_CLI_JAVA", "17 or newer");
    }

    @Tag("jdks")
    @Test
    void refusesOldHpCliJava() {
        assertRefused(Cli.with().set("HP_CLI_JAVA", Needs.jdk(8).java()), "HP_CLI_JAVA", "is Java 8", "17 or newer");
    }

    @Tag("jdks")
    @Test
    void skipsOldJavaHome() {
        assertVersion(Cli.with()
                .unset("HP_CLI_JAVA")
                .set("JAVA_HOME", Needs.jdk(8).home())
                .set("PATH", Jdks.running().home().resolve("bin") + ":" + System.getenv("PATH")));
    }

    @Tag("jdks")
    @Test
    void listsJavasThatAreTooOld() throws IOException {
        Path old = Needs.jdk(8).home();
        assertRefused(
                Cli.with().unset("HP_CLI_JAVA").set("JAVA_HOME", old).set("PATH", old.resolve("bin") + ":" + tools()),
                "JAVA_HOME is Java 8",
                "java on PATH is Java 8",
                "HP_CLI_JAVA");
        assertRefused(
                Cli.with().unset("HP_CLI_JAVA").set("PATH", tools()),
                "JAVA_HOME is not set",
                "no java on PATH",
                "HP_CLI_JAVA");
    }

    /** Returns a PATH with the tools that the launcher uses, and without a java. */
    private Path tools() throws IOException {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String name : new String[] {"sh", "readlink"}) {
            if (!Files.exists(tools.resolve(name))) {
                Files.createSymbolicLink(tools.resolve(name), Needs.program(name));
            }
        }
        return tools;
    }

    @Test
    void passesItsOptionsToItsJvm() {
        Program.Ended ended = Cli.with("--version")
                .set("HP_CLI_OPTS", "-XshowSettings:properties -Dhp.it=1")
                .run();
        assertEquals(0, ended.exitCode());
        assertTrue(ended.err().contains("hp.it = 1"), ended.err());
        assertEquals(1, ended.out().lines().count(), ended.out());
    }

    /** The options that the launcher sets do not override the user's options. */
    @Test
    void optionsOfTheUserPrevail() {
        for (String options : new String[] {"-XX:TieredStopAtLevel=4", "-XX:-TieredCompilation", "-Xint"}) {
            Program.Ended ended =
                    Cli.with("advise", "--help").set("HP_CLI_OPTS", options).run();
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals("", ended.err(), options);
        }
    }

    /** A JVM with two collectors, or with a smaller maximum than initial heap, does not start. */
    @Test
    void collectorAndHeapOfTheUserReplaceThoseOfTheLauncher() {
        for (String options : new String[] {"-XX:+UseG1GC", "-XX:+UseParallelGC -Xmx10m", "-XX:MaxHeapSize=12m"}) {
            for (String command : new String[] {"explain", "watch", "fleet"}) {
                Program.Ended ended =
                        Cli.with(command, "--help").set("HP_CLI_OPTS", options).run();
                assertEquals(0, ended.exitCode(), options + ": " + ended.err());
            }
        }
    }

    @Test
    void vmMessagesDoNotReachStdout() {
        for (String options : new String[] {
            "-XX:+UseLargePages", "-XX:+UseLargePages -XX:LargePageSizeInBytes=1g", "-XX:+PrintFlagsFinal", "-Xlog:gc*"
        }) {
            Program.Ended ended =
                    Cli.with("--version").set("HP_CLI_OPTS", options).run();
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals(1, ended.out().lines().count(), options + " put on stdout: " + ended.out());
        }
    }

    @Test
    void ignoresOptionsOfOtherJvms() {
        assertVersion(Cli.with()
                .set("JAVA_TOOL_OPTIONS", "-XX:+UseLargePages -Xmx1g")
                .set("JDK_JAVA_OPTIONS", "-Xlog:gc*")
                .set("_JAVA_OPTIONS", "-Xmx2g"));
    }

    @Test
    void printsHelp() {
        for (Object[] command : new Object[][] {
            {"--help"}, {"bench", "--help"}, {"bench", "run", "--help"}, {"bench", "doctor", "--help"}
        }) {
            Program.Ended ended = Cli.with(command).run();
            assertEquals(0, ended.exitCode());
            assertTrue(ended.out().contains("Usage: hp-cli"), ended.out());
            assertEquals("", ended.err());
        }
    }
}
