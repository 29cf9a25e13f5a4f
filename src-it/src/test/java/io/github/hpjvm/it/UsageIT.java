package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Bench;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.FakeJava;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid usage is refused in one line, before any action. */
class UsageIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private static void assertOneLine(int exitCode, Program program, String... words) {
        Program.Ended ended = program.run();
        assertEquals(exitCode, ended.exitCode(), ended.err());
        assertEquals("", ended.out());
        assertEquals(1, ended.err().lines().count(), ended.err());
        assertTrue(ended.err().startsWith("hp-cli"), ended.err());
        for (String word : words) {
            assertTrue(ended.err().contains(word), "'" + word + "' in: " + ended.err());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--profile    | fast             | fast",
                "--profile    | QUICK            | QUICK",
                "--workloads  | [                | regular expression",
                "--workloads  | Nothing          | ByteArrayTouch",
                "--params     | size             | NAME=VALUE",
                "--params     | size=            | NAME=VALUE",
                "--params     | size=0           | size=0",
                "--params     | size=1k          | size=1k",
                "--params     | size=99999999999 | size=99999999999",
                "--params     | length=1         | length",
                "--params     | size=1;size=2    | twice",
                "--variants   | 4k               | baseline, thp, hugetlb",
                "--rounds     | 0                | rounds",
                "--rounds     | x                | rounds",
                "--rounds     | -1               | rounds",
                "--rounds     | 1e3              | rounds",
                "--rounds     | 1000000000       | rounds",
                "--seed       | abc              | seed",
                "--provision  | yes              | provision",
                "--profilers  | gc               | perfnorm",
                "--format     | xml              | xml",
                "--nonsense   | 1                | --nonsense",
            })
    @Tag("slow")
    void refusesInvalidOptions(String option, String value, String word) {
        Path out = folder.resolve("out");
        assertOneLine(2, Cli.with("bench", "run", "-o", out, option, value), word, "--help");
        assertTrue(Files.notExists(out), "nothing is written before the command line is understood");
    }

    @Test
    void refusesMissingOrUnknownCommand() {
        assertOneLine(2, Cli.with(), "command");
        assertOneLine(2, Cli.with("bench"), "command");
        assertOneLine(2, Cli.with("bench", "walk"), "walk");
        assertOneLine(2, Cli.with("bench", "restore", "now"), "now");
    }

    @Test
    void refusesFolderWithoutJava() {
        assertOneLine(2, Cli.with("bench", "run", "--jvm", folder), folder.toString(), "bin/java");
        assertOneLine(2, Cli.with("bench", "doctor", "--jvm", folder), folder.toString(), "bin/java");
        assertOneLine(2, Cli.with("bench", "run", "--jvm", folder.resolve("absent")), "bin/java");
    }

    @Test
    void refusesOtherJvms() {
        Path home = FakeJava.thatPrints(folder.resolve("j9"), """
                Property settings:
                    java.home = /opt/openj9
                    java.runtime.version = 21.0.9+10
                    java.vendor = IBM Corporation
                    java.version = 21.0.9
                    java.vm.name = Eclipse OpenJ9 VM
                    java.vm.version = openj9-0.56.0

                openjdk version "21.0.9" 2025-10-21
                Eclipse OpenJ9 VM (build openj9-0.56.0, JRE 21 Linux amd64-64-Bit)""");
        assertOneLine(4, new Bench(HOST, folder.resolve("out")).command("--jvm", home), "Eclipse OpenJ9 VM", "HotSpot");
    }

    @Test
    void refusesJvmThatDoesNotStart() {
        Path home = FakeJava.thatPrints(folder.resolve("silent"), "");
        assertOneLine(1, new Bench(HOST, folder.resolve("out")).command("--jvm", home), "HotSpot");
    }

    @Test
    void reportsUnwritableOutputFolder() {
        HOST.unlock();
        Path out = Path.of("/proc/nowhere");
        assertOneLine(1, new Bench(HOST, out).command(), out.toString());
    }
}
