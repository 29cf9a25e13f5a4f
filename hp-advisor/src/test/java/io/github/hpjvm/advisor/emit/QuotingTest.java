package io.github.hpjvm.advisor.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.RandomFacts;
import io.github.hpjvm.os.text.ShellQuote;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is quoted comes out again as it was: read by a real shell and by the real java launcher. */
class QuotingTest {
    private static final int MANY = 300;
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    @TempDir
    Path folder;

    private static List<String> run(Map<String, String> environment, List<String> command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(true, process.waitFor(1, TimeUnit.MINUTES));
        assertEquals(0, process.exitValue(), out);
        return out.isEmpty()
                ? List.of()
                : Arrays.asList(out.substring(0, out.length() - 1).split("\0", -1));
    }

    private static List<String> printer(String... options) {
        List<String> command = new ArrayList<>(List.of(JAVA.toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", "target/test-classes", PrintsProperties.class.getName()));
        return command;
    }

    private static List<String> properties(List<String> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> "-Dk" + i + "=" + values.get(i))
                .toList();
    }

    @Test
    void shellReadsTheOriginalWords() throws Exception {
        long seed = RandomFacts.seed(51);
        List<String> names = OddNames.of(seed, MANY, true);
        String script = "printf '%s\\0' " + ShellQuote.words(names);
        assertEquals(names, run(Map.of(), List.of("/bin/sh", "-c", script)), "seed " + seed);
        String always = names.stream().map(ShellQuote::always).collect(Collectors.joining(" ", "printf '%s\\0' ", ""));
        assertEquals(names, run(Map.of(), List.of("/bin/sh", "-c", always)), "seed " + seed);
        assertThrows(IllegalArgumentException.class, () -> ShellQuote.word("a\0b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"})
    void launcherAndVmReadTheOriginalArguments(String variable) throws Exception {
        long seed = RandomFacts.seed(52);
        // The VM takes 64 options from its variable and the launcher any number (options.cpp of 9 and newer: any).
        List<String> names = OddNames.of(seed, 60, true);
        String value = JavaOptionsQuote.value(properties(names));
        assertEquals(names, run(Map.of(variable, value), printer()), "seed " + seed + ": " + value);
    }

    @Test
    void launcherReadsTheOriginalArgumentFile() throws Exception {
        long seed = RandomFacts.seed(53);
        List<String> names = OddNames.of(seed, MANY, true);
        Path file = folder.resolve("a.args");
        Files.writeString(
                file,
                "# it's a \"comment\"\n"
                        + properties(names).stream().map(ArgfileQuote::word).collect(Collectors.joining("\n"))
                        + "\n");
        assertEquals(names, run(Map.of(), printer("@" + file)), "seed " + seed);
    }

    @Test
    void toolsReadTheOriginalValuesOfForms() throws Exception {
        List<String> odd = List.of("a b\"c'd%n$(id)`id`", "-x");
        ConfigFile args = file(17, odd);
        Path file = Files.writeString(folder.resolve("odd.args"), args.text());
        assertEquals(odd, run(Map.of(), printer("@" + file)));
        String export = args.text()
                .lines()
                .filter(line -> line.contains("export JDK_JAVA_OPTIONS"))
                .map(line -> line.substring(1).strip())
                .findFirst()
                .orElseThrow();
        assertEquals(odd, sourced("JDK_JAVA_OPTIONS", export));
        assertEquals(odd, sourced("JAVA_TOOL_OPTIONS", file(8, odd).text()));
    }

    /** Appended to what is there already, and that is kept. */
    private static List<String> sourced(String variable, String script) throws Exception {
        List<String> before = List.of("sh", "-c", "exec \"$@\"", "sh");
        List<String> command = new ArrayList<>(before);
        command.set(2, script + "\nexec \"$@\"");
        command.addAll(printer());
        List<String> all = run(Map.of(variable, "-Dk2=before"), command);
        assertEquals("before", all.get(2));
        return all.subList(0, 2);
    }

    private static ConfigFile file(int release, List<String> values) {
        return Form.JVM
                .files(Situations.of(
                        io.github.hpjvm.advisor.JvmSamples.g1(release),
                        new io.github.hpjvm.advisor.action.JvmFlag(properties(values), List.of())))
                .get(0);
    }

    @Test
    void argumentsWithAnAtSignAreNotFiles() {
        assertEquals("@@a", JavaOptionsQuote.word("@a"));
        assertEquals("\"\"", JavaOptionsQuote.word(""));
    }

    @Test
    void systemdExpandsNothing() throws IOException {
        assertEquals("\"A=%%h $x \\\"\\\\\\n\"", SystemdQuote.variable("A", "%h $x \"\\\n"));
        assertThrows(IllegalArgumentException.class, () -> SystemdQuote.variable("A", "\r"));
    }

    @Test
    void yamlReadsStrings() {
        assertEquals("\"no\"", YamlQuote.scalar("no"));
        assertEquals("\"a\\\"\\\\\\n\\u0085\\U0001f600\"", YamlQuote.scalar("a\"\\\n\u0085\ud83d\ude00"));
        assertEquals("hugepages-2Mi", YamlQuote.resource("hugepages-2Mi"));
        assertEquals("\"on\"", YamlQuote.resource("on"));
        assertEquals("shop-1", YamlQuote.name("shop-1"));
        for (String name : List.of("true", "n", "null", "1", "My_App", "1e3")) {
            assertEquals("\"" + name + "\"", YamlQuote.name(name));
        }
    }
}
