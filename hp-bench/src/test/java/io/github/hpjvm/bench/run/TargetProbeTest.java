package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.Texts;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetProbeTest {
    private static final Path JAVA = Path.of("/opt/jdk/bin/java");

    @ParameterizedTest
    @CsvSource({
        "8, 8, 1.8.0_504, 1.8.0_504-8u504-ga-1-b01, 251658240, true",
        "11, 11, 11.0.33-ea, 11.0.33-ea+8-post-1-Debian, 251658240, true",
        "17, 17, 17.0.21.0.3, 17.0.21.0.3+1-1-Debian, 251658240, true",
        "21, 21, 21.0.13.0.3, 21.0.13.0.3+1-1-Debian, 251658240, true",
        "25, 25, 25.0.5.0.3, 25.0.5.0.3+1-1-Debian, 251662336, false",
        "28, 28, 28-ea, 28-ea+18-1-Debian, 251662336, false"
    })
    void parsesARealJvm(
            String name, int feature, String version, String build, long codeCache, boolean knowsHugeTlbFs) {
        TargetJvm jvm = TargetProbe.parse(JAVA, Texts.resource("jvms/" + name + ".txt"));
        assertEquals(feature, jvm.version().feature());
        assertEquals(version, jvm.version().text());
        assertEquals(build, jvm.build());
        assertEquals("Debian", jvm.vendor());
        assertEquals("OpenJDK 64-Bit Server VM", jvm.vmName());
        assertEquals(JAVA, jvm.java());
        assertEquals(Optional.of(Bytes.of(codeCache)), jvm.reservedCodeCache());
        assertEquals(knowsHugeTlbFs, jvm.knows("UseHugeTLBFS"));
        assertEquals(
                knowsHugeTlbFs,
                Variants.named("hugetlbfs").orElseThrow().unsupportedBy(jvm).isEmpty());
        assertTrue(jvm.knows("UseLargePages") && jvm.knows("UseTransparentHugePages"));
        assertFalse(jvm.isOnByDefault("UseLargePages"));
        assertFalse(jvm.isOnByDefault("UseTransparentHugePages"));
        assertTrue(jvm.isOnByDefault("TieredCompilation"));
    }

    @Test
    void parsesFlagsOfEveryLayout() {
        TargetJvm eight = TargetProbe.parse(JAVA, Texts.resource("jvms/8.txt"));
        assertEquals("6320816128", eight.flags().get("MaxHeapSize"), "set by ergonomics, with :=");
        assertTrue(eight.knows("UseConcMarkSweepGC"));
        TargetJvm newest = TargetProbe.parse(JAVA, Texts.resource("jvms/28.txt"));
        assertEquals("25.000000", newest.flags().get("MaxRAMPercentage"));
        assertFalse(newest.knows("UseConcMarkSweepGC"));
        assertTrue(newest.knows("THPStackMitigation"), "a diagnostic one");
        assertTrue(newest.knows("CompileOnly"), "one without a value");
    }

    @Test
    void detectsAVendorDefaultOfThp() {
        String text = Texts.resource("jvms/25.txt")
                .replaceAll("(UseTransparentHugePages +=) false", "$1 true ")
                .replace("java.vendor = Debian", "java.vendor = SAP SE");
        TargetJvm jvm = TargetProbe.parse(JAVA, text);
        assertTrue(jvm.isOnByDefault("UseTransparentHugePages"));
        assertEquals("SAP SE", jvm.vendor());
    }

    @Test
    void refusesAnotherVmByItsName() {
        String message = assertThrows(
                        InsufficientException.class,
                        () -> TargetProbe.parse(JAVA, Texts.resource("jvms/synthetic-openj9.txt")))
                .getMessage();
        assertEquals(
                "/opt/jdk/bin/java is not a HotSpot JVM (Eclipse OpenJ9 VM): hp-bench measures HotSpot 8 and newer",
                message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "hello", "    java.version = 17\n", "bool UseLargePages = false {product}\n"})
    void refusesOtherTextInOneLine(String text) {
        String message = assertThrows(BenchException.class, () -> TargetProbe.parse(JAVA, text))
                .getMessage();
        assertEquals(1, message.lines().count());
    }

    @Test
    void refusesAnUnknownVersion() {
        String text = Texts.resource("jvms/21.txt").replace("java.version = 21.0.13.0.3", "java.version = vendor-x");
        String message = assertThrows(BenchException.class, () -> TargetProbe.parse(JAVA, text))
                .getMessage();
        assertTrue(message.contains("/opt/jdk/bin/java") && message.contains("vendor-x"), message);
    }

    @Test
    void parsesOrRefusesTruncatedText() {
        String text = Texts.resource("jvms/21.txt");
        Seeds.with(21, random -> {
            for (int i = 0; i < 1500; i++) {
                int from = random.nextInt(text.length());
                int to = Math.min(text.length(), from + random.nextInt(2000));
                try {
                    TargetProbe.parse(JAVA, text.substring(0, from) + text.substring(to));
                } catch (BenchException e) {
                    assertFalse(e.getMessage().isBlank());
                }
            }
        });
    }

    @Test
    void refusesAFolderWithoutJavaAndNamesTheOption(@TempDir Path folder) throws IOException {
        assertRefused(folder);
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("bin/java"), "not executable");
        assertRefused(folder);
        assertRefused(folder.resolve("nowhere"));
    }

    private static void assertRefused(Path home) {
        String message = assertThrows(UsageException.class, () -> TargetProbe.probe(home))
                .getMessage();
        assertTrue(message.startsWith("jvm: " + home), message);
        assertTrue(message.contains("bin/java"), message);
    }

    @Test
    void theInstalledHomeIsThatOfJavaHomeAndElseThatOfThePath(@TempDir Path folder) throws IOException {
        Path named = java(folder.resolve("named"));
        Path found = java(folder.resolve("found"));
        Path link = Files.createDirectory(folder.resolve("links"));
        Files.createSymbolicLink(link.resolve("java"), found.resolve("bin/java"));
        assertEquals(Optional.of(named), TargetProbe.installedHome(named.toString(), link.toString()));
        assertEquals(Optional.of(found), TargetProbe.installedHome(null, folder + ":" + link));
        assertEquals(Optional.of(found), TargetProbe.installedHome(folder.toString(), ":" + link));
        assertEquals(Optional.empty(), TargetProbe.installedHome("", folder.toString()));
        assertEquals(Optional.empty(), TargetProbe.installedHome(null, null));
    }

    private static Path java(Path home) throws IOException {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        assertTrue(Files.createFile(java).toFile().setExecutable(true));
        return home.toRealPath();
    }
}
