package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Canaries;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A JVM with a secret in every place of its arguments: none of our output contains it, so it can be sent to other
 * people.
 */
@Tag("jdks")
@Tag("beside")
class SecretsIT {
    private static final String SECRET = Canaries.SECRET;

    /** The heap is on huge pages, so that {@code ps} shows it. */
    @TempDir
    private Path folder;

    static List<Jdk> jdks() {
        return Jdks.among(8, 17, 25);
    }

    private LiveJvm told(Jdk jdk) throws IOException {
        List<String> options = new ArrayList<>(Canaries.options());
        options.addAll(List.of("-XX:+UseTransparentHugePages", "-XX:+AlwaysPreTouch", "-Xms64m", "-Xmx64m"));
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("JAVA_TOOL_OPTIONS", "-Dtool.pw=" + SECRET + " -Dseen.tool=1");
        environment.put("_JAVA_OPTIONS", "-Dlast.pin='" + SECRET + " " + SECRET + "'");
        environment.put("GLIBC_TUNABLES", "glibc.malloc.check=0:pin=" + SECRET);
        environment.put("AWS_SECRET_ACCESS_KEY", SECRET);
        environment.put("HOMEPAGE", SECRET);
        Path flags = Files.writeString(folder.resolve("flags"), "OnError=\"/opt/" + SECRET + "\"\n");
        options.add("-XX:Flags=" + flags);
        Path properties = Files.writeString(folder.resolve("app.properties"), "pin=" + SECRET + "\n");
        options.add("-Dapp.config=" + properties);
        if (jdk.feature() > 8) {
            environment.put("JDK_JAVA_OPTIONS", "-Djdk.login=user:" + SECRET);
            Path file = Files.writeString(folder.resolve("args"), "-Dfile.pw=" + SECRET + "\n-Dseen.args=1\n");
            options.add("@" + file);
            Path vmOptions = Files.writeString(folder.resolve("vm"), "-Dvm.pw=" + SECRET + "\n-Dseen.vm=1\n");
            options.add("-XX:VMOptionsFile=" + vmOptions);
        }
        return LiveJvm.start(jdk, folder, options, Canaries.arguments(), environment);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @Tag("slow")
    void noCredentialLeavesTheHost(Jdk jdk) throws IOException {
        try (LiveJvm live = told(jdk)) {
            long pid = live.pid();
            Program.Ended snapshot = Cli.with("snapshot", "--pid", pid).run();
            List<String> seen = new ArrayList<>(List.of(
                    "-Dmysql.pw=***",
                    "seen.tool",
                    "-Xmx64m",
                    "\"Waits\"",
                    "\"programArguments\" : " + Canaries.arguments().size()));
            if (jdk.feature() > 8) {
                seen.addAll(List.of("seen.args", "seen.vm"));
            }
            for (String word : seen) {
                assertTrue(snapshot.out().contains(word), () -> word + " is not in " + snapshot);
            }
            assertHidden(pid, snapshot);
            assertHidden(pid, Cli.with("snapshot", "--pid", pid, "--no-attach").run());
            assertHidden(
                    pid, Cli.with("snapshot", "--pid", pid, "--format", "text").run());
            assertHidden(pid, Cli.with("advise", "--pid", pid).run());
            assertHidden(
                    pid, Cli.with("advise", "--pid", pid, "--format", "json").run());
            for (String command : List.of("jvms", "ps")) {
                assertHidden(pid, Cli.with(command).run());
                assertHidden(pid, Cli.with(command, "--format", "json").run());
            }
        }
    }

    @Test
    void keepsTheFullCommandLineOnRequest() throws IOException {
        Jdk jdk = Jdks.running();
        try (LiveJvm live = LiveJvm.start(jdk, folder, List.of("-Xmx64m"), List.of("--shop", "berlin"), Map.of())) {
            Path kept = folder.resolve("snapshot.json");
            long pid = live.pid();
            Cli.with("snapshot", "--pid", pid, "--full-command-line", "-o", kept)
                    .run();
            assertTrue(Files.readString(kept).contains("\"berlin\""), "the snapshot has the arguments");
            for (List<Object> command : List.<List<Object>>of(
                    List.of("advise", "--pid", pid, "--format", "json"),
                    List.of("advise", "--snapshot", kept, "--format", "json"),
                    List.of("jvms", "--format", "json"))) {
                Program.Ended reduced = Cli.with(command.toArray()).run();
                assertFalse(reduced.out().contains("berlin"), reduced.out());
                Program.Ended whole =
                        Cli.with(command.toArray()).with("--full-command-line").run();
                assertTrue(whole.out().contains("\"berlin\""), whole.out());
            }
        }
    }

    /**
     * Asserts that the secret is hidden, and that the JVM is in the output: without the JVM there would be no secret to
     * hide.
     */
    private static void assertHidden(long pid, Program.Ended ended) {
        assertTrue(ended.out().contains(Long.toString(pid)), ended.out());
        assertFalse(ended.out().contains(SECRET), ended.out());
        assertFalse(ended.err().contains(SECRET), ended.err());
    }
}
