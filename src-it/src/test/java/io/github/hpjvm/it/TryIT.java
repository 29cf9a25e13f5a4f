package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Results.Run;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code hp-cli try}: commands of all kinds under each variant, and what becomes of those that go wrong. */
class TryIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final String WORK = """
            public class Work {
                public static void main(String[] a) throws Exception {
                    long[] heap = new long[Integer.parseInt(a[0]) << 17];
                    for (int i = 0; i < heap.length; i++) {
                        heap[i] = i;
                    }
                    System.out.print("mine = " + System.getProperty("mine") + "\\r\\n");
                    System.out.println("ready");
                    long end = System.nanoTime() + Long.parseLong(a[1]) * 1000000L;
                    long sum = 0;
                    while (System.nanoTime() < end) {
                        sum += heap[(int) (System.nanoTime() % heap.length)];
                    }
                    System.out.print("tps = " + heap.length + "\\r\\n");
                    if (sum == 42) {
                        System.out.println(sum);
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    /** A word on the command lines of all that a test starts, so that what is left of it can be found. */
    private final String mark = "-Dmark=" + UUID.randomUUID();

    private Path out() {
        return folder.resolve("out");
    }

    private Program attempt(Object... words) {
        return attemptUnder("baseline,thp", words);
    }

    private Program attemptUnder(String variants, Object... words) {
        return Cli.with("try", "--rounds", "1", "--variants", variants, "-o", out())
                .with(words)
                .setAll(HOST.handOver());
    }

    private List<Object> work(Jdk jdk, int mebibytes, long millis) {
        return List.of(
                jdk.java(),
                "-Xmx200m",
                "-XX:+UseSerialGC",
                mark,
                "-cp",
                JavaSource.compiled(folder, "Work", WORK),
                "Work",
                mebibytes,
                millis);
    }

    private Program workAfter(Object... options) {
        return attempt(options).with("--").with(work(Jdks.running(), 64, 700).toArray());
    }

    private Path script(String... lines) throws IOException {
        Path script = folder.resolve("script.sh");
        List<String> text = new ArrayList<>(List.of("#!/bin/sh"));
        text.addAll(List.of(lines));
        Files.write(script, text);
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String line(Jdk jdk, int mebibytes, long millis) {
        return String.join(
                " ", work(jdk, mebibytes, millis).stream().map(Object::toString).toList());
    }

    /** Without hp-cli itself, which has the same words behind its own. */
    private List<ProcessHandle> left() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(mark)
                        && !process.info().commandLine().orElse("").contains("hp-cli"))
                .filter(process -> process.isAlive())
                .toList();
    }

    @AfterEach
    void nothingIsLeftRunning() {
        assertEquals(
                List.of(), left().stream().map(it -> it.info().commandLine()).toList());
    }

    private static Results done(Program.Ended ended, Path out) {
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return Results.in(out);
    }

    @Test
    void theNumberThatAProgramPrintsIsCompared() {
        Program.Ended ended = workAfter("--metric", "tps = ([0-9]+)", "--better", "higher")
                .set("JDK_JAVA_OPTIONS", "-Dmine=kept")
                .run();
        Results results = done(ended, out());
        assertTrue(ended.err().contains("flags     go in by JDK_JAVA_OPTIONS"), ended.err());
        for (Run run : results.runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertTrue(run.realised(), run::reason);
            assertEquals(run.variant().equals("thp") ? "THP" : "BASE", run.kind());
            assertEquals(64 << 17, run.node().get("score").asInt());
            assertEquals("tps", run.node().get("unit").asText());
            assertTrue(run.node().get("higherIsBetter").asBoolean());
            assertTrue(run.node().at("/usage/wallMillis").asLong() >= 700);
            assertTrue(run.node().at("/usage/minorFaults").asLong() > 0);
            assertTrue(run.node().at("/price/residentBytes").asLong() >= 64 << 20);
            JsonNode jvm = run.node().at("/jvms/0");
            assertEquals("Work", jvm.get("main").asText());
            assertTrue(jvm.get("flagsArrived").asBoolean());
            assertTrue(jvm.get("judged").asBoolean());
        }
        assertTrue(output("thp", ".out").contains("mine = kept"));
    }

    private String output(String variant, String ending) {
        try (var files = Files.list(out().resolve("forks"))) {
            Path file = files.filter(it -> it.toString().endsWith("-" + variant + ending))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void jvmsThatAScriptLeavesBehindAreSeenAndEnded() throws IOException {
        Path script = script(
                "(setsid " + line(Jdks.running(), 8, 600_000) + " > /dev/null 2>&1 &)", line(Jdks.running(), 64, 900));
        Program.Ended ended = attempt().with("--", script).run();
        Results results = done(ended, out());
        assertTrue(ended.err().contains("is no java launcher"), ended.err());
        assertTrue(ended.err().contains("JDK_JAVA_OPTIONS, which arrived at each of them"), ended.err());
        Run thp = results.run("thp");
        assertEquals(2, thp.node().get("jvms").size(), thp.node()::toString);
        thp.node().get("jvms").forEach(jvm -> {
            assertTrue(jvm.get("flagsArrived").asBoolean(), jvm::toString);
            assertEquals(jvm.get("judged").asBoolean(), jvm.get("heapBytes").asLong() > 32 << 20);
        });
        assertTrue(thp.realised(), thp::reason);
        assertTrue(thp.notes().contains("it started 2 JVMs"), thp::notes);
    }

    @Test
    void aLauncherThatDropsOneVariableIsReachedByTheOther() throws IOException {
        Path script = script("unset JDK_JAVA_OPTIONS", "exec " + line(Jdks.running(), 64, 900));
        Program.Ended ended = attempt().with("--", script).run();
        assertTrue(done(ended, out()).run("thp").realised());
        assertTrue(
                ended.err().contains("JAVA_TOOL_OPTIONS, since JDK_JAVA_OPTIONS did not arrive at each of them"),
                ended.err());
    }

    @Test
    void jdk8IsReachedByTheOnlyVariableThatItReads() {
        Jdk eight = Needs.jdk(8);
        Program.Ended ended = attempt("--").with(work(eight, 64, 900).toArray()).run();
        Results results = done(ended, out());
        assertTrue(ended.err().contains("flags     go in by JAVA_TOOL_OPTIONS, since JDK 8"), ended.err());
        assertTrue(results.run("thp").realised(), results.run("thp")::reason);
        assertTrue(results.run("baseline").realised(), results.run("baseline")::reason);
    }

    @Test
    void aServerIsReadyWorksAndIsEnded() throws IOException {
        Path load = script("sleep 0.3", "echo requests = 12");
        Program.Ended ended = attempt("--until", "^ready", "--load", load + " x", "--repeat-load", "2")
                .with("--metric", "requests = ([0-9]+)", "--better", "higher", "--")
                .with(work(Jdks.running(), 64, 600_000).toArray())
                .run();
        for (Run run : done(ended, out()).runs()) {
            assertEquals("OK", run.status(), run.node()::toString);
            assertTrue(run.realised(), run::reason);
            assertEquals("[12.0,12.0]", run.node().get("iterations").toString());
            assertTrue(run.node().at("/price/startMillis").asLong() > 0);
            assertEquals(2, run.node().at("/jvms/0/seenAtMillis").size(), "before the load and after it");
        }
    }

    @Test
    void aCommandThatHangsIsEnded() {
        Program.Ended ended = attemptUnder("baseline", "--timeout", "2s", "--")
                .with(work(Jdks.running(), 8, 600_000).toArray())
                .run();
        assertEquals(1, ended.exitCode(), "no run ended well");
        Run run = Results.in(out()).run("baseline");
        assertEquals("TIMED_OUT", run.status());
        assertTrue(
                run.failure().orElse("").contains("had not ended after 2 s"),
                () -> run.failure().get());
    }

    @Test
    void aCommandThatFailsInOneVariantDoesNotHarmTheOthers() throws IOException {
        Path script = script(
                "case \"$JDK_JAVA_OPTIONS\" in *+UseTransparentHugePages*) echo no such luck >&2; exit 3;; esac",
                "exec " + line(Jdks.running(), 64, 900));
        Program.Ended ended = attempt().with("--", script).run();
        Results results = done(ended, out());
        assertEquals("CRASHED", results.run("thp").status());
        assertEquals(
                "exit code 3; its last line: no such luck",
                results.run("thp").failure().orElse(""));
        assertFalse(results.run("thp").realised());
        assertEquals("OK", results.run("baseline").status());
        assertEquals("NOT_REALISED", results.comparison("thp").get("verdict").asText());
        assertTrue(ended.out().contains("CRASHED  thp"), ended.out());
    }

    @Test
    void whatCannotBeMeasuredIsSaidInOneLine() throws IOException {
        refused(
                workAfter("--metric", "qps = ([0-9]+)", "--better", "higher"),
                1,
                "no line of its output has the metric");
        refused(attempt("--", "echo", "hello"), 4, "started no JVM that lived long enough to be seen");
        refused(attempt("--", folder.resolve("absent")), 2, "No such file or directory");
        refused(attempt("--", script("exit 7")), 1, "ends with exit code 7");
        refused(
                attempt("--", Jdks.running().java(), "-XX:+UseTransparentHugePages", "-version"),
                2,
                "-XX:+UseTransparentHugePages against baseline, which says -XX:-UseTransparentHugePages");
        refused(attempt(), 2, "which command?");
    }

    private static void refused(Program program, int exitCode, String said) {
        Program.Ended ended = program.run();
        assertEquals(exitCode, ended.exitCode(), ended.err());
        List<String> lines = ended.errLines().stream()
                .filter(line -> line.startsWith("hp-cli try: "))
                .toList();
        assertEquals(1, lines.size(), ended.err());
        assertTrue(lines.get(0).contains(said), ended.err());
        assertFalse(ended.err().contains("\tat "), ended.err());
    }

    @Test
    void whoeverIsStoppedLeavesNothingRunningAndTouchesNobodyElse() {
        Program bystander = Program.of(work(Jdks.running(), 8, 600_000).stream()
                .map(Object::toString)
                .map(word -> word.equals(mark) ? "-Dbystander=true" : word)
                .toList());
        try (Program.Running other = bystander.start();
                Program.Running running = attempt("--")
                        .with(work(Jdks.running(), 8, 600_000).toArray())
                        .start()) {
            Poll.until("a run that works", () -> !left().isEmpty());
            running.handle().destroy();
            running.await();
            assertTrue(other.isAlive());
        }
        Results results = Results.in(out());
        assertTrue(results.partial());
        assertEquals(
                "INTERRUPTED", results.runs().get(results.runs().size() - 1).status());
        left().forEach(it -> Poll.until("the end of it", () -> !it.isAlive()));
    }

    @Test
    void outputOfGigabytesIsDrained() throws IOException {
        Needs.lab();
        Path script = script(
                "yes 0123456789012345678901234567890123456789 | head -c 3000000000",
                "exec " + line(Jdks.running(), 64, 900));
        Program.Ended ended = attemptUnder("baseline", "--metric", "tps = ([0-9]+)", "--better", "higher")
                .with("--", script)
                .run();
        assertEquals("OK", done(ended, out()).run("baseline").status());
        assertTrue(output("baseline", ".out").length() < 3_000_000);
        assertTrue(output("baseline", ".out").contains(" bytes are left out here "));
    }

    @Test
    void thePoolIsSizedForThisCommandLineAndPutBack() {
        Needs.root();
        Program.Ended ended = attemptUnder("baseline,hugetlb", "--provision")
                .with("--")
                .with(work(Jdks.running(), 64, 900).toArray())
                .setAll(HOST.handOver())
                .run();
        Results results = done(ended, out());
        assertTrue(results.run("hugetlb").realised(), results.run("hugetlb")::reason);
        assertEquals("HUGETLB", results.run("hugetlb").kind());
        assertTrue(results.run("hugetlb").node().at("/price/residentBytes").asLong() >= 64 << 20, "with hugetlb");
        assertTrue(ended.err().contains("provided  /proc/sys/vm/nr_hugepages: 0 -> "), ended.err());
        assertTrue(ended.err().contains("restored  /proc/sys/vm/nr_hugepages: put back 0"), ended.err());
    }
}
