package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.ReadingJvm;
import io.github.hpjvm.it.lab.RemoteThp;
import io.github.hpjvm.it.lab.Results;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.lab.WithoutScan;
import io.github.hpjvm.it.lab.ZramSwap;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code hp-cli watch} on real JVMs: it reports provoked changes with their cause, and ends cleanly. */
class WatchIT {
    @RegisterExtension
    static final TheHost HOST = new TheHost();

    private static final long HUGE = 2L << 20;

    private static final List<String> THP_HEAP = List.of(
            "-XX:+UseParallelGC", "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch", "-XX:+UseTransparentHugePages");

    /** Forks with its heap, writes to the heap, and waits. The child sleeps, and ends without Java. */
    private static final String FORKS = """
            import java.lang.reflect.Method;
            public class Forks {
                public static void main(String[] arguments) throws Exception {
                    Class<?> libraries = Class.forName("com.sun.jna.NativeLibrary");
                    Object library = libraries.getMethod("getProcess").invoke(null);
                    Method find = libraries.getMethod("getFunction", String.class);
                    Object fork = find.invoke(library, "fork");
                    Object sleep = find.invoke(library, "usleep");
                    Object exit = find.invoke(library, "_exit");
                    Method call = fork.getClass().getMethod("invokeInt", Object[].class);
                    Object[] none = {new Object[0]};
                    Object[] time = {new Object[] {3000000}};
                    Object[] zero = {new Object[] {0}};
                    call.invoke(sleep, (Object) new Object[] {10});
                    byte[][] kept = new byte[192][262144];
                    System.out.println("ready");
                    System.in.read();
                    if (call.invoke(fork, none).equals(0)) {
                        call.invoke(sleep, time);
                        call.invoke(exit, zero);
                    }
                    for (byte[] one : kept) {
                        for (int i = 0; i < one.length; i += 4096) {
                            one[i]++;
                        }
                    }
                    System.out.println("forked");
                    // Ends a JVM that its test did not end.
                    Thread.sleep(600000);
                }
            }
            """;

    /** Restarts itself by execve with half of its heap, as a server after an upgrade of its plugins, and then waits. */
    private static final String RESTARTS = """
            import java.lang.reflect.Method;
            public class Restarts {
                public static void main(String[] arguments) throws Exception {
                    if (arguments.length > 0) {
                        System.out.println("again");
                        Thread.sleep(600000);
                    }
                    Class<?> libraries = Class.forName("com.sun.jna.NativeLibrary");
                    Object library = libraries.getMethod("getProcess").invoke(null);
                    Object exec = libraries.getMethod("getFunction", String.class).invoke(library, "execv");
                    Method call = exec.getClass().getMethod("invokeInt", Object[].class);
                    System.out.println("ready");
                    System.in.read();
                    String java = System.getProperty("java.home") + "/bin/java";
                    String[] words = {
                        java, "-XX:+UseParallelGC", "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch",
                        "-cp", System.getProperty("java.class.path"), "Restarts", "again"
                    };
                    call.invoke(exec, (Object) new Object[] {java, words});
                }
            }
            """;

    /** Huge pages that khugepaged has to make before an alert is expected. */
    private static final int COLLAPSES = 8;

    @TempDir
    private Path folder;

    private static Running watch(long pid, Object... more) {
        return Cli.with("watch", "--pid", pid, "--interval", 1, "--format", "json")
                .with(more)
                .start();
    }

    private static AddressRange heap(long pid) {
        return Jvms.read(Roots.host(), pid, Reach.full(Bytes.ofMiB(2)))
                .region(RegionName.HEAP)
                .location()
                .known()
                .orElseThrow()
                .get(0);
    }

    private static List<JsonNode> lines(Running watch) {
        String out = watch.outSoFar();
        return out.substring(0, out.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> Results.parse(line).root())
                .toList();
    }

    private static long collapsed() {
        return Long.parseLong(HostState.value(HostState.PAGES_COLLAPSED));
    }

