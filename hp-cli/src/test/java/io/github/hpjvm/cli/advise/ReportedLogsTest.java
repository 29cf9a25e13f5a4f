package io.github.hpjvm.cli.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Crash logs of public bug reports: the head of the report, the rest from a JVM of that release. The first question is why the
 * JVM died.
 */
class ReportedLogsTest {
    private static final Path FOLDER = Path.of("src/test/resources/cases");

    @TempDir
    private Path folder;

    private static String log(String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(FOLDER.resolve(name + ".log.gz")))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String head(String text, int lines) {
        return text.lines().limit(lines).collect(Collectors.joining("\n", "", "\n"));
    }

    private Called advise(String text, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("hs_err.log"), text);
        String[] words = new String[options.length + 3];
        words[0] = "advise";
        words[1] = "--hs-err";
        words[2] = file.toString();
        System.arraycopy(options, 0, words, 3, options.length);
        return Called.with(words);
    }

    private static String words(Called called) {
        return called.out().replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r02 | The JVM died because the kernel refused 2.9 GiB for committing reserved memory",
                "r17 | The JVM died because the kernel refused 1.9 GiB for committing reserved memory",
                "r18 | The JVM died of SIGBUS in a mapped file: /usr/lib/jvm/java-8-openjdk-amd64/jre/lib/ext/cldrdata.jar",
                "r18-pool | The JVM died of SIGBUS in a mapped file: /usr/lib/jvm/",
                "r19 | The JVM died of SIGBUS when it touched a page of the hugetlb pool that was reserved for it"
            })
    void saysFirstWhyTheJvmDied(String name, String why) throws IOException {
        Called called = advise(log(name));
        String text = words(called);
        assertTrue(text.contains(why), called.out());
        assertTrue(text.indexOf(why) < text.indexOf("region reserved"), called.out());
        assertFalse(text.contains("No change is possible"), called.out());
        assertEquals(3, called.exitCode());
    }

    /** The log is a list with a comma after each line, and the JVM was killed from outside. */
    @Test
    void anotherSignalIsNamed() throws IOException {
        Called called = advise(log("r34"));
        String text = words(called);
        assertTrue(
                text.contains("The JVM died of SIGSEGV (0xb) at pc=0x00007fb7d5d4c72c (sent by kill), in"
                        + " C [libc.so.6+0x9a72c]. The log shows no lack of memory"),
                called.out());
        assertFalse(text.contains("MALFORMED"), called.out());
        assertFalse(text.contains("the log ends in line"), called.out());
    }

    /** 2663 pages of the pool are in the log's own meminfo. */
    @Test
    void theMeminfoOfTheLogIsAFact() throws IOException {
        Called called = advise(log("r02"));
        assertTrue(words(called).contains("5.2 GiB more were in the hugetlb pool of 2 MiB pages"), called.out());
        assertFalse(words(called).contains("hugetlb pools: NOT_PRESENT"), called.out());
    }

    @ParameterizedTest
    @CsvSource({"r02, 15", "r17, 8", "r18, 8", "r19, 11", "r34, 17"})
    void releasesAreRead(String name, int release) throws IOException {
        String json = advise(log(name), "--format", "json").out();
        assertTrue(json.contains("\"release\" : " + release + ","), json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r02 | 3 | The JVM died because the kernel refused 2.9 GiB | 3",
                "r17 | 20 | The JVM died because the kernel refused 1.9 GiB | 3",
                "r18 | 10 | The JVM died of SIGBUS: the kernel had no page for an address that it used, in C [libzip.so | 3",
                "r19 | 9 | The JVM died of SIGBUS: the kernel had no page for an address that it used, in V [libjvm.so | 3",
                "r34 | 9 | The JVM died of SIGSEGV (0xb) at pc=0x00007fb7d5d4c72c (sent by kill) | 4"
            })
    void thePastedHeadIsEnough(String name, int lines, String why, int code) throws IOException {
        Called called = advise(head(log(name), lines));
        assertTrue(words(called).contains(why), called.out());
        assertEquals(code, called.exitCode(), called.out());
    }

    /** As the logs of pods and mails have it. */
    @ParameterizedTest
    @CsvSource({"'2026-11-26T12:53:18.123456789Z stdout F '", "'> '", "'    '", "'[shop-7d9f/app] '"})
    void aPrefixOfEachLineIsRemoved(String prefix) throws IOException {
        String text = head(log("r18"), 10).lines().map(line -> prefix + line).collect(Collectors.joining("\n"));
        assertTrue(words(advise(text)).contains("The JVM died of SIGBUS"), text);
    }
}
