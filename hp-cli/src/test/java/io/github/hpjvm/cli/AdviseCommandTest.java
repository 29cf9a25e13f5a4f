package io.github.hpjvm.cli;

import static io.github.hpjvm.advisor.FactsSamples.facts;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.limit;
import static io.github.hpjvm.advisor.JvmSamples.limited;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.advisor.Advisor;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.json.FactsJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseCommandTest {
    private static final String LARGE = "-XX:+UseLargePages";

    /** Above the most that a kernel gives out (PID_MAX_LIMIT of {@code include/linux/threads.h}). */
    private static final String NO_PROCESS = "4194999";

    /** JVMs on a host with an empty pool that gives THP to those who ask; by the worst that is to be said of each. */
    private static final Map<String, Jvm> JVMS = Map.of(
            "nothing", heap(g1(17, "-XX:+UseTransparentHugePages"), JvmSamples.on(PageKind.THP, Bytes.ofGiB(1))),
            "info", g1(17),
            "warning", g1(17, LARGE),
            "critical", limited(g1(17, LARGE), false, limit("/a", 64, 0)),
            "critical-and-blind", JvmSamples.heapDenied(limited(g1(17, LARGE), false, limit("/a", 64, 0))),
            "blind", JvmSamples.heapDenied(g1(17)),
            "unclear", heap(g1(17), JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))),
            "other", JvmSamples.other(VmKind.OPENJ9),
            "vanished", JvmSamples.vanished());

    @TempDir
    Path temp;

    private Path snapshot(Jvm... jvms) throws IOException {
        return written(FactsJson.write(facts(host(), jvms)));
    }

    private Path written(String text) throws IOException {
        return Files.writeString(temp.resolve("facts.json"), text);
    }

    private static Called advise(Path snapshot, String... more) {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "advise";
        arguments[1] = "--snapshot";
        arguments[2] = snapshot.toString();
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Called.with(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "nothing,  '',       0",
        "nothing,  info,     0",
        "info,     '',       0",
        "info,     info,     3",
        "info,     warning,  0",
        "warning,  '',       0",
        "warning,  never,    0",
        "warning,  info,     3",
        "warning,  warning,  3",
        "warning,  WARNING,  3",
        "warning,  critical, 0",
        "critical, '',       3",
        "critical, never,    0",
        "critical, info,     3",
        "critical-and-blind, '',    3",
        "critical-and-blind, never, 4",
        "blind,    '',       4",
        "blind,    info,     4",
        "unclear,  '',       4",
        "other,    '',       4",
        "vanished, '',       4"
    })
    void theExitCodeSaysHowBadItIs(String jvm, String failOn, int code) throws IOException {
        Path file = snapshot(JVMS.get(jvm));
        Called called = failOn.isEmpty() ? advise(file) : advise(file, "--fail-on", failOn);
        assertEquals(code, called.exitCode(), called.out());
        assertEquals("", called.err());
        assertTrue(called.out().contains("4242"), called.out());
        Called json = failOn.isEmpty()
                ? advise(file, "--format", "json")
                : advise(file, "--format", "json", "--fail-on", failOn);
        assertEquals(code, json.exitCode());
    }

    @Test
    void jsonIsTheDocumentAlone() throws IOException {
        for (Jvm jvm : JVMS.values()) {
            Facts facts = facts(host(), jvm);
            Called called = advise(snapshot(jvm), "--format", "json");
            assertEquals(AdviceJson.write(Advisor.advise(facts, jvm)), called.out());
            assertEquals("", called.err());
        }
    }

    @Test
    void ofSeveralJvmsOneIsNamed() throws IOException {
        Path file = snapshot(g1(17), with(g1(21), "pid", 17L));
        Called none = advise(file);
        assertUsage(none, "4242, 17");
        assertTrue(none.err().contains("--pid"), none.err());
        Called one = advise(file, "--pid", "17", "--format", "json");
        assertEquals(0, one.exitCode(), one.err());
        assertEquals(21, tree(one.out()).at("/jvm/release").asInt());
        assertUsage(advise(file, "--pid", "18"), "18");
        assertUsage(advise(snapshot(), "--pid", "18"), "18");
        assertUsage(advise(snapshot()), "0 JVMs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "garbage", "{", "{}", "[1]", "{\"schemaVersion\" : 1}", "\0\0\0", "{\"schemaVersion\":99}"})
    void whatIsNoSnapshotIsAMistakeOfTheUser(String text) throws IOException {
        assertUsage(advise(written(text)), "facts.json");
    }

    @Test
    void aSnapshotOfANewerVersionIsRefused() throws IOException {
        String newer = FactsJson.write(facts(host(), g1(17))).replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2");
        assertUsage(advise(written(newer)), "newer hp-cli");
    }

    @Test
    void aFileThatIsNoTextIsRefused() throws IOException {
        byte[] bytes = "{\"schemaVersion\" : 1, \"\u00e9\" : 1}".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(temp.resolve("latin.json"), bytes);
        assertUsage(advise(file), "latin.json");
        assertUsage(advise(temp), temp.toString());
        assertUsage(advise(temp.resolve("missing.json")), "missing.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "#\n# A fatal error", "\0\0\0", "{}"})
    void whatIsNoLogOfAJvmIsAMistakeOfTheUser(String text) throws IOException {
        for (String option : List.of("--hs-err", "--vm-info")) {
            assertUsage(Called.with("advise", option, written(text).toString()), "facts.json");
        }
    }

    /** Of the one the end never comes, of the other not even the beginning. */
    @ParameterizedTest
    @ValueSource(strings = {"--snapshot", "--hs-err", "--vm-info"})
    void whatIsNoRegularFileIsRefusedAtOnce(String option) throws Exception {
        Path fifo = temp.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        for (Path file : List.of(fifo, Path.of("/dev/zero"), temp)) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> assertUsage(Called.with("advise", option, file.toString()), file.toString()));
        }
    }

    @Test
    void aProcessThatIsNotThereIsSaidToHaveVanished() throws IOException {
        Called text = Called.with("advise", "--pid", NO_PROCESS);
        assertEquals(4, text.exitCode(), text.err());
        assertTrue(text.out().startsWith(NO_PROCESS) && text.out().contains("VANISHED"), text.out());
        assertEquals("", text.err());
        Called json = Called.with("advise", "--pid", NO_PROCESS, "--format", "json");
        assertEquals(4, json.exitCode(), json.err());
        assertEquals("VANISHED", tree(json.out()).at("/unknowns/0/reason").asText());
        for (JsonNode outcome : tree(json.out()).at("/outcomes")) {
            assertEquals("UNKNOWN", outcome.at("/status").asText(), outcome.toString());
        }
    }

    @Test
    void aSnapshotGivesTheSameAdviceAsTheLiveProcess() throws IOException {
        Path file = temp.resolve("of-nobody.json");
        Called taken = Called.with("snapshot", "--pid", NO_PROCESS, "-o", file.toString());
        assertEquals(0, taken.exitCode(), taken.err());
        assertEquals("", taken.out());
        assertEquals(Called.with("advise", "--pid", NO_PROCESS, "--format", "json"), advise(file, "--format", "json"));
    }

    @Test
    void whatASnapshotShowsOnStdoutIsToBeChosen() throws IOException {
        Called json = Called.with("snapshot", "--pid", NO_PROCESS, "--format", "json");
        assertEquals(0, json.exitCode(), json.err());
        assertEquals(NO_PROCESS, tree(json.out()).at("/jvms/0/pid").asText());
        Path file = temp.resolve("facts.json");
        Called text = Called.with("snapshot", "--pid", NO_PROCESS, "--format", "text", "-o", file.toString());
        assertEquals(0, text.exitCode(), text.err());
        assertTrue(text.out().contains("Transparent huge pages") && text.out().contains("MAX HEAP"), text.out());
        assertTrue(text.out().contains(NO_PROCESS), text.out());
        assertEquals(NO_PROCESS, tree(Files.readString(file)).at("/jvms/0/pid").asText());
        Called quiet = Called.with("snapshot", "--pid", NO_PROCESS, "--format", "json", "-o", file.toString());
        assertEquals("", quiet.out());
        assertEquals(2, Called.with("snapshot", "--format", "yaml").exitCode());
    }

    @Test
    void aSnapshotThatCannotBeWrittenIsOneLine() {
        Called called = Called.with(
                "snapshot",
                "--pid",
                NO_PROCESS,
                "-o",
                temp.resolve("no/such.json").toString());
        assertEquals(1, called.exitCode());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains("no/such.json"), called.err());
    }

    private static JsonNode tree(String json) throws IOException {
        return new ObjectMapper().readTree(json);
    }

    private static void assertUsage(Called called, String naming) {
        assertEquals(2, called.exitCode(), called::toString);
        assertEquals("", called.out());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().startsWith("hp-cli advise: ") && called.err().contains(naming), called.err());
        assertFalse(called.err().contains("\0"), called.err());
    }
}
