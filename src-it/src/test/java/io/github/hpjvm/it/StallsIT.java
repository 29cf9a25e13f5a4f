package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.TraceInstances;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code hp-cli stalls} beside a JVM that touches its heap, and every way in which it can end. */
class StallsIT {
    private static final int HEAP_MIB = 128;
    private static final int THREADS = 3000;

    /** A program with many threads that all wait. */
    private static final String MANY_THREADS = """
            public class ManyThreads {
                public static void main(String[] arguments) throws Exception {
                    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                        Thread thread = new Thread(null, () -> sleep(), "waits", 64 << 10);
                        thread.setDaemon(true);
                        thread.start();
                    }
                    System.out.println("ready");
                    sleep();
                }

                private static void sleep() {
                    try {
                        Thread.sleep(600000);
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
            """;

    /** The last event that the trace enables. */
    private static final String LAST_EVENT = "events/kmem/mm_page_alloc/enable";

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @BeforeEach
    void tracingNeedsRoot() {
        Needs.root();
        Needs.program("unshare");
        Needs.that(TraceInstances.isAvailable(), "tracefs");
    }

    /** The signals have their default action in the child, as on a terminal. */
    private static Program.Running started(String... more) {
        Program.Running running = Cli.with("stalls", "--for", "2m", "--backend", "tracefs", "--format", "json")
                .with((Object[]) more)
                .through("env", "--default-signal=INT,TERM")
                .start();
        Poll.until(
                "the instance of " + running.pid(),
                () -> TraceInstances.of(running.pid()).isPresent() || !running.isAlive());
        assertTrue(running.isAlive(), () -> running.outSoFar() + running.errSoFar());
        return running;
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    private static JsonNode histogram(JsonNode root, String name) {
        for (JsonNode histogram : root.get("histograms")) {
            if (histogram.get("name").asText().equals(name)) {
                return histogram;
            }
        }
        throw new AssertionError("no histogram " + name + " in " + root);
    }

    @Test
    void histogramsHaveTheFaultsOfAHeap() throws IOException {
        Program.Ended ended;
        try (Program.Running stalls = started()) {
            try (LiveJvm jvm = LiveJvm.start(
                    Jdks.running(),
                    folder,
                    List.of(
                            "-XX:+UseTransparentHugePages",
                            "-XX:+UseParallelGC",
                            "-Xms" + HEAP_MIB + "m",
                            "-Xmx" + HEAP_MIB + "m",
                            "-XX:+AlwaysPreTouch"))) {
                assertTrue(jvm.isAlive());
            }
            Signals.interrupt(stalls.handle());
            ended = stalls.await();
        }
        assertEquals(130, ended.exitCode(), ended.err());
        JsonNode root = json(ended.out());
        assertEquals("tracefs", root.get("backend").asText());
        assertEquals("INTERRUPTED", root.get("end").asText());
        assertEquals(0, root.get("lost").asLong());
        JsonNode faults = histogram(root, "huge_fault");
        JsonNode fallbacks = histogram(root, "fallback_fault");
        long traced = faults.get("count").asLong() + fallbacks.get("count").asLong();
        // The heap, except what was touched before its memory was advised.
        assertTrue(traced >= HEAP_MIB / 2 - 8, () -> root.toString());
        long buckets = 0;
        for (JsonNode bucket : faults.get("buckets")) {
            assertEquals(bucket.get("from").asLong() * 2, bucket.get("to").asLong());
            buckets += bucket.get("count").asLong();
        }
        assertEquals(faults.get("count").asLong(), buckets);
        long kernel = root.get("vmstat").get("thp_fault_alloc").asLong()
                + root.get("vmstat").get("thp_fault_fallback").asLong();
        assertEquals(kernel, traced, 8, "a fault of another process at either end: " + root);
        assertFalse(root.get("verdict").asText().isBlank());
        assertEquals(List.of(), TraceInstances.all());
    }

    @Test
    void terminationRemovesTheInstanceAndPrintsTheResult() throws IOException {
        try (Program.Running stalls = started()) {
            stalls.handle().destroy();
            Program.Ended ended = stalls.await();
            assertEquals(143, ended.exitCode(), ended.err());
            assertEquals("INTERRUPTED", json(ended.out()).get("end").asText());
        }
        assertEquals(List.of(), TraceInstances.all());
    }

    @Test
    void nextStartRemovesTheInstanceOfAKilledOne() throws IOException {
        try (Program.Running stalls = started()) {
            Signals.kill(stalls.handle());
            stalls.await();
        }
        assertEquals(1, TraceInstances.all().size());
        Program.Ended next = Cli.with("stalls", "--for", "1s", "--backend", "tracefs", "--format", "json")
                .run();
        assertEquals(0, next.exitCode(), next.err());
        assertEquals("TIME", json(next.out()).get("end").asText());
        assertEquals(List.of(), TraceInstances.all());
    }

    /** A live instance is in use: another trace beside it leaves it alone. */
    @Test
    void tracesSideBySideDoNotDisturbEachOther() {
        try (Program.Running stalls = started()) {
            Program.Ended other = Cli.with("stalls", "--for", "1s").run();
            assertEquals(0, other.exitCode(), other.err());
            assertTrue(TraceInstances.of(stalls.pid()).isPresent());
            assertTrue(stalls.isAlive());
        }
        assertEquals(0, Cli.with("stalls", "--for", "1s").run().exitCode());
        assertEquals(List.of(), TraceInstances.all());
    }

    @Test
    void endOfTheTargetEndsTheTrace() throws IOException {
        Program.Ended ended;
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            assertTrue(jvm.isAlive(), jvm::said);
            try (Program.Running stalls = started("--pid", Long.toString(jvm.pid()))) {
                Signals.kill(jvm.handle());
                ended = stalls.await();
            }
        }
        assertEquals(0, ended.exitCode(), ended.err());
        assertEquals("PROCESS_ENDED", json(ended.out()).get("end").asText());
    }

