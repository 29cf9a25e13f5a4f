package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.QuotedWords;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.UsageException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TryOptionsTest {
    private static final List<String> COMMAND = List.of("java", "-jar", "app.jar");

    private static TryOptions parse(String... given) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < given.length; i += 2) {
            map.put(given[i], given[i + 1]);
        }
        return TryOptions.parse(COMMAND, map);
    }

    @Test
    void withoutAMetricComparesTimeAndLessIsBetter() {
        TryOptions options = parse();
        assertTrue(options.metric().isEmpty());
        assertFalse(options.higherIsBetter());
        assertEquals(Duration.ofMinutes(10), options.timeout());
    }

    @Test
    void aServerNeedsItsLineAndItsLoad() {
        TryOptions.Server server = parse(
                        "until", "started in", "load", "wrk -d10 'http://localhost:8080/a b'", "repeat-load", "3")
                .server()
                .orElseThrow();
        assertEquals(List.of("wrk", "-d10", "http://localhost:8080/a b"), server.load());
        assertEquals(3, server.loads());
    }

    /** A reader types the command of a report again. */
    @Test
    void shownWordsKeepTheirQuotes() {
        List<String> words = List.of("java", "-cp", "my lib/x.jar", "-Dn=a b", "Main", "one", "two words");
        TryOptions options = TryOptions.parse(words, Map.of());
        assertEquals("java -cp 'my lib/x.jar' '-Dn=***' Main (2 arguments)", options.shown(words));
        TryOptions full = TryOptions.parse(words, Map.of("full-command-line", "true"));
        assertEquals(words, QuotedWords.split("command", full.shown(words)));
        assertEquals("'my tools/run.sh' (1 argument)", options.shown(List.of("my tools/run.sh", "x")));
        assertEquals("java -jar app.jar", options.shown(COMMAND));
        assertEquals(
                "'/opt/my wrk' (1 argument)",
                TryOptions.shown(Map.of("load", "'/opt/my wrk' -d2")).get("load"));
    }

    @Test
    void namesTheOptionOfEachCommand() {
        assertEquals(
                Map.of("command", COMMAND, "load", List.of("wrk", "-c", "9")),
                parse("until", "ready", "load", "wrk -c 9").commands());
        assertEquals(
                Map.of("a", List.of("java", "A"), "b", List.of("java", "B", "x y")),
                TryOptions.parse(List.of(), Map.of("a", "java A", "b", "java B 'x y'"))
                        .commands());
    }

    @Test
    void aServerInTurnsHasMoreLoadsByDefault() {
        TryOptions.Server usual =
                parse("until", "ready", "load", "wrk").server().orElseThrow();
        assertEquals(1, usual.loads());
        assertEquals(5, usual.turns());
        TryOptions.Server three = parse("until", "ready", "load", "wrk", "repeat-load", "3")
                .server()
                .orElseThrow();
        assertEquals(3, three.loads());
        assertEquals(3, three.turns());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java -jar a.jar --port={port} | wrk localhost:{port} | ''",
                "sh -c 'java -jar a.jar $HP_PORT' | sh -c 'wrk localhost:$HP_PORT' | ''",
                "java -jar a.jar | wrk localhost:{port} | all servers use the same port: write {port} in the command",
                "java -jar a.jar --port={port} | wrk localhost:80 | the load does not name the port",
                "java -jar a.jar {port} | '' | each run starts the command again; servers take turns",
            })
    void serversTakeTurnsIfTheirPortsAreOpen(String command, String load, String why) {
        Map<String, String> given = load.isEmpty() ? Map.of() : Map.of("until", "ready", "load", load);
        String said =
                TryOptions.parse(List.of(command.split(" ")), given).whyForks().orElse("");
        assertTrue(why.isEmpty() ? said.isEmpty() : said.startsWith(why), said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metric | x ([0-9]+) | add --better higher or --better lower",
                "better | higher | less is better",
                "better | more | type higher or lower",
                "until | ready | add --load",
                "load | wrk | add --until",
                "repeat-load | 2 | needs --load COMMAND",
                "timeout | 0s | not a duration",
                "timeout | soon | not a duration",
            })
    void refusesInvalidOptionsInOneLine(String name, String text, String said) {
        String message =
                assertThrows(UsageException.class, () -> parse(name, text)).getMessage();
        assertTrue(message.contains(said), message);
        assertEquals(1, message.lines().count());
    }

    /** The verdict and the gates would be of CPU time, beside a report of the metric. */
    @Test
    void cpuTimeDecidesOnlyWhereItIsTheCostOfTheProgram() {
        assertTrue(parse("clock", "cpu").metric().isEmpty());
        String[] metric = {"clock", "cpu", "metric", "p99 ([0-9.]+)", "better", "lower"};
        assertClock("the verdict would not be of the metric; omit --clock", metric);
        String[] server = {"until", "ready", "load", "wrk localhost:80", "clock", "cpu"};
        assertClock("unless servers take turns: all servers use the same port", server);
        List<String> open = List.of("java", "-jar", "a.jar", "--port={port}");
        Map<String, String> turns = new HashMap<>(
                Map.of("until", "ready", "load", "wrk localhost:{port}", "clock", "cpu", "metric", "rps ([0-9.]+)"));
        turns.put("better", "higher");
        assertTrue(TryOptions.parse(open, turns).higherIsBetter(), "CPU time per request");
        turns.put("better", "lower");
        UsageException e = assertThrows(UsageException.class, () -> TryOptions.parse(open, turns));
        assertTrue(e.getMessage().contains("does not count operations"), e.getMessage());
        turns.put("clock", "wall");
        assertFalse(TryOptions.parse(open, turns).higherIsBetter());
    }

    private static void assertClock(String said, String... given) {
        String message = assertThrows(UsageException.class, () -> parse(given)).getMessage();
        assertTrue(message.startsWith("clock: ") && message.contains(said), message);
    }

    @ParameterizedTest
    @CsvSource({"0", "1001", "-1", "two"})
    void loadsAreCounted(String text) {
        assertThrows(UsageException.class, () -> parse("until", "x", "load", "y", "repeat-load", text));
    }

    @Test
    void requiresACommand() {
        assertThrows(UsageException.class, () -> TryOptions.parse(List.of(), Map.of()));
        assertThrows(UsageException.class, () -> parse("until", "x", "load", "wrk 'open"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java -Xmx1g -cp a.jar org.acme.Main x | org.acme.Main",
                "/opt/jdk/bin/java -jar lib/app.jar run | app.jar",
                "./bin/run.sh -x | run.sh",
                "java @args | java",
            })
    void namesACommandByItsJarOrMainClass(String command, String name) {
        assertEquals(name, CommandWords.shortName(QuotedWords.split("load", command)));
    }

    @Test
    void twoCommandsAreSplitWithoutAShell() {
        TryOptions options =
                TryOptions.parse(List.of(), Map.of("a", "java -cp 'my classes' Old", "b", "java -cp new New"));
        assertEquals(List.of("java", "-cp", "my classes", "Old"), options.command());
        assertEquals(List.of("java", "-cp", "my classes", "Old"), options.commandOf(Variants.baseline()));
        assertEquals(
                List.of("java", "-cp", "new", "New"),
                options.commandOf(BenchOptions.parse(Map.of(), Profile.OWN, 1, options.program())
                        .variants()
                        .get(1)));
    }

    @Test
    void twoCommandsNeedBothOptionsAndNothingElse() {
        assertThrows(UsageException.class, () -> TryOptions.parse(List.of(), Map.of("a", "java Old")));
        assertThrows(UsageException.class, () -> TryOptions.parse(List.of(), Map.of("b", "java New")));
        assertThrows(
                UsageException.class,
                () -> TryOptions.parse(List.of("java", "X"), Map.of("a", "java Old", "b", "java New")));
    }
}
