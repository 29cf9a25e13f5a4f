package io.github.hpjvm.cli.pod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {
    private static final Map<String, String> VARIABLES =
            Map.of("OPTS", " -Xmx1g  -XX:+UseG1GC ", "NAME", "a b", "EMPTY", "", "HEAP", "2g", "STAR", "$HEAP");

    private static ShellCommand read(String... words) {
        return ShellCommand.of(List.of(words), VARIABLES);
    }

    /** The shell of this machine is the judge. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "exec java $OPTS -jar app.jar",
                "java ${OPTS} -Dn=\"$NAME\" -Dm=$NAME $EMPTY \"$EMPTY\" -Xms${HEAP}",
                "  exec java '-Dq=$HEAP `x`' \"-Dr=\\$HEAP \\\\ \\x\" -Ds=\\$HEAP\\ y\n",
                "java -cp \"/lib/*\" \\\n  -Xmx1g $STAR Main \"$@\"",
                "java \"\" '' x\"y\"z",
                "java $@ last",
            })
    void readsTheWordsOfASimpleCommand(String script, @TempDir Path folder) throws IOException, InterruptedException {
        Path shell = Path.of("/bin/sh");
        assumeTrue(Files.isExecutable(shell), "no shell");
        Path java = folder.resolve("java");
        Files.writeString(java, "#!/bin/sh\nfor word; do printf '%s\\0' \"$word\"; done\n");
        assumeTrue(java.toFile().setExecutable(true), "no executable files");
        ProcessBuilder builder = new ProcessBuilder(shell.toString(), "-ec", script, "name", "one", "two words");
        builder.environment().putAll(VARIABLES);
        builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        Process process = builder.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        List<String> expected = new ArrayList<>(List.of("java"));
        // Each word ends with a NUL.
        expected.addAll(List.of(out.split("\0", -1))
                .subList(0, (int) out.chars().filter(c -> c == 0).count()));
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-ec", script, "name", "one"));
        words.add("two words");
        ShellCommand read = ShellCommand.of(words, VARIABLES);
        assertEquals(expected, read.words());
        assertEquals(Set.of(), read.references());
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec java \"$@\" -Xmx4g Main", "exec java $@ -Xmx4g Main", "java -Xmx4g Main \"$@\""})
    void noArgumentsAreNoWord(String script) {
        assertEquals(List.of("java", "-Xmx4g", "Main"), read("sh", "-c", script).words());
        assertEquals(
                List.of("java", "-Dx=", "-Xmx4g"),
                read("sh", "-c", "java -Dx=\"$@\" -Xmx4g").words());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ulimit -c 0; exec java",
                "java | tee log",
                "java > log",
                "java $(cat opts)",
                "java \"$(cat opts)\"",
                "java `cat opts`",
                "java ${OPTS:-x}",
                "java \"-Dx",
                "java \\",
                "java $1",
                "java *.jar",
                "java {a,b}",
                "set -e\nexec java",
                "",
            })
    void leavesAScriptThatTakesAShell(String script) {
        assertEquals(List.of("sh", "-c", script), read("sh", "-c", script).words());
    }

    /** A manifest of 100 KB that expands to 1 GB; Linux starts no program with more than 6 MiB. */
    @Test
    void aScriptThatExpandsWithoutBoundIsLeft() {
        String quoted = "java " + "\"$V\"".repeat(10_000);
        for (String script : List.of(quoted, quoted.replace("\"", ""), "java " + "$@".repeat(10_000))) {
            List<String> words = List.of("sh", "-c", script, "sh", "x".repeat(100_000));
            assertEquals(
                    words,
                    ShellCommand.of(words, Map.of("V", "x".repeat(100_000))).words());
        }
    }

    @Test
    void leavesACommandWithoutAScript() {
        assertEquals(List.of("sh", "start.sh"), read("sh", "start.sh").words());
        assertEquals(List.of("sh", "-c"), read("sh", "-c").words());
        assertEquals(List.of("tini", "--", "java"), read("tini", "--", "java").words());
        assertEquals(List.of(), read().words());
    }

    /** A word of its own may be a list of options, or nothing: the words after it are still read. */
    @Test
    void variablesOfTheImageAreNotInTheManifest() {
        ShellCommand read = read("bash", "-c", "exec java $JAVA_OPTS -Xmx$SIZE \"$APP\" -jar a.jar");
        assertEquals(List.of("java", "-Xmx$(SIZE)", "$(APP)", "-jar", "a.jar"), read.words());
        assertEquals(Set.of("$(JAVA_OPTS)", "$(SIZE)", "$(APP)"), read.references());
        assertEquals(List.of("JAVA_OPTS"), read.lists());
    }
}
