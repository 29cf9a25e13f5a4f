package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.Triggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Root examines JVMs in containers and of other users: it reads all their facts, and leaves no files behind. */
@Tag("jdks")
@Tag("beside")
class OthersIT {
    /**
     * Commands that create a container's environment: a {@code /proc} of its own by unshare, and an empty {@code /tmp}.
     */
    private static final String OWN_TMP = "mount -t tmpfs -o mode=1777 tmpfs /tmp && exec \"$@\"";

    private static final List<String> CONTAINER =
            List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc");

    /** A user that owns no process. Other tests start JVMs as the user nobody, and that user may read them. */
    private static final String USER = "65532";

    private static final List<String> STRANGER =
            List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups");

    /** The environment of the JVM, from the outside to the inside. */
    private enum Place {
        CONTAINER_OF_ROOT,
        CONTAINER_OF_NOBODY,
        CONTAINER_WITHOUT_ROOT;

        List<String> launcher() {
            List<String> words = new ArrayList<>();
            words.addAll(this == CONTAINER_WITHOUT_ROOT ? STRANGER : List.of());
            words.addAll(CONTAINER);
            words.addAll(this == CONTAINER_WITHOUT_ROOT ? List.of("--user", "--map-root-user") : List.of());
            words.addAll(List.of("sh", "-c", OWN_TMP, "sh"));
            words.addAll(this == CONTAINER_OF_NOBODY ? STRANGER : List.of());
            return words;
        }

        String user() {
            return this == CONTAINER_OF_ROOT ? "root" : USER;
        }
    }

