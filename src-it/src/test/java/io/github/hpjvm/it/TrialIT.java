package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveService;
import io.github.hpjvm.it.lab.MethodRecord;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code trial} and {@code collapse} on a service that reads its heap at random: its pages during and after each end are
 * those that smaps shows. The limit of a step is wide, because a first copy into memory that the hypervisor has not backed
 * takes long.
 */
class TrialIT {
    private static final String BOUND = "--budget-stall=5s";
    private static final int HEAP_MIB = 96;
    private static final double TOLERANCE = 0.01;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    /** How a trial ends. */
    private enum End {
        COMPLETE,
        INTERRUPT,
        TERMINATE,
        KILL,
        TARGET
    }

    /** The JVMs have ended: hp-cli deletes the files that were kept for an undo. */
    @AfterAll
    static void deleteFilesOfEndedJvms() {
        Cli.with("trial", ProcessHandle.current().pid(), "--restore").run();
    }

    @BeforeEach
    void rootAndKernel() {
        Needs.root();
        String[] release =
                HostState.value(Path.of("/proc/sys/kernel/osrelease")).split("[.-]");
        int version = Integer.parseInt(release[0]) * 1000 + Integer.parseInt(release[1]);
        Needs.that(version >= 6001, "Linux 6.1 or newer");
        HOST.set(HostState.ENABLED, "madvise");
        HOST.set(HostState.SHMEM, "never");
    }

