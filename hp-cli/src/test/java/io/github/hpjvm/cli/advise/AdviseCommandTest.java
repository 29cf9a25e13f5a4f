package io.github.hpjvm.cli.advise;

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
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.Manner;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.source.JvmChoice;
import io.github.hpjvm.console.error.InsufficientException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviseCommandTest {
    private static final String LARGE = "-XX:+UseLargePages";

    /** Above PID_MAX_LIMIT of {@code include/linux/threads.h}. */
    private static final String NO_PROCESS = "4194999";

    /** JVMs on a host in madvise mode with an empty pool, by the severity of their worst finding. */
    private static final Map<String, Jvm> JVMS = Map.of(
            "nothing", heap(g1(17, "-XX:+UseTransparentHugePages"), JvmSamples.on(PageKind.THP, Bytes.ofGiB(1))),
            "info", g1(17),
            "warning", g1(17, LARGE),
            "critical",
                    heap(
                            limited(g1(17, LARGE), false, limit("/a", 64, 0)),
                            JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))),
            "critical-and-blind", JvmSamples.heapDenied(limited(g1(17, LARGE), false, limit("/a", 64, 0))),
            "blind", JvmSamples.heapDenied(g1(17)),
            "blind-without-finding", JvmSamples.heapDenied(g1(17, "-XX:+UseTransparentHugePages")),
            "unclear", heap(g1(17), JvmSamples.unclear(PageKind.THP, Bytes.ofGiB(1))),
            "other", JvmSamples.other(VmKind.OPENJ9),
            "vanished", JvmSamples.vanished());

    @TempDir
    Path temp;

    @Test
    void boundsTheGainByAMeasurement() throws IOException {
        Path walks = Files.writeString(
                temp.resolve("tlb.json"),
                "{\"pid\":" + g1(17).pid() + ",\"intervals\":[],\"summary\":{\"walkCyclesShare\":0.1077}}");
        Path snapshot = snapshot(JVMS.get("nothing"));
        String text = advise(snapshot, "--with", walks.toString()).out();
        assertTrue(
                text.contains("  Page walks are 10.8 % of the cycles of process " + g1(17).pid()
                        + ": fewer page walks can save\n  at most that.\n"),
                text);
        String judged =
                advise(snapshot, "--require", "thp", "--with", walks.toString()).out();
        assertTrue(judged.contains("  Page walks are 10.8 % of the cycles"), judged);
        JsonNode gain = new ObjectMapper()
                .readTree(advise(snapshot, "--with", walks.toString(), "--format", "json")
                        .out())
                .get("gain");
        assertEquals("TLB", gain.get("source").textValue());
        assertEquals(0.1077, gain.get("atMost").doubleValue());
        assertFalse(new ObjectMapper()
                .readTree(advise(snapshot, "--format", "json").out())
                .has("gain"));
    }

    @Test
    void givesNoBoundForUnknownFigures() throws IOException {
        Path walks = Files.writeString(temp.resolve("tlb.json"), "{\"intervals\":[],\"summary\":{}}");
        JsonNode gain = new ObjectMapper()
                .readTree(advise(snapshot(JVMS.get("nothing")), "--with", walks.toString(), "--format", "json")
                        .out())
                .get("gain");
        assertTrue(gain.get("atMost").isNull());
        assertTrue(gain.get("text").textValue().startsWith("no bound of the gain: "));
    }

    @Test
    void rejectsAFileThatIsNoMeasurement() throws IOException {
        Path other = Files.writeString(temp.resolve("other.json"), "{}");
        assertUsage(advise(snapshot(g1(17)), "--with", other.toString()), "is no measurement");
        assertUsage(advise(snapshot(g1(17)), "--with", temp.resolve("none").toString()), "cannot read");
    }

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
        "nothing,  thp,     0, 100 % of 1 GiB on transparent huge pages",
        "nothing,  hugetlb, 3, 0 % of 1 GiB on pages of a hugetlb pool",
        "nothing,  any=100, 0, 100 % of 1 GiB on huge pages",
        "info,     thp,     3, 0 % of",
        "warning,  hugetlb, 3, 0 % of",
        "blind,    thp,     4, its pages are unknown",
        "unclear,  any,     4, within the bounds",
        "other,    thp,     4, its pages are unknown"
    })
    void requiredPagesAreAnExitCodeAndOneSentence(String jvm, String require, int code, String reason)
            throws IOException {
        Path snapshot = snapshot(JVMS.get(jvm));
        Called text = advise(snapshot, "--require", require);
        assertEquals(code, text.exitCode(), text.toString());
        assertEquals(1, text.out().lines().count(), text.out());
        assertTrue(text.out().startsWith("--require " + require + " "), text.out());
        assertTrue(text.out().contains(reason), text.out());
        Called json = advise(snapshot, "--require", require, "--format", "json");
        assertEquals(code, json.exitCode());
        JsonNode answer = new ObjectMapper().readTree(json.out()).get("require");
        assertEquals(require, answer.get("wanted").textValue());
        assertEquals(
                code == 0 ? "true" : code == 3 ? "false" : "null",
                answer.get("holds").toString());
        assertEquals(text.out().strip(), answer.get("reason").textValue());
    }

    @Test
    void findingsCountBesideARequirementOnRequestOnly() throws IOException {
        Jvm jvm = limited(
                heap(g1(17, LARGE), JvmSamples.on(PageKind.HUGETLB, Bytes.ofGiB(1))), false, limit("/a", 64, 0));
        Path snapshot = snapshot(jvm);
        assertEquals(3, advise(snapshot).exitCode());
        assertEquals(0, advise(snapshot, "--require", "hugetlb").exitCode());
        assertEquals(
                3,
                advise(snapshot, "--require", "hugetlb", "--fail-on", "critical")
                        .exitCode());
    }

    @Test
    void rejectsRequirementsInOneLine() throws IOException {
        Path snapshot = snapshot(g1(17));
        assertUsage(advise(snapshot, "--require", "huge"), "not thp, hugetlb or any");
        assertUsage(advise(snapshot, "--require", "thp=0"), "from 1 to 100");
        assertUsage(advise(snapshot, "--region", "code"), "--region needs --require");
        assertUsage(
                advise(snapshot, "--require", "thp", "--region", "heap,stack"),
                "no region stack; the regions are heap,");
        assertUsage(advise(snapshot, "--wait", "5"), "--wait needs --require");
        assertUsage(advise(snapshot, "--require", "thp", "--wait", "5"), "--wait needs the PID of a JVM of this host");
        assertUsage(advise(snapshot, "--require", "thp", "--wait", "x"), "--wait");
    }

    @ParameterizedTest
    @CsvSource({
        "nothing,  '',       0",
        "nothing,  info,     0",
        "info,     '',       0",
        "info,     critical, 0",
        "info,     info,     3",
        "info,     warning,  0",
        "warning,  '',       3",
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
    void theExitCodeFollowsTheWorstSeverity(String jvm, String failOn, int code) throws IOException {
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
    void jsonIsOneDocument() throws IOException {
        for (Jvm jvm : JVMS.values()) {
            Facts facts = facts(host(), jvm);
            Called called = advise(snapshot(jvm), "--format", "json");
            assertEquals(AdviceJson.write(Advisor.advise(facts, jvm)), called.out());
            assertEquals("", called.err());
        }
    }

    @Test
    void aSnapshotOfSeveralJvmsNeedsAPid() throws IOException {
        Path file = snapshot(g1(17), with(g1(21), "pid", 17L));
        Called none = advise(file);
        assertUsage(none, "4242, 17");
        assertTrue(none.err().contains("--pid"), none.err());
        Called one = advise(file, "--pid", "17", "--format", "json");
        assertEquals(0, one.exitCode(), one.err());
        assertEquals(21, tree(one.out()).at("/jvm/release").asInt());
        assertUsage(advise(file, "--pid", "18"), "18");
        assertUsage(advise(snapshot(), "--pid", "18"), "the snapshot has no JVM");
        assertUsage(advise(snapshot()), "the snapshot has no JVM");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "garbage", "{", "{}", "[1]", "{\"schemaVersion\" : 1}", "\0\0\0", "{\"schemaVersion\":99}"})
    void aDamagedSnapshotIsInvalidUsage(String text) throws IOException {
        assertUsage(advise(written(text)), "facts.json");
    }

    @Test
    void aSnapshotOfANewerVersionIsRefused() throws IOException {
        String newer = FactsJson.write(facts(host(), g1(17))).replace("\"schemaVersion\" : 1", "\"schemaVersion\" : 2");
        assertUsage(advise(written(newer)), "newer hp-cli");
    }

    @Test
    void aBinaryFileIsRefused() throws IOException {
        byte[] bytes = "{\"schemaVersion\" : 1, \"\u00e9\" : 1}".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(temp.resolve("latin.json"), bytes);
        assertUsage(advise(file), "latin.json");
        assertUsage(advise(temp), temp.toString());
        assertUsage(advise(temp.resolve("missing.json")), "missing.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "#\n# A fatal error", "\0\0\0", "{}"})
    void aDamagedLogIsInvalidUsage(String text) throws IOException {
        for (String option : List.of("--hs-err", "--vm-info")) {
            assertUsage(Called.with("advise", option, written(text).toString()), "facts.json");
        }
    }

    /** A FIFO without a writer blocks when it is opened; /dev/zero never ends. */
    @ParameterizedTest
    @ValueSource(strings = {"--snapshot", "--hs-err", "--vm-info"})
    void irregularFilesAreRefusedAtOnce(String option) throws Exception {
        Path fifo = temp.resolve("fifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        for (Path file : List.of(fifo, Path.of("/dev/zero"), temp)) {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> assertUsage(Called.with("advise", option, file.toString()), file.toString()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "advise --pid N",
                "advise N",
                "advise N --format json",
                "advise --no-attach N",
                "emit --for shell N",
                "size N",
                "size --pid N",
                "snapshot N",
                "snapshot --pid N"
            })
    void anUnknownProcessIsExitCodeOne(String line) {
        Called called = Called.with(line.replace("N", NO_PROCESS).split(" "));
        assertEquals(1, called.exitCode(), called::toString);
        assertEquals("", called.out());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains(": no process " + NO_PROCESS), called.err());
    }

    /** A process that is not a JVM: its facts do not change from one reading to the next. */
    private static Process sleep() throws IOException {
        return new ProcessBuilder("sleep", "600").start();
    }

    @Test
    void aSnapshotGivesTheSameAdviceAsTheLiveProcess() throws IOException {
        Process process = sleep();
        try {
            String pid = Long.toString(process.pid());
            Path file = temp.resolve("sleep.json");
            Called taken = Called.with("snapshot", pid, "-o", file.toString());
            assertEquals(0, taken.exitCode(), taken.err());
            assertEquals("", taken.out());
            Called live = Called.with("advise", pid, "--format", "json");
            assertEquals(4, live.exitCode(), live.err());
            assertEquals(live, advise(file, "--format", "json"));
            assertEquals(live, Called.with("advise", "--pid", pid, "--format", "json"));
        } finally {
            process.destroy();
        }
    }

    @Test
    void aSnapshotTakesPidsAsArgumentsAndAsOptions() throws IOException {
        Process process = sleep();
        try {
            String pid = Long.toString(process.pid());
            Called twice = Called.with("snapshot", pid, "--pid", pid);
            assertEquals(0, twice.exitCode(), twice.err());
            assertEquals(1, tree(twice.out()).at("/jvms").size(), twice.out());
        } finally {
            process.destroy();
        }
    }

    /** The same words and the same exit code in all commands, and nothing on stdout. */
    @ParameterizedTest
    @ValueSource(
            strings = {"advise N", "emit --for shell --pid N", "size N", "watch N --for 1", "advise N --require any"})
    void aProgramThatIsNoJvmIsOneLine(String line) throws IOException {
        Process process = sleep();
        try {
            String pid = Long.toString(process.pid());
            Called called = Called.with(line.replace("N", pid).split(" "));
            assertEquals(4, called.exitCode(), called::toString);
            assertEquals("", called.out());
            String command = line.split(" ")[0];
            assertEquals(
                    "hp-cli " + command + ": process " + pid
                            + " (sleep) is not a JVM; hp-cli jvms lists the JVMs of this host\n",
                    called.err());
        } finally {
            process.destroy();
        }
    }

    /** A start script may run its JVM by exec. */
    @Test
    void waitsForAProcessThatIsNoJvmYet() throws IOException {
        Process process = sleep();
        try {
            String pid = Long.toString(process.pid());
            long begin = System.nanoTime();
            Called called = Called.with("advise", pid, "--require", "any", "--wait", "2");
            assertTrue(System.nanoTime() - begin >= Duration.ofSeconds(2).toNanos(), called::toString);
            assertEquals(4, called.exitCode(), called::toString);
            assertTrue(called.err().contains("is not a JVM"), called::toString);
        } finally {
            process.destroy();
        }
    }

    /** Also a JSON document has the reason, so nothing is gained by further readings. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void doesNotWaitForAJvmThatMayNotBeRead(Format format) {
        Jvm jvm = JvmSamples.heapDenied(g1(17));
        Facts facts = facts(host(), jvm);
        AdviseRequest.Advised advised = new AdviseRequest.Advised(facts, Advisor.advise(facts, jvm));
        JvmChoice live = new JvmChoice(jvm.pid(), null, null, null, Manner.sparing(Contact.never()), List.of());
        Optional<Requirement> required = Optional.of(Requirement.parse("any", List.of(RegionName.HEAP)));
        AdviseRequest request = new AdviseRequest(live, FailOn.DEFAULT, format, false, null, false, required);
        Iterator<AdviseRequest.Advised> one = List.of(advised).iterator();
        assertEquals(advised, request.polled(Duration.ofHours(1), one::next));
    }

    /** A start script waits for its JVM. */
    @Test
    void theProcessOfAScriptLeadsToItsJvm() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path program = Files.writeString(
                temp.resolve("Idle.java"),
                "class Idle { public static void main(String[] a) throws Exception { System.out.println(1);"
                        + " Thread.sleep(60000); } }");
        Process script =
                new ProcessBuilder("sh", "-c", "\"$0\" -Xmx96m \"$1\"; true", java, program.toString()).start();
        try {
            assertEquals('1', script.getInputStream().read());
            long child = script.children().findFirst().orElseThrow().pid();
            for (String line : List.of("advise N", "emit --for shell --pid N", "size N", "watch N --for 1")) {
                Called called = Called.with(
                        line.replace("N", Long.toString(script.pid())).split(" "));
                assertEquals(4, called.exitCode(), called::toString);
                assertEquals("", called.out());
                assertTrue(
                        called.err().contains(" (sh) is not a JVM; it started the JVM " + child + "; type hp-cli "),
                        called.err());
                assertTrue(called.err().endsWith(" " + child + "\n"), called.err());
            }
        } finally {
            script.descendants().forEach(ProcessHandle::destroy);
            script.destroy();
        }
    }

    /** An empty variable of a shell. */
    @ParameterizedTest
    @ValueSource(strings = {"advise", "emit --for shell", "size", "watch", "snapshot", "tlb"})
    void anEmptyProcessIdIsOneLine(String line) {
        String[] words = (line + " N").split(" ");
        words[words.length - 1] = "";
        Called called = Called.with(words);
        String command = words[0];
        assertEquals(2, called.exitCode(), called::toString);
        assertEquals(
                "hp-cli " + command + ": PID expects a process ID, got ''; see hp-cli " + command + " --help\n",
                called.err());
    }

    @Test
    void aJvmOfAnotherUserIsNamedWithItsOwnerAndTheRemedy() throws IOException {
        Jvm denied = with(JvmSamples.heapDenied(g1(17)), "user", "postgres");
        Called called = advise(snapshot(denied));
        assertEquals(4, called.exitCode(), called.err());
        String text = String.join(" ", called.out().split("\\s+"));
        assertTrue(text.contains("Permission denied: process 4242 belongs to user postgres."), called.out());
        assertTrue(text.contains("sudo hp-cli advise 4242"), called.out());
    }

    /** A finding needs no pages of the heap: its code counts before that of what is unknown, and both formats print it. */
    @ParameterizedTest
    @CsvSource({
        "critical-and-blind, WARNING, 3",
        "critical-and-blind, NEVER, 4",
        "blind, WARNING, 4",
        "blind-without-finding, WARNING, 4"
    })
    void aFindingOfAJvmThatMayNotBeReadCountsInBothFormats(String name, FailOn failOn, int code) {
        Jvm jvm = with(JVMS.get(name), "user", "postgres");
        Facts facts = facts(host(), jvm);
        AdviseRequest.Advised advised = new AdviseRequest.Advised(facts, Advisor.advise(facts, jvm));
        JvmChoice live = new JvmChoice(jvm.pid(), null, null, null, Manner.sparing(Contact.never()), List.of());
        for (Format format : Format.values()) {
            AdviseRequest request = new AdviseRequest(live, failOn, format, false, null, false, Optional.empty());
            PrintStream out = System.out;
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            int answered;
            try {
                System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
                answered = request.answer(advised);
            } catch (InsufficientException e) {
                assertTrue(e.getMessage().contains("sudo hp-cli advise 4242"), e.getMessage());
                answered = 4;
            } finally {
                System.setOut(out);
            }
            assertEquals(code, answered, format.toString());
            String text = printed.toString(StandardCharsets.UTF_8);
            advised.advice().findings().forEach(finding -> assertTrue(text.contains(finding.rule()), text));
        }
    }

    @Test
    void jsonHasTheFindingsMostSevereFirst() throws IOException {
        JsonNode root =
                tree(advise(snapshot(JVMS.get("critical")), "--format", "json").out());
        assertTrue(root.get("findings").size() > 0, root::toString);
        assertEquals("CRITICAL", root.at("/findings/0/severity").asText());
        root.get("findings")
                .forEach(
                        finding -> assertEquals("FINDING", finding.get("status").asText()));
        long among = 0;
        for (JsonNode outcome : root.get("outcomes")) {
            among += outcome.get("status").asText().equals("FINDING") ? 1 : 0;
        }
        assertEquals(among, root.get("findings").size());
    }

    @Test
    void formatChoosesTheOutputOfSnapshot() throws IOException {
        Process process = sleep();
        try {
            String pid = Long.toString(process.pid());
            Called json = Called.with("snapshot", "--pid", pid, "--format", "json");
            assertEquals(0, json.exitCode(), json.err());
            assertEquals(pid, tree(json.out()).at("/jvms/0/pid").asText());
            Path file = temp.resolve("facts.json");
            Called text = Called.with("snapshot", "--pid", pid, "--format", "text", "-o", file.toString());
            assertEquals(0, text.exitCode(), text.err());
            assertTrue(
                    text.out().contains("Transparent huge pages") && text.out().contains("MAX HEAP"), text.out());
            assertTrue(text.out().contains(pid), text.out());
            assertEquals(pid, tree(Files.readString(file)).at("/jvms/0/pid").asText());
            String[] again = {"snapshot", "--pid", pid, "--format", "json", "-o", file.toString()};
            assertEquals(0, Called.with(again).exitCode(), "a snapshot replaces an earlier one");
            String packed = temp.resolve("facts.json.gz").toString();
            for (String form : List.of("--compact", "--no-attach")) {
                assertEquals(
                        0,
                        Called.with("snapshot", "--pid", pid, form, "-o", packed)
                                .exitCode(),
                        form);
            }
            Files.writeString(file, "");
            assertEquals(0, Called.with(again).exitCode(), "or the empty file of mktemp");
            for (String other : List.of("{\"schemaVersion\": 1, \"rows\": []}", "notes", "[]")) {
                Files.writeString(file, other);
                Called refused = Called.with(again);
                assertEquals(2, refused.exitCode());
                assertTrue(refused.err().contains(file + " exists; to replace it add --force"), refused.err());
                assertEquals(other, Files.readString(file));
            }
            Called quiet = Called.with("snapshot", "--pid", pid, "-o", file.toString(), "--force");
            assertEquals(0, quiet.exitCode(), quiet.err());
            assertEquals("", quiet.out());
            Called unwritable = Called.with(
                    "snapshot", "--pid", pid, "-o", temp.resolve("no/such.json").toString());
            assertEquals(1, unwritable.exitCode());
            assertEquals(1, unwritable.err().lines().count(), unwritable.err());
            assertTrue(unwritable.err().contains("no/such.json"), unwritable.err());
        } finally {
            process.destroy();
        }
        assertEquals(2, Called.with("snapshot", "--format", "yaml").exitCode());
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
