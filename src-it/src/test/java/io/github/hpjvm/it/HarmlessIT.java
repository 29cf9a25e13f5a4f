package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.FakeLibjvm;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.OwnProcesses;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.Triggers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A JVM does not notice that a user examines it: it gets no signal, no connection and no file, and prints nothing. Only
 * {@code --attach} contacts it, and then it prints no thread dump either, whenever it handles the signal.
 */
@Tag("jdks")
@Tag("beside")
class HarmlessIT {
    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    /** Calls beside a JVM that does not get to run; 200 in the lab. */
    private static final int CALLS = Integer.getInteger("hp.harmless.calls", 3);

    /** A JVM whose threads reach no safepoint for some seconds, each time that it reads a line. */
    private static final String PAUSES = """
            public class Pauses {
                static int sum;

                static void work(int rounds) {
                    int local = 0;
                    for (int i = 0; i < rounds; i++) {
                        local += local ^ i * 31;
                    }
                    sum += local;
                }

                public static void main(String[] arguments) throws Exception {
                    for (int i = 0; i < 20000; i++) {
                        work(1000);
                    }
                    System.out.println("ready");
                    while (System.in.read() >= 0) {
                        Thread worker = new Thread(() -> work(2_000_000_000));
                        worker.start();
                        Thread.sleep(50);
                        System.gc();
                        worker.join();
                        System.out.println("paused");
                    }
                }
            }
            """;

    @TempDir
    private Path folder;

    /** The processes of this test; other tests run at the same time. */
    private final OwnProcesses processes = new OwnProcesses();

    /** Bits 63 and 62 of an entry of pagemap: the page is present, or in swap. */
    private static final long TOUCHED = 0b11L << 62;

    /** The kernel may deny the memory of a JVM to a user who is not root. */
    @BeforeAll
    static void memoryMayBeRead() {
        Needs.root();
    }

