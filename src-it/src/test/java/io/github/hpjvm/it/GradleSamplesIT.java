package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The projects of {@code samples}, built and run by the Gradle on PATH. Under {@code -Plab}: they download plugins. Debian's
 * Gradle 4.4 builds them with src-it/lab/gradle-4.gradle. The plugin me.champeau.jmh needs a newer one: there its last
 * release for Gradle 4, which had another name, takes its place.
 */
@Tag("jdks")
class GradleSamplesIT {
    private static final Path ROOT = Path.of(System.getProperty("hp.root"));
    private static final Path SERVICES = Path.of(System.getProperty("hp.services"));
    private static final String SHORT = "-wi 1 -w 100ms -i 2 -r 100ms -foe true";

    private static final String PLUGIN = """
            plugins {
                id 'java'
                id 'me.champeau.jmh' version '0.7.4'
            }
            """;

    /** JMH is that of the project: the plugin passes its options to the task as serialized objects. */
    private static final String PLUGIN_OF_GRADLE_4 = """
            buildscript {
                repositories { mavenCentral() }
                dependencies {
                    classpath 'me.champeau.gradle:jmh-gradle-plugin:0.4.4'
                    classpath 'org.openjdk.jmh:jmh-core:1.37'
                    classpath 'org.openjdk.jmh:jmh-generator-bytecode:1.37'
                }
            }
            apply plugin: 'java'
            apply plugin: 'me.champeau.gradle.jmh'
            """;

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsGradle() {
        Needs.lab();
        Needs.oneOf("gradle");
    }

    private static boolean isOld() {
        Program.Ended ended = gradle("--version").run();
        assertEquals(0, ended.exitCode(), ended.toString());
        return ended.out().contains("\nGradle 4.");
    }

    private static Program gradle(Object... words) {
        return Program.of("gradle", "--no-daemon")
                .with(words)
                .set("JAVA_HOME", Needs.jdk(11).home())
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "GRADLE_OPTS")
                .limit(Duration.ofMinutes(10));
    }

    private Program build(Path sample, Object... words) {
        return gradle("--gradle-user-home", folder.resolve("home"))
                .with("--init-script", ROOT.resolve("src-it/lab/gradle-4.gradle"))
                .with("-Dhp.repository=" + SERVICES.resolveSibling("services-repository"), "jmh")
                .with(words)
                .in(sample);
    }

    private Path copy(String name) throws IOException {
        Path from = ROOT.resolve("samples").resolve(name);
        Path to = folder.resolve(name);
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile).forEach(file -> copy(file, to.resolve(from.relativize(file))));
        }
        return to;
    }

    private static void copy(Path file, Path copy) {
        try {
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double huge(JsonNode result) {
        return result.at("/secondaryMetrics/hp.heap.huge/score").asDouble(-1);
    }

    private static void assertPages(Path json) throws IOException {
        JsonNode results = new ObjectMapper().readTree(json.toFile());
        List<String> names = results.findValuesAsText("benchmark");
        assertEquals(List.of("sample.RandomReads.base", "sample.RandomReads.thp"), names);
        assertEquals(0, huge(results.get(0)), results::toString);
        assertTrue(huge(results.get(1)) >= 95, results::toString);
    }

    @Test
    void withoutPlugin() throws IOException {
        Path json = folder.resolve("result.json");
        Program.Ended ended = build(copy("gradle-plain"), "-Pargs=" + SHORT + " -prof hp -rf json -rff " + json)
                .run();
        assertEquals(0, ended.exitCode(), ended.toString());
        assertPages(json);
        Program.Ended failed = build(folder.resolve("gradle-plain"), "-Pargs=base " + SHORT + " -prof hp:require=thp")
                .run();
        assertTrue(failed.exitCode() != 0, failed.toString());
        assertTrue(failed.out().contains("add -XX:+UseTransparentHugePages"), failed.toString());
    }

    @Test
    void withPlugin() throws IOException {
        Path sample = copy("gradle-plugin");
        if (isOld()) {
            Path build = sample.resolve("build.gradle");
            String text = Files.readString(build);
            assertTrue(text.contains(PLUGIN), text);
            Files.writeString(build, text.replace(PLUGIN, PLUGIN_OF_GRADLE_4));
        }
        Program.Ended ended = build(sample).run();
        assertEquals(0, ended.exitCode(), ended.toString());
        try (Stream<Path> files = Files.walk(sample.resolve("build"))) {
            assertPages(files.filter(file -> file.endsWith("results.json"))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
