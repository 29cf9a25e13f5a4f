package io.github.hpjvm.cli;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.json.FactsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictCommandTest {

    @TempDir
    Path temp;

    private Called predict(Host host, String... more) throws IOException {
        Path snapshot = Files.writeString(temp.resolve("facts.json"), FactsJson.write(facts(host)));
        List<String> arguments = new ArrayList<>(List.of("predict", "--snapshot", snapshot.toString()));
        arguments.addAll(List.of(more));
        return Called.with(arguments.toArray(String[]::new));
    }

    private JsonNode json(Called called) throws IOException {
        return new ObjectMapper().readTree(called.out());
    }

    @ParameterizedTest
    @CsvSource({
        "17.0.9,  -XX:+UseLargePages,              0",
        "25.0.5,  -XX:+UseHugeTLBFS,               3",
        "20,      -XX:+ZGenerational,              4",
        "21.0.9/temurin, -XX:+UseTransparentHugePages, 0",
        "8u504,   -XX:+UseTransparentHugePages,    0",
    })
    void theExitCodeSaysWhetherItStarts(String jdk, String flag, int code) throws IOException {
        Called called =
                predict(host(), "--jdk", jdk, "--format", "json", "--", "java", "-Xmx1g", flag, "-jar", "app.jar");
        assertEquals(code, called.exitCode(), called.out() + called.err());
        assertEquals("", called.err());
        JsonNode starts = json(called).get("starts");
        assertEquals(code == 4 ? "null" : code == 3 ? "false" : "true", starts.toString());
        assertEquals(code == 3, !json(called).get("refusal").isNull());
    }

    /** Its first word would be taken for the name of the launcher, and its flag not be seen. */
    @Test
    void aCommandLineWithoutJavaIsRefused() throws IOException {
        Called called = predict(host(), "--jdk", "17.0.9", "--", "-XX:+UseG1GC", "-Xmx1g", "Main");
        assertEquals(2, called.exitCode(), called.toString());
        assertTrue(called.err().contains("put java before it"), called.err());
    }

    /** All or nothing: 120 pages of code, 512 of heap. */
    @Test
    void onePageFlipsTheHeap() throws IOException {
        String[] command = {
            "--jdk", "17.0.9", "--format", "json", "--", "java", "-Xmx1g", "-XX:+UseLargePages", "-XX:+UseG1GC", "Main"
        };
        JsonNode enough =
                json(predict(pool(632, 632, 0), command)).get("regions").get(0);
        JsonNode short1 =
                json(predict(pool(632, 631, 0), command)).get("regions").get(0);
        assertEquals("HUGETLB", enough.get("kind").asText());
        assertEquals("BASE", short1.get("kind").asText());
    }

    @Test
    void twoDashesMayBeLeftOut() throws IOException {
        Called with = predict(host(), "--jdk", "21", "--", "java", "-Xmx1g", "--format", "Main");
        Called without = predict(host(), "--jdk", "21", "java", "-Xmx1g", "--format", "Main");
        assertEquals(with, without);
        assertEquals(3, with.exitCode(), "--format is java's here");
    }

    /** picocli would read the file itself, and hand its words to itself. */
    @Test
    void argumentFilesAreTheLaunchers() throws IOException {
        Path file = Files.writeString(temp.resolve("args"), "-Xmx1g # a comment\n-XX:+UseSerialGC\n");
        Called called = predict(host(), "--jdk", "21", "--format", "json", "--", "java", "@" + file, "Main");
        assertEquals(0, called.exitCode(), called.err());
        assertEquals("SERIAL", json(called).at("/jvm/gc").asText());
        assertEquals(1L << 30, json(called).at("/jvm/maxHeapBytes").asLong());
        Called missing = predict(host(), "--jdk", "21", "--", "java", "@" + temp.resolve("none"), "Main");
        assertEquals(3, missing.exitCode());
        assertTrue(missing.out().contains("could not open `"), missing.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void neitherLooksLikeAFailure(String format) throws IOException {
        Called called = predict(host(), "--jdk", "21", "--format", format, "--", "java", "-Xmx1g", "Main");
        assertEquals(0, called.exitCode());
        assertEquals("", called.err());
        assertFalse(called.out().contains("\033"));
    }

    @Test
    void theCallersVariablesAreThoseThatTheLauncherKept() {
        Map<String, String> ours = Map.of(
                "HP_CLI_CALLER_JAVA_TOOL_OPTIONS", "-Xmx1g",
                "HP_CLI_CALLER__JAVA_OPTIONS", "-Xmx2g",
                "_JAVA_OPTIONS", "-Xmx3g",
                "JDK_JAVA_OPTIONS", "-Xmx4g",
                "PATH", "/bin");
        Map<String, String> theirs = CallerEnvironment.of(ours);
        assertEquals("-Xmx1g", theirs.get("JAVA_TOOL_OPTIONS"));
        assertEquals("-Xmx2g", theirs.get("_JAVA_OPTIONS"));
        assertEquals("-Xmx4g", theirs.get("JDK_JAVA_OPTIONS"));
        assertEquals("/bin", theirs.get("PATH"));
    }

    @ParameterizedTest
    @CsvSource({
        "21.0.9/temurin, 21.0.9,     Eclipse Adoptium",
        "21.0.9,         21.0.9,     ''",
        "8u504/Debian,   1.8.0_504,  Debian",
        "25/Some Vendor, 25,         Some Vendor",
        "26/SapMachine,  26,         SAP SE",
    })
    void aJdkHasAName(String text, String version, String vendor) {
        NamedJdk named = NamedJdk.parse(text);
        assertEquals(version, named.version().text());
        assertEquals(vendor, named.vendor());
    }
}
