package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostileJvm;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Preloaded;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.VictimTerminal;
import io.github.hpjvm.it.lab.VictimTerminal.Shown;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Root runs every command beside processes of a hostile user. That user gains nothing, and spoils no more than the rows
 * of that user's own JVMs.
 */
class HostileTargetIT {
    private static final List<String> LIES = List.of("endless", "huge", "slow", "silent", "link", "folder", "fifo");

    /**
     * Makes the JDK $1 readable for other users, in a mount namespace of its own. Each folder of its path that only root
     * may enter is replaced by an empty one that holds the next folder of the path.
     */
    private static final String READABLE = """
            rest=${1#/} folder=; shift
            while [ "$rest" != "${rest#*/}" ]; do
              folder=$folder/${rest%%/*} rest=${rest#*/} child=$folder/${rest%%/*}
              if stat -c %A "$folder" | grep -q -- '-$'; then
                kept=$(mktemp -d)
                mount --bind "$child" "$kept" && mount -t tmpfs -o mode=755 tmpfs "$folder" &&
                  mkdir "$child" && mount --move "$kept" "$child" && rmdir "$kept"
              fi
            done
            exec "$@"
            """;

    /** A process number above the largest possible one: a row that begins with it is forged. */
    private static final String FORGED = "4999999";

    @TempDir
    private static Path folder;

    private static final Map<String, HostileJvm> JVMS = new LinkedHashMap<>();
    private static final List<AutoCloseable> OTHERS = new ArrayList<>();
    private static VictimTerminal terminal;
    private static ServerSocketChannel trap;