    static List<Jdk> jdks() {
        return Jdks.among(8, 17, 25);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void stoppedJvmIsReadAndUndisturbed(Jdk jdk) throws IOException {
        try (LiveJvm live = processes.own(LiveJvm.start(jdk, folder, List.of("-Xmx64m")))) {
            Signals.stop(live.handle());
            Poll.until("it is stopped", () -> state(live.pid()) == 'T');
            assertRead(live.pid());
            assertEquals('T', state(live.pid()));
            Signals.goOn(live.handle());
            Poll.until("it goes on", () -> state(live.pid()) == 'S');
            assertUndisturbed(live);
        }
        assertNothingLeft();
    }

    static List<Jdk> withJdk11() {
        return Jdks.among(8, 11, 17, 25);
    }

    /** A read of an untouched page maps the kernel's page of zeros there. JDK 11 has its classes directly after the heap. */
    @ParameterizedTest
    @MethodSource("withJdk11")
    void noPageIsTouched(Jdk jdk) throws IOException {
        try (LiveJvm live =
                processes.own(LiveJvm.start(jdk, folder, List.of("-Xms64m", "-Xmx64m", "-XX:+UseSerialGC")))) {
            Signals.stop(live.handle());
            Poll.until("it is stopped", () -> state(live.pid()) == 'T');
            Map<String, Long> before = touched(live.pid());
            for (String command : List.of("advise --fail-on never --pid ", "snapshot -o - --pid ")) {
                Program.Ended ended =
                        Cli.with((Object[]) (command + live.pid()).split(" ")).run();
                assertEquals(0, ended.exitCode(), ended.err());
            }
            assertEquals(before, touched(live.pid()));
            Signals.goOn(live.handle());
        }
        assertNothingLeft();
    }

    /** The number of touched pages of each writable anonymous mapping. */
    private static Map<String, Long> touched(long pid) throws IOException {
        long page =
                KernelFiles.readBasePage(Path.of("/proc")).known().orElseThrow().value();
        Map<String, Long> touched = new TreeMap<>();
        try (FileChannel pagemap = FileChannel.open(Path.of("/proc/" + pid + "/pagemap"))) {
            for (Vma vma : Maps.read(Path.of("/proc"), pid).known().orElseThrow()) {
                if (vma.inode() == 0
                        && vma.permissions().startsWith("rw")
                        && vma.range().start() >= 0) {
                    int entries = (int) (vma.range().size().value() / page);
                    ByteBuffer all = ByteBuffer.allocate(entries * Long.BYTES).order(ByteOrder.nativeOrder());
                    pagemap.read(all, vma.range().start() / page * Long.BYTES);
                    all.flip();
                    long count = 0;
                    while (all.remaining() >= Long.BYTES) {
                        count += (all.getLong() & TOUCHED) == 0 ? 0 : 1;
                    }
                    touched.put(vma.range().toString(), count);
                }
            }
        }
        return touched;
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void frozenJvmIsReadAndNotContacted(Jdk jdk) throws IOException {
        ControlGroup group = ControlGroup.of("freezer", "hpjvm-frozen").orElseGet(() -> {
            Needs.that(false, "a control group that can be frozen");
            throw new IllegalStateException();
        });
        try (ControlGroup frozen = group;
                LiveJvm live = processes.own(LiveJvm.start(jdk, folder, List.of("-Xmx64m")))) {
            Files.writeString(frozen.procs(), Long.toString(live.pid()));
            frozen.freeze(true);
            try {
                assertRead(live.pid());
                for (int i = 0; i < CALLS; i++) {
                    Program.Ended asked = Cli.with("advise", "--pid", live.pid(), "--attach", "--fail-on", "never")
                            .limit(AT_ONCE.multipliedBy(3))
                            .run();
                    assertEquals(0, asked.exitCode(), asked.err());
                    assertEquals("", asked.err());
                }
            } finally {
                frozen.freeze(false);
            }
            Poll.until("it goes on", () -> state(live.pid()) == 'S');
            assertUndisturbed(live);
        }
        assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void jvmThatRefusesToAttachIsReadAndUndisturbed(Jdk jdk) throws IOException {
        List<String> options = List.of("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-Xmx64m");
        try (LiveJvm live = processes.own(LiveJvm.start(jdk, folder, options))) {
            assertRead(live.pid());
            Program.Ended asked = Cli.with("advise", "--pid", live.pid(), "--attach", "--fail-on", "never")
                    .run();
            assertEquals(0, asked.exitCode(), asked.err());
            assertUndisturbed(live);
        }
        assertNothingLeft();
    }

    /** In a container that keeps its {@code /tmp} each JVM has the number 1, and finds the files of a killed one. */
    @ParameterizedTest
    @MethodSource("jdks")
    void jvmBesideCountersOfAnotherIsUndisturbed(Jdk jdk) throws IOException {
        List<String> options = List.of("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-Xmx64m");
        Path counters = Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"));
        try (LiveJvm other = LiveJvm.start(jdk, folder, List.of("-Xmx99m"));
                LiveJvm live = processes.own(LiveJvm.start(jdk, folder, options))) {
            Path theirs = counters.resolve(Long.toString(other.pid()));
            Needs.that(Files.exists(theirs), "the counters of a JVM in " + counters);
            Path leftBehind = Files.copy(theirs, counters.resolve(Long.toString(live.pid())));
            try {
                assertRead(live.pid());
                assertUndisturbed(live);
            } finally {
                Files.deleteIfExists(leftBehind);
            }
        }
        assertNothingLeft();
    }

    @Test
    void programWithFakeLibjvmIsUndisturbed() throws IOException {
        try (Running running = processes.own(FakeLibjvm.start(folder))) {
            Program.Ended advice = Cli.with("advise", "--pid", running.pid(), "--fail-on", "never", "--attach")
                    .limit(AT_ONCE)
                    .run();
            assertEquals(4, advice.exitCode(), advice.err());
            assertTrue(advice.out().contains("not a HotSpot JVM"), advice.out());
            assertTrue(running.isAlive());
            assertEquals("ready\n", running.outSoFar());
            assertEquals("", running.errSoFar());
            assertEquals(List.of(), Triggers.of(running.pid()));
        }
        assertNothingLeft();
    }

    /** strace shows each system call of the JVM and each signal that it gets. */
    @ParameterizedTest
    @MethodSource("jdks")
    void noCommandIsSeenByStrace(Jdk jdk) throws IOException {
        Needs.program("strace");
        try (LiveJvm live = processes.own(LiveJvm.start(jdk, folder, List.of("-Xmx64m")))) {
            Path log = folder.resolve("strace.log");
            try (Running strace = Program.of("strace", "-f", "-o", log.toString(), "-e", "trace=network,file")
                    .with("-e", "signal=all", "-p", live.pid())
                    .start()) {
                Poll.until("strace is attached", () -> strace.errSoFar().contains("attached"));
                for (List<Object> command : commands(live.pid())) {
                    Program.Ended ended = Cli.with(command.toArray()).run();
                    assertTrue(ended.exitCode() == 0 || ended.exitCode() == 3, () -> command + ": " + ended);
                }
            }
            List<String> seen = Files.readAllLines(log).stream()
                    .filter(line -> line.contains("--- SIG")
                            || line.contains("attach_pid")
                            || line.contains("java_pid")
                            || line.matches(".*(accept|bind|listen|connect)4?\\(.*"))
                    .toList();
            assertEquals(List.of(), seen);
            assertUndisturbed(live);
        }
        assertNothingLeft();
    }

    private List<List<Object>> commands(long pid) {
        Path file = folder.resolve("facts.json");
        return List.of(
                List.of("advise", pid, "--fail-on", "never"),
                List.of("advise", "--pid", pid, "--format", "json", "--no-attach", "--fail-on", "never"),
                List.of("emit", "--for", "shell", "--pid", pid),
                List.of("size", "--pid", pid),
                List.of("snapshot", "--pid", pid, "--force", "-o", file),
                List.of("snapshot"),
                List.of("jvms"),
                List.of("ps"),
                List.of("metrics"),
                List.of("watch", "--pid", pid, "--interval", "0.2", "--for", "1"),
                List.of("watch", "--all", "--interval", "0.2", "--for", "1"));
    }

    /** A JVM that handles the signal seconds later finds the file of {@code --attach}, and prints nothing. */
    @ParameterizedTest
    @MethodSource("jdks")
    void pausedJvmPrintsNoThreadDump(Jdk jdk) throws IOException {
        Path classes = JavaSource.compiled(folder, "Pauses", PAUSES);
        List<String> strip = jdk.feature() >= 10 ? List.of("-XX:LoopStripMiningIter=0") : List.of();
        Program program = Program.of(jdk.java().toString(), "-Xmx64m", "-XX:-UseCountedLoopSafepoints")
                .with(strip.toArray())
                .with("-cp", classes, "Pauses")
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .listening();
        try (Running live = processes.own(program.start())) {
            Poll.until("it is ready", () -> live.outSoFar().contains("ready"));
            live.say("");
            Program.Ended asked = Cli.with(
                            "advise", "--pid", live.pid(), "--attach", "--timeout", "0.3", "--fail-on", "never")
                    .run();
            assertEquals(0, asked.exitCode(), asked.err());
            Poll.until("its pause is over", () -> live.outSoFar().contains("paused"));
            // The thread that handles signals runs after the pause, and prints before this JVM answers anything else.
            Poll.until("the file is removed", () -> Triggers.of(live.pid()).isEmpty());
            assertFalse(live.outSoFar().contains("Full thread dump"), live::outSoFar);
            assertEquals("", live.errSoFar());
        }
        assertNothingLeft();
    }

    @Test
    void numberOfAThreadIsRefused() throws IOException {
        try (LiveJvm live = processes.own(LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m")))) {
            long thread = thread(live.pid());
            String says = thread + " is a thread of process " + live.pid() + "; type hp-cli ";
            for (List<Object> command : List.of(
                    List.<Object>of("advise", thread),
                    List.<Object>of("emit", "--for", "jvm", "--pid", thread),
                    List.<Object>of("size", thread),
                    List.<Object>of("snapshot", "--pid", thread),
                    List.<Object>of("watch", "--pid", thread, "--for", "1"),
                    List.<Object>of("stalls", "--pid", thread, "--for", "1"),
                    List.<Object>of("tlb", "--pid", thread, "--for", "1"))) {
                Program.Ended refused = Cli.with(command.toArray()).run();
                assertEquals(2, refused.exitCode(), refused.err());
                assertTrue(refused.err().contains(says), refused.err());
                assertEquals("", refused.out());
            }
            assertUndisturbed(live);
        }
        assertNothingLeft();
    }

    private static long thread(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return threads.map(task -> Long.parseLong(task.getFileName().toString()))
                    .filter(number -> number != pid)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Asserts that the commands know the heap, in time, and that a user without more rights need not ask for more. */
    private void assertRead(long pid) throws IOException {
        Program.Ended advice = Cli.with("advise", "--pid", pid, "--fail-on", "never")
                .limit(AT_ONCE)
                .run();
        assertEquals(0, advice.exitCode(), advice.err());
        assertEquals("", advice.err());
        assertTrue(advice.out().contains("heap up to 64 MiB"), advice.out());
        Path file = folder.resolve("facts.json");
        Program.Ended snapshot = Cli.with("snapshot", "--pid", pid, "--force", "-o", file)
                .limit(AT_ONCE)
                .run();
        assertEquals(0, snapshot.exitCode(), snapshot.err());
        assertTrue(Files.readString(file).contains("\"MaxHeapSize\""));
    }

    private static void assertUndisturbed(LiveJvm live) {
        assertTrue(live.isAlive());
        assertEquals("ready\n", live.said());
        assertEquals(List.of(), Triggers.of(live.pid()));
    }

    private void assertNothingLeft() {
        assertEquals(List.of(), processes.triggersLeft(folder));
    }

    private static char state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return '?';
        }
    }
}
