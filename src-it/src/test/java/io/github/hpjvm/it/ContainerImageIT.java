package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Distribution;
import io.github.hpjvm.it.lab.HostileJvm;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Podman;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image of {@code Containerfile}, run by podman with the capabilities that docs/COMMANDS.md lists. Its base image has a
 * shell, the C library and a few programs of this machine.
 */
@Tag("jdks")
@Tag("beside")
class ContainerImageIT {
    private static final Pattern ROW = Pattern.compile("\\| (`[^|]*) \\| ([^|]*) \\|");
    private static final Pattern COMMAND = Pattern.compile("`([a-z]+)`");
    private static final Pattern CAPABILITY = Pattern.compile("`([A-Z_]+)`");

    /** They keep their files in the host's /run, which this container has not; TrialIT tests them. */
    private static final Set<String> CHANGING = Set.of("trial", "collapse");

    /** Arguments of each command of the table. PID stands for a JVM of another user. */
    private static final Map<String, String> CALLS = Map.ofEntries(
            Map.entry("host", "host"),
            Map.entry("explain", "explain HP-101"),
            Map.entry("predict", "predict --jdk 21 -- java -Xmx1g -XX:+UseTransparentHugePages -jar app.jar"),
            Map.entry("fleet", "fleet /facts/a.json"),
            Map.entry("diff", "diff /facts/a.json /facts/a.json"),
            Map.entry("ps", "ps"),
            Map.entry("jvms", "jvms"),
            Map.entry("advise", "advise PID"),
            Map.entry("emit", "emit --for shell --pid PID"),
            Map.entry("size", "size --pid PID"),
            Map.entry("snapshot", "snapshot --pid PID"),
            Map.entry("watch", "watch --pid PID --for 2s"),
            Map.entry("metrics", "metrics"),
            Map.entry("stalls", "stalls --for 1s"));

    /** A command that needs perf in the base image, and hardware counters. */
    private static final String WITHOUT_COUNTERS = "tlb";

    @TempDir
    private static Path folder;

    private static Podman podman;

    @BeforeAll
    static void buildImage() throws IOException {
        Needs.root();
        Path archive = Distribution.built(Distribution.ARCHIVE);
        podman = Podman.in(folder);
        Files.createDirectory(folder.resolve("facts"));
        podman.importBase(archive, "localhost/hp-base");
        Program.Ended built = podman.podman("build", "--build-arg", "BASE=localhost/hp-base", "-t", "hp-cli")
                .with(System.getProperty("hp.root"))
                .run();
        assertEquals(0, built.exitCode(), built.toString());
        Program.Ended probe = container(List.of(), "--version").run();
        Needs.that(probe.exitCode() == 0, "podman that runs containers: " + probe.err());
    }

    @AfterAll
    static void removeImage() {
        if (podman != null) {
            podman.clear();
        }
    }

    /** Returns a container with the arguments of docs/COMMANDS.md, but with these capabilities. */
    private static Program container(List<String> capabilities, String call) {
        Program program =
                podman.podman("run", "--rm", "--ulimit", "host", "--pid=host", "--network=none", "--cap-drop=ALL");
        capabilities.forEach(name -> program.with("--cap-add=" + name));
        return program.with("--security-opt", "apparmor=unconfined")
                .with("-v", "/sys/fs/cgroup:/sys/fs/cgroup:ro", "-v", folder.resolve("facts") + ":/facts:ro", "hp-cli")
                .with((Object[]) call.split(" "));
    }

    /** Returns the capabilities of each command in the table of docs/COMMANDS.md. */
    private static Map<String, List<String>> capabilities() throws IOException {
        Map<String, List<String>> all = new LinkedHashMap<>();
        Files.readString(Path.of(System.getProperty("hp.root"), "docs/COMMANDS.md"))
                .lines()
                .dropWhile(line -> !line.equals("| command | capabilities |"))
                .takeWhile(line -> line.startsWith("|"))
                .map(ROW::matcher)
                .filter(row -> row.matches())
                .forEach(row -> {
                    List<String> names = CAPABILITY
                            .matcher(row.group(2))
                            .results()
                            .map(found -> found.group(1))
                            .toList();
                    COMMAND.matcher(row.group(1)).results().forEach(found -> all.put(found.group(1), names));
                });
        return all;
    }

    /** The first call of {@code advise} has to make the JVM listen, so each case has a JVM of its own. */
    @Test
    @Tag("slow")
    void eachCommandRunsWithItsCapabilities() throws IOException {
        Map<String, List<String>> capabilities = capabilities();
        assertTrue(capabilities.containsKey("advise"), capabilities::toString);
        for (Map.Entry<String, List<String>> command : capabilities.entrySet()) {
            if (command.getKey().equals(WITHOUT_COUNTERS) || CHANGING.contains(command.getKey())) {
                continue;
            }
            try (Program.Running jvm = jvmOfOtherUser()) {
                if (command.getKey().equals("fleet")) {
                    takeSnapshot(jvm.pid());
                }
                String call = CALLS.get(command.getKey()).replace("PID", Long.toString(jvm.pid()));
                Program.Ended ended = container(command.getValue(), call).run();
                assertEquals(0, ended.exitCode(), call + " with " + command.getValue() + ": " + ended);
                assertEquals("", ended.complaints(), call);
            }
        }
    }

    private static void takeSnapshot(long pid) throws IOException {
        Program.Ended taken = container(List.of("SYS_PTRACE", "DAC_OVERRIDE", "KILL"), "snapshot --pid " + pid)
                .run();
        assertEquals(0, taken.exitCode(), taken.err());
        Files.writeString(folder.resolve("facts/a.json"), taken.out());
    }

    @Test
    void adviceWithoutCapabilitiesNamesTheOwner() throws IOException {
        try (Program.Running jvm = jvmOfOtherUser()) {
            Program.Ended ended = container(List.of(), "advise " + jvm.pid()).run();
            assertEquals(4, ended.exitCode(), ended.toString());
            assertTrue(
                    (ended.out() + ended.err()).contains("ermission denied: process " + jvm.pid() + " belongs to user"),
                    ended.toString());
        }
    }

    private static Program.Running jvmOfOtherUser() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Program program =
                LiveJvm.program(Jdks.running(), folder, List.of("-Xmx64m")).through(HostileJvm.NOBODY.toArray());
        Program.Running jvm = program.start();
        Poll.until("the JVM of another user", () -> jvm.outSoFar().contains("ready") || !jvm.isAlive());
        Needs.that(jvm.isAlive(), "a JDK that uid 65534 can run: " + jvm.errSoFar());
        return jvm;
    }
}