    /** The program of {@code src-it/lab/trial}, which measures it at length. */
    private static String source() {
        try {
            return Files.readString(Path.of(System.getProperty("hp.root"), "src-it/lab/trial/RandomReads.java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path work() {
        return folder.resolve("work.log");
    }

    private Program service(Jdk jdk, int mib, String... flags) {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
        command.addAll(List.of("-Xms" + 2 * HEAP_MIB + "m", "-Xmx" + 2 * HEAP_MIB + "m"));
        command.addAll(List.of(flags));
        command.addAll(List.of(
                "-cp",
                JavaSource.compiled(folder, "RandomReads", source()).toString(),
                "RandomReads",
                Integer.toString(mib),
                work().toString()));
        return Program.of(command)
                .in(folder)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .listening();
    }

    private Program.Running started(Jdk jdk, int mib, String... flags) {
        Program.Running running = service(jdk, mib, flags).start();
        Poll.until("it is ready", () -> running.outSoFar().contains("ready") || !running.isAlive());
        return running;
    }

    /** KiB of the process that PMDs map. */
    private static long huge(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/smaps"))) {
            return lines.filter(line -> line.startsWith("AnonHugePages:") || line.startsWith("ShmemPmdMapped:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        }
    }

    private static JsonNode json(Program.Ended ended) throws IOException {
        return new ObjectMapper().readTree(ended.out());
    }

    @Test
    @Tag("slow")
    void collapseAndUndoChangeThePages() throws IOException {
        try (Program.Running jvm = started(Jdks.running(), HEAP_MIB, "-XX:+UseSerialGC")) {
            Program.Ended done = Cli.with("collapse", jvm.pid(), "--yes", BOUND, "--format", "json")
                    .run();
            assertEquals(0, done.exitCode(), done::toString);
            assertTrue(huge(jvm.pid()) >= HEAP_MIB * 1000, done::toString);
            assertTrue(json(done).get("coverage").asDouble() >= 0.95, done::toString);
            Program.Ended undone =
                    Cli.with("collapse", jvm.pid(), "--undo", "--yes", BOUND).run();
            assertEquals(0, undone.exitCode(), undone::toString);
            assertEquals(0, huge(jvm.pid()), undone::toString);
            Program.Ended stopped = Cli.with("collapse", jvm.pid(), "--yes", "--budget-stall", "1us")
                    .run();
            assertEquals(1, stopped.exitCode(), stopped::toString);
            assertTrue(stopped.err().contains("three steps in a row took longer"), stopped::toString);
            assertTrue(huge(jvm.pid()) <= 3 * 2048, stopped::toString);
            Program.Ended asked = Cli.with("trial", jvm.pid()).run();
            assertEquals(2, asked.exitCode(), asked::toString);
            assertTrue(asked.err().contains("add --yes"), asked::toString);
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = {"INTERRUPT", "KILL"})
    void pagesAreThoseOfBefore(End end) throws IOException {
        assertRestored(Jdks.running(), end, "-XX:+UseParallelGC");
    }

    static List<Object[]> lab() {
        List<Object[]> cases = new ArrayList<>();
        for (Jdk jdk : Jdks.among(17, 21, 25)) {
            for (String gc : List.of("G1", "Parallel", "Serial", "Shenandoah")) {
                if (!System.getProperty("hp.trial.gc", gc).equals(gc)) {
                    continue;
                }
                for (End end : End.values()) {
                    cases.add(new Object[] {jdk, end, "-XX:+Use" + gc + "GC"});
                }
            }
        }
        return cases;
    }

    /** {@code -Dhp.trial.gc=G1} takes one collector. */
    @ParameterizedTest
    @MethodSource("lab")
    void pagesAreThoseOfBeforeOnEachJdk(Jdk jdk, End end, String gc) throws IOException {
        Needs.lab();
        // Each array is humongous for G1, and fills regions of its own.
        assertRestored(jdk, end, gc, "-Xmx512m");
    }

    @ParameterizedTest
    @EnumSource
    void pagesOfZgcAreThoseOfBefore(End end) throws IOException {
        Needs.lab();
        HOST.set(HostState.SHMEM, "advise");
        assertRestored(Needs.jdk(25), end, "-XX:+UseZGC", "-Xmx512m");
    }

    /**
     * Ends a trial once it has measured a turn on huge pages. A line of {@code target/method/trial-ends.tsv} has the KiB on huge
     * pages before the trial, then, and after the end.
     */
    private void assertRestored(Jdk jdk, End end, String... flags) throws IOException {
        try (Program.Running jvm = started(jdk, HEAP_MIB, flags)) {
            long before = huge(jvm.pid());
            String during = "-";
            Program.Ended ended;
            try (Program.Running trial = Cli.with(
                            "trial",
                            jvm.pid(),
                            "--for",
                            "45s",
                            "--yes",
                            BOUND,
                            "--format",
                            "json",
                            "--work",
                            "file:" + work())
                    .start()) {
                if (end != End.COMPLETE) {
                    Poll.until(
                            "a turn on huge pages",
                            () -> trial.errSoFar().contains(", huge pages: ") || !trial.isAlive());
                    assertTrue(trial.isAlive(), () -> "it ended before: " + trial.outSoFar() + trial.errSoFar());
                    during = Long.toString(huge(jvm.pid()));
                }
                switch (end) {
                    case INTERRUPT -> Signals.interrupt(trial.handle());
                    case TERMINATE -> trial.handle().destroy();
                    case KILL -> Signals.kill(trial.handle());
                    case TARGET -> Signals.kill(jvm.handle());
                    case COMPLETE -> {}
                }
                ended = trial.await();
            }
            Path file = Path.of("/run/hp-jvm-pages/trial-" + jvm.pid() + ".txt");
            if (end == End.KILL) {
                assertTrue(Files.exists(file), "the pages of before are saved");
                Program.Ended restored =
                        Cli.with("trial", jvm.pid(), "--restore").run();
                assertEquals(0, restored.exitCode(), restored::toString);
                assertTrue(restored.err().contains("an earlier trial left process " + jvm.pid()), restored::toString);
            } else {
                JsonNode result = json(ended);
                assertEquals(end == End.TARGET, result.get("restored").isNull(), ended::toString);
                assertEquals(
                        switch (end) {
                            case COMPLETE -> "COMPLETE";
                            case TARGET -> "TARGET_ENDED";
                            default -> "INTERRUPTED";
                        },
                        result.get("end").asText(),
                        ended::toString);
            }
            assertFalse(Files.exists(file), "no file is left");
            if (end == End.COMPLETE && List.of(flags).contains("-XX:+UseZGC")) {
                JsonNode result = json(ended);
                // A split unmaps pages of shared memory, and does not free them.
                assertTrue(result.get("freedBytes").asLong() < HEAP_MIB / 4 << 20, ended::toString);
                assertTrue(result.get("rounds").asInt() > 0, ended::toString);
            }
            String after = end == End.TARGET ? "-" : Long.toString(huge(jvm.pid()));
            MethodRecord.note(
                    "trial-ends.tsv",
                    String.join("\t", jdk.toString(), flags[0], end.name(), Long.toString(before), during, after));
            if (end != End.TARGET) {
                assertEquals(before, Long.parseLong(after), TOLERANCE * HEAP_MIB * 1024, ended::toString);
            }
        }
    }

    @Test
    @Tag("slow")
    void hugetlbAndSharedMemoryAreRefused() {
        // The code cache takes its pages first, and would leave too few for the heap.
        HOST.pool(2 * HEAP_MIB / 2 + 60);
        try (Program.Running jvm =
                started(Jdks.running(), 8, "-XX:+UseSerialGC", "-XX:+UseLargePages", "-XX:ReservedCodeCacheSize=16m")) {
            Program.Ended refused = Cli.with("trial", jvm.pid(), "--yes").run();
            assertEquals(1, refused.exitCode(), refused::toString);
            assertTrue(refused.err().contains("is on hugetlb pages"), refused::toString);
        }
        try (Program.Running jvm = started(Jdks.running(), 8, "-XX:+UseZGC")) {
            Program.Ended refused = Cli.with("trial", jvm.pid(), "--yes").run();
            assertEquals(1, refused.exitCode(), refused::toString);
            assertTrue(refused.err().contains("shmem_enabled"), refused::toString);
        }
    }

    /** A service that reads 1 MB has no gain, and one that reads its whole heap costs less on huge pages. */
    @ParameterizedTest
    @EnumSource(names = "COMPLETE")
    void noGainIsInventedAndAGainIsFound(End end) throws IOException {
        Needs.lab();
        for (int mib : List.of(1, 160)) {
            try (Program.Running jvm = started(Jdks.running(), mib, "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch")) {
                Program.Ended ended = Cli.with(
                                "trial",
                                jvm.pid(),
                                "--for",
                                "5m",
                                "--yes",
                                BOUND,
                                "--format",
                                "json",
                                "--work",
                                "file:" + work())
                        .limit(Duration.ofMinutes(10))
                        .run();
                System.out.println(mib + " MiB: " + json(ended).get("answer").asText());
                assertEquals(end.name(), json(ended).get("end").asText(), ended::toString);
                String verdict = json(ended).get("verdict").asText();
                assertEquals(mib > 1, verdict.equals("FASTER"), ended::toString);
                assertFalse(verdict.equals("SLOWER"), ended::toString);
            }
        }
    }

    /** A service with the load of one client: its requests are the work, and a counter that its JVM keeps. */
    @ParameterizedTest
    @ValueSource(strings = {"http", "jcmd"})
    void aServiceCountsItsWork(String source) throws Exception {
        Needs.lab();
        List<String> options = List.of("-XX:+AlwaysPreTouch", "-Dservice.megabytes=64");
        try (LiveService service = LiveService.start(Needs.jdk(21), "boot4", options)) {
            service.details();
            Thread load = new Thread(() -> {
                try {
                    while (true) {
                        service.get("/actuator/health");
                    }
                } catch (UncheckedIOException e) {
                    // The service has ended.
                }
            });
            load.setDaemon(true);
            load.start();
            String work = source.equals("http")
                    ? service.url("/actuator/prometheus") + "#http_server_requests_seconds_count"
                    : "jcmd:sun.os.hrt.ticks";
            Program.Ended ended = Cli.with("trial", service.pid(), "--for", "3m", "--yes", BOUND)
                    .with("--format", "json", "--work", work)
                    .limit(Duration.ofMinutes(10))
                    .run();
            JsonNode result = json(ended);
            System.out.println(source + ": " + result.get("answer").asText());
            assertEquals("COMPLETE", result.get("end").asText(), ended::toString);
            assertTrue(result.get("restored").asBoolean(), ended::toString);
            assertTrue(result.get("ratio").asDouble() > 0, ended::toString);
            for (JsonNode block : result.get("blocks")) {
                assertTrue(block.get("work").asDouble() > 0, ended::toString);
            }
        }
    }

    /** In namespaces and in a limited group of its own, as in a container. */
    @Test
    void aJvmInAContainerIsMeasured() throws IOException {
        Needs.lab();
        Needs.program("unshare");
        String enter = "echo $$ > \"$0\" && exec unshare --mount --pid --fork --kill-child --mount-proc \"$@\"";
        String name = "hp-it-trial-" + ProcessHandle.current().pid();
        try (ControlGroup memory = ControlGroup.of("memory", name).orElseThrow()) {
            memory.maxMemory(4L * HEAP_MIB);
            Program service = service(Jdks.running(), HEAP_MIB, "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch")
                    .through("sh", "-c", enter, memory.procs().toString());
            try (Program.Running jvm = service.start()) {
                Poll.until("it is ready", () -> jvm.outSoFar().contains("ready") || !jvm.isAlive());
                long pid = jvm.handle()
                        .descendants()
                        .reduce((first, last) -> last)
                        .orElseThrow()
                        .pid();
                long before = huge(pid);
                Program.Ended ended = Cli.with("trial", pid, "--for", "3m", "--yes", BOUND, "--format", "json")
                        .with("--work", "file:" + work())
                        .limit(Duration.ofMinutes(10))
                        .run();
                assertEquals("COMPLETE", json(ended).get("end").asText(), ended::toString);
                assertTrue(json(ended).get("ratio").asDouble() > 0, ended::toString);
                assertEquals(before, huge(pid), TOLERANCE * HEAP_MIB * 1024, ended::toString);
                assertTrue(jvm.isAlive(), "the group's limit held");
            }
        }
    }
}