    /** Expects the cause at the latest in the second reading after the provocation, which ends before this call. */
    private static void assertWithinTwo(Running watch, String cause, int before) {
        int latest = lines(watch).size() + 2;
        assertTrue(before + readingsUntil(watch, cause, before) <= latest, () -> cause + ": " + watch.outSoFar());
    }

    /** Waits for an alert with that cause, and returns how many readings were taken after {@code before}. */
    private static int readingsUntil(Running watch, String cause, int before) {
        try {
            return Poll.untilFound(cause, () -> {
                for (int i = before; i < lines(watch).size(); i++) {
                    if (alert(watch, cause, i).isPresent()) {
                        return Optional.of(i - before + 1);
                    }
                }
                return Optional.empty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + watch.outSoFar() + watch.errSoFar(), e);
        }
    }

    /** The alert of the heap with that cause in that reading. */
    private static Optional<JsonNode> alert(Running watch, String cause, int reading) {
        for (JsonNode alert : lines(watch).get(reading).path("alerts")) {
            if (alert.path("cause").asText().equals(cause)
                    && alert.path("region").asText().equals("heap")) {
                return Optional.of(alert);
            }
        }
        return Optional.empty();
    }

    /** The text of the first alert with that cause from that reading on. */
    private static String text(Running watch, String cause, int before) {
        int reading = before + readingsUntil(watch, cause, before) - 1;
        return alert(watch, cause, reading).orElseThrow().path("text").asText();
    }

    /** Collapses block by block: the kernel stops at the first block that has no data. */
    private static void collapse(long pid, AddressRange range) {
        for (long at = range.start(); at < range.end(); at += HUGE) {
            try {
                RemoteThp.collapse(pid, at, at + HUGE);
            } catch (IllegalStateException e) {
                // A block without data stays as it is.
            }
        }
    }

    @Test
    void splitAndCollapseAreSeenWithTheirCauses() {
        Needs.root();
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP);
                Running watch = watch(live.pid())) {
            Poll.until("two readings", () -> lines(watch).size() >= 2);
            AddressRange heap = heap(live.pid());
            assertEquals(1.0, lines(watch).get(0).at("/regions/0/coverage").asDouble(), 0.02);

            int before = lines(watch).size();
            // A split frees pages of zeros: only the data of the program stays, on base pages.
            RemoteThp.split(live.pid(), heap.start(), heap.end());
            assertWithinTwo(watch, "SPLIT", before);

            before = lines(watch).size();
            collapse(live.pid(), heap);
            assertWithinTwo(watch, "COLLAPSE", before);
            assertTrue(watch.isAlive());
        }
    }

    /** As on a kernel before 6.7: the pages are those of pagemap, in each reading. */
    @Test
    void aSplitIsSeenWithoutScan() {
        Needs.root();
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP);
                Running watch = Cli.with("watch", "--pid", live.pid(), "--interval", 1, "--format", "json")
                        .through(WithoutScan.launcher())
                        .start()) {
            Poll.until("two readings", () -> lines(watch).size() >= 2);
            AddressRange heap = heap(live.pid());
            int before = lines(watch).size();
            RemoteThp.split(live.pid(), heap.start(), heap.end());
            assertWithinTwo(watch, "SPLIT", before);
        }
    }

    @Tag("slow")
    /** The end of the time has a reading, too, wherever it lies between two intervals. */
    @Test
    void theLastReadingIsThatOfTheEnd() {
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP)) {
            long begin = System.nanoTime();
            Ended ended = Cli.with(
                            "watch", "--pid", live.pid(), "--interval", "30s", "--for", "15s", "--format", "json")
                    .run();
            assertEquals(0, ended.exitCode(), ended.err());
            assertEquals(2, ended.out().lines().count(), ended.out());
            assertTrue(Duration.ofNanos(System.nanoTime() - begin).toSeconds() >= 15);
        }
    }

    /** A JVM touches the pages of its heap before it has metaspace. */
    @Test
    @Tag("slow")
    void metaspaceIsFoundAfterTheHeap() {
        List<String> pretouched = List.of("-XX:+UseG1GC", "-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch");
        try (Running jvm = LiveJvm.program(Jdks.running(), folder, pretouched).start()) {
            Poll.until("a part of its heap", () -> resident(jvm.pid()) > 128 << 10 || !jvm.isAlive());
            Signals.stop(jvm.handle());
            try (Running watch = watch(jvm.pid())) {
                Poll.until("a reading of the heap", () -> hasRegion(watch, "heap"));
                assertTrue(!hasRegion(watch, "metaspace"), watch::outSoFar);
                Signals.goOn(jvm.handle());
                Poll.until("metaspace", () -> hasRegion(watch, "metaspace") && hasRegion(watch, "native"));
            }
        }
    }

    /** Returns the resident memory of a process in KiB. */
    private static long resident(long pid) {
        return HostState.value(Path.of("/proc/" + pid + "/status"))
                .lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .orElse(0L);
    }

    private static boolean hasRegion(Running watch, String name) {
        return lines(watch).stream()
                .flatMap(line -> StreamSupport.stream(line.path("regions").spliterator(), false))
                .anyMatch(region -> region.path("name").asText().equals(name));
    }

    @Test
    void aRecordingTellsWhenTheHeapBrokeAlsoAfterKill() {
        Needs.root();
        Path recording = folder.resolve("recording");
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP)) {
            try (Running watch = watch(live.pid(), "--record", recording)) {
                Poll.until("two readings", () -> lines(watch).size() >= 2);
                AddressRange heap = heap(live.pid());
                RemoteThp.split(live.pid(), heap.start(), heap.end());
                readingsUntil(watch, "SPLIT", 0);
                Ended second = Cli.with("watch", "--pid", live.pid(), "--record", recording)
                        .run();
                assertEquals(2, second.exitCode());
                assertTrue(second.err().contains("another process records into "), second.err());
                Signals.kill(watch.handle());
                watch.await();
            }
            // It continues the recording of the killed one.
            assertEquals(
                    0,
                    Cli.with("watch", "--pid", live.pid(), "--for", 1, "--record", recording)
                            .run()
                            .exitCode());
            JsonNode history = Results.parse(Cli.with("advise", live.pid(), "--observed", recording)
                            .with("--format", "json", "--fail-on", "never")
                            .run()
                            .out())
                    .root()
                    .path("history");
            assertEquals(1, history.path("losses").size(), history.toString());
            JsonNode loss = history.path("losses").get(0);
            assertEquals("SPLIT", loss.path("cause").asText(), history.toString());
            assertTrue(loss.path("was").asDouble() > 0.9, history.toString());
            assertTrue(
                    Instant.parse(loss.path("lastGood").asText())
                            .isBefore(Instant.parse(loss.path("firstBad").asText())),
                    history.toString());
        }
    }

    @Test
    void collapseByKhugepagedIsSeenWithItsCause() {
        Needs.root();
        try (Running reads = ReadingJvm.start(folder, THP_HEAP);
                Running watch = watch(reads.pid())) {
            Poll.until("two readings", () -> lines(watch).size() >= 2);
            AddressRange heap = heap(reads.pid());
            RemoteThp.split(reads.pid(), heap.start(), heap.end());
            readingsUntil(watch, "SPLIT", 0);

            int before = lines(watch).size();
            long collapsed = collapsed();
            HOST.set(HostState.PAGES_TO_SCAN, 65_536);
            HOST.set(HostState.SCAN_SLEEP, 100);
            Poll.until("khugepaged", () -> collapsed() >= collapsed + COLLAPSES);
            assertWithinTwo(watch, "COLLAPSE", before);
            String text = text(watch, "COLLAPSE", before);
            assertTrue(text.contains(": khugepaged replaced base pages by "), text);
        }
    }

    @Test
    void reclaimIsSeenWithItsCause() {
        Needs.root();
        try (ZramSwap swap = ZramSwap.of(256);
                LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP);
                Running watch = watch(live.pid())) {
            assertTrue(swap.isEnabled());
            Poll.until("two readings", () -> lines(watch).size() >= 2);
            AddressRange heap = heap(live.pid());
            long middle = heap.start() + (heap.end() - heap.start()) / 2;

            int before = lines(watch).size();
            RemoteThp.pageOut(live.pid(), heap.start(), middle);
            assertWithinTwo(watch, "RECLAIM", before);
            String out = text(watch, "RECLAIM", before);
            assertTrue(out.contains("of the process to swap"), out);

            before = lines(watch).size();
            RemoteThp.read(live.pid(), heap.start(), middle);
            assertWithinTwo(watch, "RECLAIM", before);
            String in = text(watch, "RECLAIM", before);
            assertTrue(in.contains("came back from swap, on base pages"), in);
        }
    }

    @Test
    void forkIsSeenWithItsCause() {
        Needs.root();
        try (Running forks = withJna("Forks", FORKS).start()) {
            Poll.until("it is ready", () -> forks.outSoFar().contains("ready"));
            try (Running watch = watch(forks.pid())) {
                Poll.until("two readings", () -> lines(watch).size() >= 2);
                int before = lines(watch).size();
                forks.say("fork");
                Poll.until("it has forked", () -> forks.outSoFar().contains("forked"));
                assertWithinTwo(watch, "FORK", before);
            }
        }
    }

    /** A program with a heap of 128 MiB on THP, which calls functions of libc. */
    private Program withJna(String name, String source) {
        Path jna = Path.of(com.sun.jna.NativeLibrary.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        return Program.of(Jdks.running().java().toString())
                .with(THP_HEAP.toArray())
                .with("-cp", JavaSource.compiled(folder, name, source) + ":" + jna, name)
                .in(folder)
                .listening();
    }

    /** The same process and start time, and another JVM: no page of the first one was lost. */
    @Test
    void aJvmThatRestartsItselfByExecIsReadAnew() {
        try (Running restarts = withJna("Restarts", RESTARTS).start()) {
            Poll.until("it is ready", () -> restarts.outSoFar().contains("ready"));
            try (Running watch = watch(restarts.pid())) {
                Poll.until("two readings", () -> lines(watch).size() >= 2);
                restarts.say("restart");
                Poll.until(
                        "the heap of 64 MiB",
                        () -> lines(watch).stream()
                                .anyMatch(line -> line.at("/regions/0/name")
                                                .asText()
                                                .equals("heap")
                                        && line.at("/regions/0/residentBytes").asLong() == 64 << 20));
                for (JsonNode line : lines(watch)) {
                    assertEquals(0, line.path("alerts").size(), watch::outSoFar);
                }
                Signals.interrupt(watch.handle());
                Program.Ended ended = watch.await();
                assertTrue(ended.err().contains("the process runs another program now"), ended::toString);
            }
        }
    }

    @Test
    void theEndOfTheTargetEndsIt() {
        Running watch;
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP)) {
            watch = watch(live.pid());
            Poll.until("a reading", () -> !lines(watch).isEmpty());
        }
        try (watch) {
            Program.Ended ended = watch.await();
            assertEquals(0, ended.exitCode(), ended::toString);
            assertTrue(ended.err().contains("the process ended"), ended::toString);
        }
    }

    @Test
    void aSignalEndsItWithTheConclusion() {
        try (LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP);
                Running watch = watch(live.pid())) {
            Poll.until("a reading", () -> !lines(watch).isEmpty());
            Signals.interrupt(watch.handle());
            Program.Ended ended = watch.await();
            assertEquals(130, ended.exitCode(), ended::toString);
            assertTrue(ended.err().contains("the heap kept its huge pages"), ended::toString);
        }
    }

    @Test
    @Tag("slow")
    void newJvmsAppear() {
        try (Running watch = Cli.with("watch", "--all", "--interval", 1, "--format", "json")
                        .start();
                LiveJvm live = LiveJvm.start(Jdks.running(), folder, THP_HEAP)) {
            Poll.until(
                    "the JVM",
                    () -> lines(watch).stream()
                            .anyMatch(line -> line.path("pid").asLong() == live.pid()
                                    && line.at("/regions/0/name").asText().equals("heap")));
        }
    }
}