    /** A folder that is not below {@code /tmp}, which is another one inside of a container. */
    static final class InTarget implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "others");
        }
    }

    @TempDir(factory = InTarget.class)
    private Path folder;

    @BeforeEach
    void programIsReadableByAll() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest(name = "{1}, JDK {0}")
    @CsvSource({
        "8,  CONTAINER_OF_ROOT",
        "17, CONTAINER_OF_ROOT",
        "8,  CONTAINER_OF_NOBODY",
        "17, CONTAINER_WITHOUT_ROOT",
    })
    void seesHeapAndFlagsOfOtherUser(int feature, Place place) {
        Needs.root();
        Needs.program("unshare");
        Needs.program("setpriv");
        Jdk jdk = feature == Jdks.running().feature() ? Jdks.running() : Needs.jdk(feature);
        assumeTrue(!folder.startsWith("/tmp"), "a container has a /tmp of its own, and this tree lies in ours");
        assumeTrue(
                place == Place.CONTAINER_OF_ROOT || mayBeReadByNobody(jdk.java()),
                () -> "only root may read " + jdk.java());
        Program.Ended probe =
                Program.of(place.launcher()).with("ls", folder, jdk.java()).run();
        Needs.that(probe.exitCode() == 0, String.join(" ", place.launcher()) + ": " + probe.err());
        Program program = LiveJvm.program(jdk, folder, List.of("-Xms64m", "-Xmx64m"))
                .through(place.launcher().toArray());
        try (Running running = program.start()) {
            Poll.until("it is ready", () -> running.outSoFar().contains("ready") || !running.isAlive());
            assertTrue(running.isAlive(), running::errSoFar);
            long pid = running.handle()
                    .children()
                    .findFirst()
                    .map(ProcessHandle::pid)
                    .orElseThrow();
            assertSeen(pid, feature);
            assertListed(pid, feature, place);
            assertEquals(List.of(), Triggers.of(pid));
            assertEquals("ready\n", running.outSoFar());
            assertTrue(running.isAlive(), running::errSoFar);
        }
    }

    /** Root of a container lacks CAP_SYS_PTRACE, so that the advice to run as root would not help. */
    @Test
    void rootWithoutTheCapabilityIsToldWhichOne() {
        Needs.root();
        Needs.program("setpriv");
        List<String> lessThanRoot = List.of("setpriv", "--bounding-set=-sys_ptrace");
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xms64m", "-Xmx64m"))) {
            for (String command : List.of("advise", "emit --for shell", "size", "watch --for 1")) {
                Program.Ended ended = Cli.with((Object[]) command.split(" "))
                        .with(jvm.pid())
                        .through(lessThanRoot.toArray())
                        .run();
                String said = (ended.out() + ended.err()).replaceAll("\\s+", " ");
                assertEquals(4, ended.exitCode(), said);
                assertTrue(said.contains("this root lacks CAP_SYS_PTRACE"), command + ": " + said);
                assertFalse(said.contains("sudo"), command + ": " + said);
            }
        }
    }

    /** As the commands that list JVMs do: a watch that shows nothing is no healthy host. */
    @Test
    void aWatchOfAllSaysThatItMayNotReadOthers() {
        Needs.root();
        Needs.program("setpriv");
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xms64m", "-Xmx64m"))) {
            Program.Ended watched = Cli.with("watch", "--all", "--for", "1")
                    .through(STRANGER.toArray())
                    .run();
            assertEquals(4, watched.exitCode(), watched.out() + watched.err());
            assertTrue(watched.err().contains("of other users not listed: permission denied"), watched.err());
            Program.Ended emitted = Cli.with("emit", "--for", "shell", jvm.pid())
                    .through(STRANGER.toArray())
                    .run();
            assertTrue(emitted.err().contains("sudo hp-cli emit --for shell --pid " + jvm.pid()), emitted.err());
        }
    }

    /** A snapshot and metrics without a JVM are no healthy host either. What they have is written all the same. */
    @Test
    void whatMayReadNoJvmSaysSo() throws IOException {
        Needs.root();
        Needs.program("setpriv");
        Path out = Files.createDirectories(folder.resolve("outputs"));
        Files.setPosixFilePermissions(out, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xms64m", "-Xmx64m"))) {
            for (List<Object> command : List.of(
                    List.<Object>of("snapshot", "-o", out.resolve("facts.json")),
                    List.<Object>of("metrics", "--textfile", out.resolve("hpjvm.prom")),
                    List.<Object>of("metrics"))) {
                Program.Ended ended =
                        Cli.with(command.toArray()).through(STRANGER.toArray()).run();
                assertEquals(4, ended.exitCode(), command + ": " + ended.err());
                assertTrue(
                        ended.err()
                                .contains("of other users not listed: permission denied; run as root: sudo hp-cli "
                                        + command.get(0)),
                        ended.err());
            }
            assertTrue(Files.size(out.resolve("facts.json")) > 0);
            assertTrue(Files.size(out.resolve("hpjvm.prom")) > 0);
            assertTrue(jvm.isAlive());
        }
    }

    /** Another user's home hides a JDK; it is there. */
    @Test
    void aJavaThatMayNotBeReadIsNotMissing() throws IOException {
        Needs.root();
        Needs.program("setpriv");
        Path closed = Files.createDirectories(folder.resolve("closed"));
        Files.createSymbolicLink(closed.resolve("jdk"), Jdks.running().home());
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        Program.Ended predicted = Cli.with("predict", "--", closed.resolve("jdk/bin/java"), "Main")
                .through(STRANGER.toArray())
                .run();
        assertTrue(predicted.err().contains("permission denied"), predicted.err());
        assertFalse(predicted.err().contains("no such file"), predicted.err());
    }

    /** Returns whether user nobody may read the JDK. A JDK below root's home is not readable. */
    private boolean mayBeReadByNobody(Path java) {
        return Program.of(STRANGER).with("ls", folder, java).run().exitCode() == 0;
    }

    private static void assertSeen(long pid, int feature) {
        Program.Ended snapshot = Cli.with("snapshot", "--pid", pid).run();
        assertEquals(0, snapshot.exitCode(), snapshot.err());
        Jvm jvm = FactsJson.read(snapshot.out()).jvms().get(0);
        assertEquals(
                Optional.of(feature),
                jvm.identity().known().flatMap(VmIdentity::release).map(release -> release.feature()));
        assertEquals(
                Optional.of(Long.toString(64 << 20)),
                jvm.flags().known().map(flags -> flags.get("MaxHeapSize")).map(VmFlag::value),
                () -> jvm.flags().toString());
        assertEquals(
                Optional.of(Bytes.ofMiB(64)),
                jvm.region(RegionName.HEAP).backing().known().map(backing -> backing.reserved()),
                () -> jvm.region(RegionName.HEAP).toString());
    }

    private static void assertListed(long pid, int feature, Place place) {
        Program.Ended listed = Cli.with("jvms").run();
        assertEquals(0, listed.exitCode(), listed.err());
        String line = listed.out()
                .lines()
                .filter(l -> l.strip().startsWith(pid + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(listed.out()));
        String release = feature == 8 ? "1\\.8\\.0_" : feature + "\\.";
        assertTrue(line.matches(" *" + pid + " +" + place.user() + " +" + release + ".* pid 1 .* Waits"), line);
    }
}
