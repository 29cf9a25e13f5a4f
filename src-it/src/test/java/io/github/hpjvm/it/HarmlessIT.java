package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.FakeLibjvm;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.Signals;
import io.github.hpjvm.it.lab.Triggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three processes that must not be harmed when a user examines them: they are not disturbed, and the result comes at
 * once.
 */
@Tag("jdks")
class HarmlessIT {
    private static final Duration AT_ONCE = Duration.ofSeconds(3);

    /** Number of tries. Between two reads the number of the JVM's pages may change by one or two. */
    private static final int TRIES = 10;

    private static final Pattern NOT_ATTACHED = Pattern.compile(
            "\"reason\" : \"(SKIPPED|NOT_SUPPORTED)\",\\s+\"source\" : \"(jcmd \\d+|[^\"]*/\\.java_pid\\d+)\",\\s+"
                    + "\"grant\" : \"[^\"]*\",\\s+\"detail\" : \"[^\"]*\"");

    @TempDir
    private Path folder;

    static List<Jdk> jdks() {
        return Jdks.among(8, 17, 25);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void stoppedJvmIsUndisturbed(Jdk jdk) throws IOException {
        try (LiveJvm live = LiveJvm.start(jdk, folder, List.of("-Xmx64m"))) {
            Signals.stop(live.handle());
            Poll.until("it is stopped", () -> state(live.pid()) == 'T');
            assertLookedAt(live.pid(), "heap", "look again when it runs");
            assertEquals('T', state(live.pid()));
            Signals.goOn(live.handle());
            Poll.until("it goes on", () -> state(live.pid()) == 'S');
            assertTrue(live.isAlive());
            assertEquals("ready\n", live.said());
            assertEquals(List.of(), Triggers.of(live.pid()));
        }
        assertNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void jvmThatRefusesToAttachIsUndisturbed(Jdk jdk) throws IOException {
        List<String> options = List.of("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-Xmx64m");
        try (LiveJvm live = LiveJvm.start(jdk, folder, options)) {
            assertLookedAt(live.pid(), "heap", "start the JVM without -XX:+DisableAttachMechanism");
            assertTrue(live.isAlive());
            assertEquals("ready\n", live.said());
            assertEquals(List.of(), Triggers.of(live.pid()));
        }
        assertNothingLeft();
    }

    /** A JVM that refuses to be attached to gives the same output as {@code --no-attach}, except for the reason. */
    @ParameterizedTest
    @MethodSource("jdks")
    void jvmThatRefusesIsAdvisedWithoutAttach(Jdk jdk) {
        List<String> options =
                List.of("-XX:+DisableAttachMechanism", "-XX:+UseTransparentHugePages", "-Xms64m", "-Xmx64m");
        try (LiveJvm live = LiveJvm.start(jdk, folder, options)) {
            String refused = "";
            String notAsked = "";
            for (int i = 0; i < TRIES && (i == 0 || !refused.equals(notAsked)); i++) {
                refused = withoutTheReason(live.pid());
                notAsked = withoutTheReason(live.pid(), "--no-attach");
            }
            assertTrue(refused.contains("\"status\" : \"") && refused.contains("not attached"), refused);
            assertEquals(refused, notAsked);
        }
    }

    /** Returns the advice with the same word for both reasons not to attach. */
    private static String withoutTheReason(long pid, Object... more) {
        Program.Ended advice = Cli.with("advise", "--pid", pid, "--format", "json", "--fail-on", "never")
                .with(more)
                .run();
        assertEquals(4, advice.exitCode(), advice.err());
        // Other processes on the host change these values all the time.
        String still = advice.out().replaceAll("MemTotal: [^\"]*", "what /proc/meminfo says");
        return NOT_ATTACHED.matcher(still).replaceAll("not attached");
    }

    /** In a container that keeps its {@code /tmp} each JVM has the number 1, and finds the files of a killed one. */
    @ParameterizedTest
    @MethodSource("jdks")
    void jvmThatRefusesBesideCountersOfAnother(Jdk jdk) throws IOException {
        List<String> options = List.of("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-Xmx64m");
        Path counters = Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name"));
        try (LiveJvm other = LiveJvm.start(jdk, folder, List.of("-Xmx64m"));
                LiveJvm live = LiveJvm.start(jdk, folder, options)) {
            Path theirs = counters.resolve(Long.toString(other.pid()));
            Needs.that(Files.exists(theirs), "the counters of a JVM in " + counters);
            Path leftBehind = Files.copy(theirs, counters.resolve(Long.toString(live.pid())));
            try {
                assertLookedAt(live.pid(), "heap", "start the JVM without -XX:+DisableAttachMechanism");
                assertTrue(live.isAlive());
                assertEquals("ready\n", live.said());
                assertEquals(List.of(), Triggers.of(live.pid()));
            } finally {
                Files.deleteIfExists(leftBehind);
            }
        }
        assertNothingLeft();
    }

    @Test
    void programWithFakeLibjvmIsUndisturbed() throws IOException {
        try (Running running = FakeLibjvm.start(folder)) {
            assertLookedAt(running.pid(), "heap", "not a HotSpot JVM");
            assertTrue(running.isAlive());
            assertEquals("ready\n", running.outSoFar());
            assertEquals("", running.errSoFar());
            assertEquals(List.of(), Triggers.of(running.pid()));
        }
        assertNothingLeft();
    }

    /**
     * Asserts that the command ends in time, and prints that facts are insufficient, which are missing, and what would
     * help.
     */
    private void assertLookedAt(long pid, String missing, String says) throws IOException {
        Program.Ended advice = Cli.with("advise", "--pid", pid, "--fail-on", "never")
                .limit(AT_ONCE)
                .run();
        assertEquals(4, advice.exitCode(), advice.err());
        assertEquals("", advice.err());
        String words = String.join(" ", advice.out().split("\\s+"));
        assertTrue(words.contains(says), advice.out());
        assertTrue(words.contains("Unknown:") && words.contains(missing), advice.out());
        Path file = folder.resolve("facts.json");
        Program.Ended snapshot =
                Cli.with("snapshot", "--pid", pid, "-o", file).limit(AT_ONCE).run();
        assertEquals(0, snapshot.exitCode(), snapshot.err());
        assertTrue(Files.readString(file).contains("\"pid\" : " + pid));
    }

    private void assertNothingLeft() throws IOException {
        for (Path where : List.of(folder, Path.of("/tmp"))) {
            try (Stream<Path> files = Files.list(where)) {
                assertFalse(files.anyMatch(f -> f.getFileName().toString().startsWith(".attach_pid")));
            }
        }
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