    @BeforeAll
    static void hostileUser() throws IOException {
        Needs.root();
        Needs.program("setpriv");
        Needs.program("unshare");
        Needs.program("gcc");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Program.Ended probe = Program.of(HostileJvm.NOBODY_IN_NAMESPACE)
                .with(Jdks.running().java(), "-version")
                .run();
        Needs.that(probe.exitCode() == 0, "a JDK that uid 65534 can run in its own user namespace: " + probe.err());
        Path secrets = Files.createDirectory(
                folder.resolve("private"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path inner = Files.createDirectory(secrets.resolve("inner"));
        Files.writeString(inner.resolve("secret"), "root's secret");
        trap = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        trap.bind(UnixDomainSocketAddress.of(secrets.resolve("trap")));
        trap.configureBlocking(false);
        removeSocketsOfEndedJvms();
        for (String lie : LIES) {
            JVMS.put(
                    lie,
                    start(
                            HostileJvm.NOBODY,
                            List.of(),
                            lie,
                            secrets.resolve("trap").toString()));
        }
        JVMS.put("plain", start(HostileJvm.NOBODY_IN_NAMESPACE, List.of(), "plain"));
        JVMS.put("victim", start(HostileJvm.NOBODY, List.of(), "plain"));
        JVMS.values().forEach(HostileJvm::ready);
        String victim = Long.toString(JVMS.get("victim").pid());
        List<String> third = List.of("setpriv", "--reuid=65533", "--regid=65533", "--clear-groups", "--");
        OTHERS.add(start(third, List.of(), "huge", victim).ready());
        terminal = new VictimTerminal(compiled("terminal", "-lutil"), inner);
    }

    @AfterAll
    static void end() throws Exception {
        JVMS.values().forEach(HostileJvm::close);
        JVMS.clear();
        for (AutoCloseable other : OTHERS) {
            other.close();
        }
        if (trap != null) {
            trap.close();
        }
        try (Stream<Path> left = Files.list(Path.of("/tmp"))) {
            for (Path file : left.filter(HostileTargetIT::isLeftBehind).toList()) {
                Files.delete(file);
            }
        }
    }

    /** A JVM that was killed leaves its socket, which the next process of that number could not replace. */
    private static void removeSocketsOfEndedJvms() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/tmp"))) {
            for (Path file : files.filter(HostileTargetIT::isOfEndedJvm).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static boolean isOfEndedJvm(Path file) {
        String name = file.getFileName().toString();
        return name.matches("\\.java_pid\\d+") && Files.notExists(Path.of("/proc", name.substring(9)));
    }

    private static final List<String> SOCKETS = new ArrayList<>();

    private static boolean isLeftBehind(Path file) {
        return SOCKETS.contains(file.getFileName().toString());
    }

    private static HostileJvm start(List<String> user, List<String> options, String lie, String... argument) {
        List<String> words = new ArrayList<>(List.of(lie));
        words.addAll(lie.equals("link") || user.toString().contains("65533") ? List.of(argument) : List.of());
        HostileJvm jvm = HostileJvm.start(folder, user, options, words.toArray(String[]::new));
        SOCKETS.add(".java_pid" + jvm.pid());
        return jvm;
    }

    private static Path compiled(String name, String... libraries) {
        Path source = Path.of(System.getProperty("hp.root"), "src-it", "lab", name + ".c");
        Path program = folder.resolve(name);
        Program.Ended built = Program.of("gcc", "-O1", "-o", program.toString(), source.toString())
                .with((Object[]) libraries)
                .run();
        assertEquals(0, built.exitCode(), built.err());
        return program;
    }

    private static Shown run(Object... arguments) {
        Shown shown = terminal.run(Cli.with(arguments));
        assertHarmless(shown);
        return shown;
    }

    private static void assertHarmless(Shown shown) {
        assertEquals(List.of(), shown.harms(), shown::text);
        assertFalse(shown.text().contains("internal error"), shown::text);
        assertTrue(shown.text().lines().noneMatch(line -> line.strip().startsWith(FORGED)), shown::text);
        assertTrue(Set.of(0, 3, 4).contains(shown.exitCode()), () -> shown.exitCode() + ": " + shown.text());
    }

    private static long pid(String jvm) {
        return JVMS.get(jvm).pid();
    }

    /** Runs after every command: no JVM was connected to, not by its socket and not by a link. */
    @AfterEach
    void noJvmWasContacted() throws IOException {
        for (HostileJvm jvm : JVMS.values()) {
            assertEquals("ready\n", jvm.said());
        }
        if (trap != null) {
            assertEquals(null, trap.accept(), "root connected to a socket behind a link");
        }
    }

    @Test
    void adviceOnJvmInUserNamespace() {
        Shown shown = run("advise", "--pid", pid("plain"));
        assertTrue(shown.text().contains("heap up to 32 MiB"), shown::text);
    }

    /** A JVM in its own user namespace replies to no root of the host. Its memory has the same facts. */
    @Test
    void factsOfJvmInUserNamespace() {
        assertAnswers(pid("plain"));
    }

    /** 8 accepts no root as a peer, wherever it runs. Its memory has the same facts. */
    @Tag("jdks")
    @Test
    void factsOfJdk8() {
        Jdk eight = Needs.jdk(8);
        Program program = LiveJvm.program(eight, folder, List.of("-Xmx32m"))
                .through(HostileJvm.NOBODY.toArray())
                .through("unshare", "--mount", "sh", "-c", READABLE, "sh", eight.home());
        try (Running jvm = program.start()) {
            Poll.until("it is ready", () -> jvm.outSoFar().contains("ready") || !jvm.isAlive());
            assertTrue(jvm.isAlive(), jvm::errSoFar);
            assertAnswers(jvm.pid());
        }
    }

    private static void assertAnswers(long pid) {
        String text = run("snapshot", "--pid", pid).text();
        assertTrue(text.contains("\"MaxHeapSize\""), text);
    }

    @Test
    void poolsForJvmInUserNamespace() {
        run("size", "--pid", pid("plain"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "shell"})
    void configurationForJvmInUserNamespace(String form) {
        run("emit", "--for", form, "--pid", pid("plain"));
    }

    @Test
    void listOfJvms() {
        Shown shown = run("jvms");
        for (HostileJvm jvm : JVMS.values()) {
            assertTrue(shown.text().contains(jvm.pid() + " "), () -> jvm.pid() + " is not in " + shown.text());
        }
        assertFalse(JVMS.get("victim").said().contains("Full thread dump"));
    }

    @Test
    @Tag("slow")
    void snapshotOfAllJvms() {
        Path file = folder.resolve("private/facts.json");
        assertEquals(0, run("snapshot", "-o", file).exitCode());
        run("advise", "--snapshot", file, "--pid", pid("huge"));
        run("jvms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps", "host"})
    @Tag("slow")
    void viewOfHost(String command) {
        assertEquals(0, run(command).exitCode());
    }

    @Test
    void prediction() {
        run("predict", "--", Jdks.running().java(), "-Xmx32m", "Waits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"endless", "huge", "slow", "silent", "link", "folder", "fifo"})
    @Tag("slow")
    void adviceOnJvmWithSpoofedSocket(String lie) {
        run("advise", "--pid", pid(lie));
    }

    /** S2: an argument file names a path that is no path to Java. */
    @ParameterizedTest
    @ValueSource(strings = {"NUL", "ESC", "UMLAUT"})
    @Tag("slow")
    void unusualPathSpoilsItsOwnRowOnly(String path) throws IOException {
        Path flags = folder.resolve(
                switch (path) {
                    case "NUL" -> "flags";
                    case "ESC" -> "fl\u001b]0;owned\u0007ags";
                    default -> "fl\u00e4gs";
                });
        Path file = folder.resolve("arguments-" + path);
        byte[] name = flags.toString().getBytes(StandardCharsets.UTF_8);
        Program.of("/bin/sh", "-c", "> \"$(printf %b \"$1\")\"", "sh", octal(name))
                .run();
        String argument = "-XX:Flags=" + flags + (path.equals("NUL") ? "\0evil" : "") + "\n";
        Files.writeString(file, argument);
        try (HostileJvm jvm =
                start(HostileJvm.NOBODY, List.of("@" + file), "plain").ready()) {
            for (List<Object> command : List.<List<Object>>of(
                    List.of("jvms"),
                    List.of("advise", "--pid", jvm.pid()),
                    List.of("size", "--pid", jvm.pid()),
                    List.of("emit", "--for", "jvm", "--pid", jvm.pid()))) {
                Shown shown = terminal.run(Cli.with(command.toArray()).set("LC_ALL", "C"));
                assertHarmless(shown);
                if (command.equals(List.of("jvms"))) {
                    assertTrue(shown.text().contains(pid("plain") + " "), shown::text);
                    assertTrue(shown.text().contains(jvm.pid() + " "), shown::text);
                }
            }
        }
    }

    /** Returns the bytes for printf(1), in any encoding of this JVM's own file names. */
    private static String octal(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append(String.format("\\0%03o", b & 0xff));
        }
        return text.toString();
    }

    /** To walk 64 TiB takes minutes: they are sampled. The heap is known, whose base pages a reading of smaps would stall. */
    @Test
    @Tag("slow")
    void vastMappingIsSampled() throws IOException {
        List<String> user = new ArrayList<>(HostileJvm.NOBODY);
        user.addAll(List.of("env", "LD_PRELOAD=" + Preloaded.library(folder, "vast")));
        List<String> options = List.of("-Xms256m", "-Xmx256m", "-XX:-UseTransparentHugePages", "-XX:+AlwaysPreTouch");
        try (HostileJvm jvm = start(user, options, "plain").ready()) {
            assertEquals("ready\n", jvm.said());
            Path file = folder.resolve("private/vast.json");
            assertEquals(0, run("snapshot", "--pid", jvm.pid(), "-o", file).exitCode());
            Map<String, JsonNode> backings = new LinkedHashMap<>();
            new ObjectMapper()
                    .readTree(file.toFile())
                    .at("/jvms/0/regions")
                    .forEach(region -> backings.put(region.get("name").asText(), region.at("/backing/value")));
            assertTrue(backings.get("native").get("reserved").asLong() >= 64L << 40, backings::toString);
            assertTrue(backings.get("native").hasNonNull("sampled"), backings::toString);
            assertFalse(backings.get("heap").hasNonNull("sampled"), backings::toString);
            assertEquals(256 << 20, backings.get("heap").get("residentMin").asLong(), backings::toString);
        }
    }

    /** S3: counters with escape codes, line ends and long texts for the vendor and the version. */
    @ParameterizedTest
    @ValueSource(strings = {"counters", "long"})
    @Tag("slow")
    void forgedCountersReachNoTerminal(String lie) {
        try (HostileJvm jvm =
                start(HostileJvm.NOBODY, List.of("-XX:+UsePerfData"), lie).ready()) {
            Shown listed = run("jvms");
            assertTrue(listed.text().contains(pid("plain") + " "), listed::text);
            run("advise", "--pid", jvm.pid());
            run("snapshot", "--pid", jvm.pid(), "--format", "text");
            run("emit", "--for", "shell", "--pid", jvm.pid());
            run("size", "--pid", jvm.pid());
        }
    }
}