    /** A reader that closes the pipe, such as head, ends the trace. */
    @Test
    void theEndOfTheReaderEndsTheTrace() {
        long begin = System.nanoTime();
        Program.Ended ended = Program.of(
                        "sh",
                        "-c",
                        "\"$1\" stalls --for 10m --interval 1s | head -1",
                        "sh",
                        Cli.launcher().toString())
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(Duration.ofNanos(System.nanoTime() - begin).toSeconds() < 60);
        assertEquals(List.of(), TraceInstances.all());
    }

    /** Each write to {@code set_event_pid} takes the kernel tens of milliseconds: all threads are in one. */
    @Test
    void allThreadsOfAProcessAreTracedAfterOneWrite() throws IOException {
        try (Program.Running target = manyThreads();
                Program.Running stalls = started("--pid", Long.toString(target.pid()))) {
            String name = TraceInstances.of(stalls.pid()).orElseThrow();
            Poll.until(
                    "the last event",
                    () -> TraceInstances.text(name, LAST_EVENT).strip().equals("1"));
            List<Long> traced = TraceInstances.text(name, "set_event_pid")
                    .lines()
                    .map(Long::parseLong)
                    .toList();
            assertTrue(traced.containsAll(threads(target.pid())), () -> traced.size() + " threads");
            assertTrue(writes(stalls.pid()) < THREADS, () -> writes(stalls.pid()) + " writes");
            stalls.handle().destroy();
            assertEquals(143, stalls.await().exitCode());
        }
        assertEquals(List.of(), TraceInstances.all());
    }

    @Test
    void terminationDuringSetUpRemovesTheInstanceAndPrintsTheResult() throws IOException {
        try (Program.Running target = manyThreads();
                Program.Running stalls = started("--pid", Long.toString(target.pid()))) {
            stalls.handle().destroy();
            Program.Ended ended = stalls.await();
            assertEquals(143, ended.exitCode(), ended.err());
            assertEquals("INTERRUPTED", json(ended.out()).get("end").asText());
        }
        assertEquals(List.of(), TraceInstances.all());
    }

    private Program.Running manyThreads() {
        Program.Running target = Program.of(
                        Jdks.running().java().toString(),
                        "-Xmx64m",
                        "-cp",
                        JavaSource.compiled(folder, "ManyThreads", MANY_THREADS).toString(),
                        "ManyThreads",
                        Integer.toString(THREADS))
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .start();
        Poll.until("the threads", () -> target.outSoFar().contains("ready") || !target.isAlive());
        assertTrue(target.isAlive(), target::errSoFar);
        return target;
    }

    private static List<Long> threads(long pid) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.map(task -> Long.parseLong(task.getFileName().toString()))
                    .toList();
        }
    }

    /** The writes that a process made so far. */
    private static long writes(long pid) {
        return HostState.value(Path.of("/proc/" + pid + "/io"))
                .lines()
                .filter(line -> line.startsWith("syscw: "))
                .mapToLong(line -> Long.parseLong(line.substring("syscw: ".length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void missingPrivilegeIsOneLine() throws IOException {
        Needs.program("setpriv");
        // Root owns the files of a mounted one, and needs no capability.
        assumeTrue(
                Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                        .noneMatch(mount -> mount.split(" ")[2].equals("tracefs")),
                "tracefs is not mounted");
        Program.Ended ended = Cli.with("stalls", "--for", "1s")
                .through("setpriv", "--bounding-set=-all", "--inh-caps=-all")
                .run();
        assertEquals(4, ended.exitCode(), ended.err());
        assertEquals(1, ended.errLines().size(), ended.err());
        assertTrue(ended.err().contains("sudo"), ended.err());
        assertEquals("", ended.out());
    }
}
