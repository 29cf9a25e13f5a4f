package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HpCliTest {

    static Stream<String> commands() {
        return Stream.concat(Stream.of(""), below(HpCli.commandLine(), ""));
    }

    private static Stream<String> below(CommandLine line, String path) {
        return line.getSubcommands().entrySet().stream().flatMap(entry -> {
            String name = (path + " " + entry.getKey()).strip();
            return Stream.concat(Stream.of(name), below(entry.getValue(), name));
        });
    }

    @Test
    void theCommandsAreThoseOfTheContract() {
        assertEquals(
                Set.of(
                        "",
                        "advise",
                        "emit",
                        "explain",
                        "host",
                        "jvms",
                        "metrics",
                        "predict",
                        "ps",
                        "size",
                        "diff",
                        "fleet",
                        "snapshot",
                        "stalls",
                        "tlb",
                        "trial",
                        "collapse",
                        "try",
                        "watch",
                        "bench",
                        "bench run",
                        "bench compare",
                        "bench report",
                        "bench doctor",
                        "bench restore",
                        "jdk",
                        "jdk verify",
                        "help",
                        "man",
                        "completion"),
                commands().collect(Collectors.toSet()));
    }

    @ParameterizedTest(name = "hp-cli {0} --help")
    @MethodSource("commands")
    void everyCommandHasAHelp(String command) {
        for (String option : List.of("--help", "-h")) {
            Called called = Called.with(words(command, option));
            assertEquals(0, called.exitCode());
            assertEquals("", called.err());
            String usage = "Usage: hp-cli" + (command.isEmpty() ? "" : " " + command);
            assertTrue(called.out().startsWith(usage), called.out());
            assertTrue(called.out().lines().count() >= 5, called.out());
            assertTrue(called.out().lines().allMatch(line -> line.length() <= 80), called.out());
            assertFalse(called.out().contains("\033"), "no colour without a terminal");
            // A line of an example that is too long continues in the first column: it would be two commands.
            List<String> examples = called.out()
                    .lines()
                    .dropWhile(line -> !line.equals("Examples:"))
                    .skip(1)
                    .takeWhile(line -> !line.endsWith(":"))
                    .toList();
            assertEquals(
                    List.of(),
                    examples.stream()
                            .filter(line -> !line.isEmpty() && !line.startsWith("  "))
                            .toList());
        }
    }

    @ParameterizedTest(name = "hp-cli {0} --version")
    @MethodSource("commands")
    void everyCommandPrintsTheVersion(String command) {
        for (String option : List.of("--version", "-V")) {
            Called called = Called.with(words(command, option));
            assertEquals(0, called.exitCode());
            assertEquals("", called.err());
            assertTrue(
                    called.out()
                            .strip()
                            .matches(
                                    "hp-cli \\S.*, on Java " + Runtime.version().feature() + ".*"),
                    called.out());
            assertEquals(1, called.out().lines().count());
        }
    }

    @Test
    void tryRejectsInvalidUsage() {
        assertRejected("the command is missing", "try");
        assertRejected(
                "add --better higher or --better lower", "try", "--metric", "x ([0-9]+)", "--", "java", "-version");
        assertRejected("add --load", "try", "--until", "ready", "--", "java", "-version");
        assertRejected(
                "slices are not possible: each run starts the command again",
                "try",
                "--interleave",
                "slices",
                "--",
                "java",
                "-version");
        assertRejected("unknown profile", "bench", "run", "--profile", "own");
        assertRejected("names the variant 'hugetlbfs'", "try", "--gate", ".*:hugetlbfs<=1", "--", "java", "-version");
    }

    /** A variable of the shell that is not set: without the check, the build would pass without its gate. */
    @Test
    void anEmptyValueIsNotAnOmittedOption() {
        assertRejected("gate: the value is empty; type --gate with a value", "bench", "run", "--gate", "");
        assertRejected("gate: the value is empty", "bench", "report", "results.json", "--gate", " ");
        assertRejected("gate: the value is empty", "try", "--gate", "", "--", "java", "-version");
        assertRejected("metric: the value is empty", "try", "--metric", "", "--", "java", "-version");
        assertRejected("variant: the value is empty", "try", "--variant", "", "--", "java", "-version");
        assertRejected("rounds: the value is empty", "bench", "run", "--rounds", "");
    }

    @Test
    void aJarRejectsOptionsOfWorkloads() {
        assertRejected("needs --jar FILE", "bench", "run", "SomeBenchmark");
        assertRejected("does not apply to --jar", "bench", "run", "--jar", "x.jar", "--workloads", "y");
        assertRejected("type --rounds N", "bench", "run", "--jar", "x.jar", "y", "--", "-f", "2");
        assertRejected("cannot read x.jar: there is no such file", "bench", "run", "--jar", "x.jar");
    }

    @Test
    void aCampaignOfTwoJarsIsContinuedWithBoth(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("results.json"), """
                {"schemaVersion": 1, "tool": {"hpBench": "0.2.0"}, "runs": [], "comparisons": [], "profile": "own",
                 "options": {"seed": "7", "jar": "a.jar", "against": "b.jar", "jmh": ""}}
                """);
        String one = folder.resolve("a.jar").toString();
        Called alone = Called.with("bench", "run", "--continue", folder.toString(), "--jar", one);
        assertEquals(2, alone.exitCode());
        assertTrue(alone.err().contains("measured two jars; add --against b.jar"), alone.err());
        Called both = Called.with(
                "bench", "run", "--continue", folder.toString(), "--jar", one, "--against", folder + "/b.jar");
        assertEquals(2, both.exitCode());
        assertFalse(both.err().contains("--against"), both.err());
    }

    /** Each file would replace the results, which are the only copy, or another file of the same command. */
    @Test
    void benchReportKeepsWhatItReadsAndWrites(@TempDir Path folder) throws IOException {
        Path results = Files.writeString(folder.resolve("results.json"), "{}");
        String input = results.toString();
        for (String option : List.of("--export-csv", "--export-junit", "--export-markdown", "--html")) {
            assertRejected(input + " is the file to read; name another", "bench", "report", input, option, input);
            assertRejected("is the file to read", "bench", "report", folder.toString(), option, input);
        }
        String same = folder.resolve("report.html").toString();
        assertRejected(
                "html: " + same + " is also a file of --out; name another",
                "bench",
                "report",
                input,
                "-o",
                folder.toString(),
                "--html",
                same);
        assertRejected(
                "export-junit: " + same + " is also a file of --html",
                "bench",
                "report",
                input,
                "--html",
                same,
                "--export-junit",
                same);
        assertEquals("{}", Files.readString(results));
        assertFalse(Files.exists(folder.resolve("report.html")));
    }

    private static void assertRejected(String words, String... arguments) {
        Called called = Called.with(arguments);
        assertEquals(2, called.exitCode(), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains(words), called.err());
    }

    @Test
    void theHelpOfTheTopNamesCommandsAndExitCodes() {
        String help = Called.with("--help").out();
        assertTrue(help.contains("bench") && help.contains("--verbose"), help);
        assertTrue(help.contains("Exit codes:") && help.contains("2   "), help);
    }

    /** Every property of Maven that the contract names for this version, and where the results go. */
    @Test
    void theOptionsOfBenchRunAreThoseOfTheContract() {
        CommandLine run = HpCli.commandLine()
                .getSubcommands()
                .get("bench")
                .getSubcommands()
                .get("run");
        Set<String> names = run.getCommandSpec().options().stream()
                .map(OptionSpec::longestName)
                .collect(Collectors.toCollection(TreeSet::new));
        names.removeAll(Set.of("--help", "--version", "--verbose", "--color", "--patience"));
        assertEquals(
                new TreeSet<>(Set.of(
                        "--profile",
                        "--workloads",
                        "--params",
                        "--variants",
                        "--variant",
                        "--against",
                        "--export-junit",
                        "--export-csv",
                        "--wait",
                        "--clock",
                        "--continue",
                        "--interleave",
                        "--export-markdown",
                        "--rounds",
                        "--seed",
                        "--jvm",
                        "--jar",
                        "--override",
                        "--timeout",
                        "--provision",
                        "--fragment",
                        "--profilers",
                        "--precision",
                        "--budget",
                        "--check-alone",
                        "--disturbed",
                        "--gate",
                        "--out",
                        "--format")),
                names);
    }

    @Test
    void theHelpOfBenchRunNamesEveryVariant() {
        String help = Called.with("bench", "run", "--help").out().replaceAll("\\s+", " ");
        for (Variant variant : Variants.all()) {
            assertTrue(help.contains(variant.name() + ",") || help.contains(variant.name() + "."), variant.name());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hp-cli|''",
                "hp-cli|nonsense",
                "hp-cli|--nonsense",
                "hp-cli advise|advise",
                "hp-cli advise|advise --pid",
                "hp-cli advise|advise --pid 0",
                "hp-cli advise|advise --pid -1",
                "hp-cli advise|advise --pid one",
                "hp-cli advise|advise --pid 1 --fail-on often",
                "hp-cli advise|advise --pid 1 --format xml",
                "hp-cli advise|advise 4242 4243",
                "hp-cli advise|advise 4242 --pid 4242",
                "hp-cli advise|advise --color maybe 4242",
                "hp-cli predict|predict --jdk 99 -- java",
                "hp-cli help|help nonsense",
                "hp-cli man|man bench nonsense",
                "hp-cli|advice --help",
                "hp-cli explain|explain 1040",
                "hp-cli advise|advise --snapshot /nowhere/at/all.json",
                "hp-cli predict|predict",
                "hp-cli predict|predict --",
                "hp-cli predict|predict -- /no/such/java -Xmx1g",
                "hp-cli predict|predict -- /bin/sh -c id",
                "hp-cli predict|predict --jdk twelve -- java",
                "hp-cli predict|predict --jdk 7 -- java",
                "hp-cli predict|predict --format xml -- java",
                "hp-cli predict|predict --snapshot /nowhere/at/all.json -- java",
                "hp-cli size|size",
                "hp-cli size|size --pid 0",
                "hp-cli size|size --pid one",
                "hp-cli size|size 0 --format json",
                "hp-cli size|size 99999999999999999999 --format json",
                "hp-cli size|size 1 --format xml",
                "hp-cli size|size --pid 1 -- java -Xmx1g",
                "hp-cli size|size --pid 1 --headroom -1",
                "hp-cli size|size --pid 1 --headroom 1001",
                "hp-cli size|size --snapshot /nowhere/at/all.json -- java",
                "hp-cli stalls|stalls --backend perf",
                "hp-cli snapshot|snapshot --pid one",
                "hp-cli snapshot|snapshot now",
                "hp-cli bench|bench",
                "hp-cli bench|bench nonsense",
                "hp-cli bench run|bench run --nonsense",
                "hp-cli bench run|bench run too many words",
                "hp-cli bench run|bench run --rounds",
                "hp-cli bench run|bench run --rounds 1 --rounds 2",
                "hp-cli bench run|bench run --format xml",
                "hp-cli bench run|bench run --rounds=six",
                "hp-cli bench run|bench run --rounds 0",
                "hp-cli bench run|bench run --profile fast",
                "hp-cli bench run|bench run --variants thb",
                "hp-cli bench run|bench run --seed x",
                "hp-cli bench run|bench run --provision=maybe",
                "hp-cli bench run|bench run --params size",
                "hp-cli bench run|bench run --params siez=1",
                "hp-cli bench run|bench run --params size=1k",
                "hp-cli bench run|bench run --workloads (",
                "hp-cli bench run|bench run --workloads NoSuchThing",
                "hp-cli bench run|bench run --profilers gc",
                "hp-cli bench run|bench run --precision 1",
                "hp-cli bench run|bench run --budget soon",
                "hp-cli bench run|bench run --disturbed maybe",
                "hp-cli bench run|bench run --gate ByteArrayTouch",
                "hp-cli bench run|bench run --gate ByteArrayTouch:hugetlbfs<=0.95",
                "hp-cli bench run|bench run --gate NoSuchThing:thp<=0.95",
                "hp-cli bench compare|bench compare",
                "hp-cli bench compare|bench compare one.json",
                "hp-cli bench compare|bench compare /nowhere/a.json /nowhere/b.json",
                "hp-cli bench compare|bench compare / /",
                "hp-cli bench report|bench report",
                "hp-cli bench report|bench report /nowhere/results.json",
                "hp-cli bench report|bench report /",
                "hp-cli bench report|bench report /dev/null",
                "hp-cli bench doctor|bench doctor --format yaml",
                "hp-cli bench doctor|bench doctor --jvm /nowhere/at/all",
                "hp-cli bench doctor|bench doctor --rounds 1",
                "hp-cli bench restore|bench restore now"
            })
    void invalidUsageIsExitCodeTwoAndOneLineOnStderr(String command, String arguments) {
        Called called = Called.with(words(arguments));
        assertEquals(2, called.exitCode(), called::toString);
        assertEquals("", called.out());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().startsWith(command + ": "), called.err());
        assertTrue(called.err().strip().endsWith("; see " + command + " --help"), called.err());
    }

    @Test
    void theLineNamesTheInvalidValue() {
        assertTrue(Called.with("bench", "run", "--rounds", "six").err().contains("rounds: 'six'"));
        assertTrue(Called.with("bench", "run", "--variants", "thb").err().contains("'thb'"));
        assertTrue(Called.with("bench", "run", "--format", "xml").err().contains("'xml'"));
        assertTrue(Called.with("bench", "run", "--nonsense").err().contains("--nonsense"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "JSON", "Text"})
    void aFormatIsNotCaseSensitive(String format) {
        CommandLine.ParseResult parsed = HpCli.commandLine().parseArgs("bench", "doctor", "--format", format);
        Format chosen =
                parsed.subcommand().subcommand().matchedOption("--format").getValue();
        assertEquals(Format.valueOf(format.toUpperCase(Locale.ROOT)), chosen);
    }

    @ParameterizedTest
    @CsvSource({"--provision,true", "--provision=true,true", "--provision=false,false"})
    void provisionNeedsNoValue(String option, String value) {
        CommandLine.ParseResult parsed = HpCli.commandLine().parseArgs("bench", "run", option);
        assertEquals(
                value,
                parsed.subcommand()
                        .subcommand()
                        .matchedOption("--provision")
                        .getValue()
                        .toString());
    }

    @Test
    void provisionWithoutValueKeepsTheNextOption() {
        CommandLine.ParseResult parsed =
                HpCli.commandLine().parseArgs("bench", "run", "--provision", "--rounds", "3", "-o", "x");
        CommandLine.ParseResult run = parsed.subcommand().subcommand();
        assertEquals("true", run.matchedOption("--provision").getValue().toString());
        assertEquals("3", run.matchedOption("--rounds").getValue().toString());
        assertEquals("x", run.matchedOption("--out").getValue());
    }

    @Test
    void invalidOptionsCreateNoFolder(@TempDir Path temp) throws IOException {
        Path out = temp.resolve("results");
        assertEquals(
                2,
                Called.with("bench", "run", "--out", out.toString(), "--rounds", "0")
                        .exitCode());
        assertEquals(
                2,
                Called.with("bench", "run", "--out", out.toString(), "--params", "siez=1")
                        .exitCode());
        assertFalse(Files.exists(out));
    }

    @Test
    void usageExceptionIsExitCodeTwo() {
        Called called = Called.failing(new UsageException("rounds: 'x' is not a whole number"));
        assertEquals(
                new Called(
                        2,
                        "",
                        "hp-cli fail: rounds: 'x' is not a whole number; see hp-cli fail --help"
                                + System.lineSeparator()),
                called);
    }

    @Test
    void benchExceptionIsExitCodeOneAndOneLine() {
        Called called = Called.failing(new BenchException("cannot write /x: no space", new IOException("no space")));
        assertEquals(new Called(1, "", "hp-cli fail: cannot write /x: no space" + System.lineSeparator()), called);
    }

    @Test
    void otherExceptionIsAnInternalErrorWithAHint() {
        for (Exception defect :
                List.of(new IllegalStateException("oops"), new NullPointerException(), new IOException("unexpected"))) {
            Called called = Called.failing(defect);
            assertEquals(1, called.exitCode());
            assertEquals("", called.out());
            assertTrue(called.err().startsWith("hp-cli fail: internal error: " + defect), called.err());
            assertTrue(called.err().contains("--verbose"), called.err());
            assertFalse(called.err().contains("\tat "), called.err());
            assertEquals(1, called.err().lines().count(), called.err());
        }
    }

    @Test
    void verbosePrintsTheStackTrace() {
        for (Exception thrown : List.of(new IllegalStateException("oops"), new BenchException("no"))) {
            Called called = Called.failing(thrown, "--verbose");
            assertEquals(1, called.exitCode());
            assertTrue(called.err().contains("\tat "), called.err());
            assertFalse(called.err().contains("add --verbose"), called.err());
            assertEquals("", called.out());
        }
    }

    @Test
    void verboseIsAcceptedAtEachLevel() {
        for (List<String> arguments : List.of(
                List.of("--verbose", "bench", "run", "--rounds", "0"),
                List.of("bench", "--verbose", "run", "--rounds", "0"),
                List.of("bench", "run", "--rounds", "0", "--verbose"))) {
            Called called = Called.with(arguments.toArray(String[]::new));
            assertEquals(2, called.exitCode());
            assertEquals(1, called.err().lines().count(), called.err());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "advice 4242|unknown command 'advice' (did you mean advise?)",
                "jvm|unknown command 'jvm' (did you mean jvms?)",
                "bench rum|unknown command 'rum' (did you mean run?)",
                "advise --pdi 4242|unknown option '--pdi' (did you mean --pid?)",
                "bench run --round 3|unknown option '--round' (did you mean --rounds?)",
                "xyzzy|unknown command 'xyzzy'; see",
                "advise --pid one|--pid expects a process ID, got 'one'",
                "advise one|PID expects a process ID, got 'one'",
                "advise 1 --format xml|--format expects one of text, json, got 'xml'",
                "size --headroom x --pid 1|--headroom expects a whole number, got 'x'",
                "watch 1 --threshold x|--threshold expects a number, got 'x'",
                "trial 1 --seed x|--seed expects a whole number, got 'x'",
                "predict --jdk 99 -- java|JDK 99 is unknown; known releases are 8 to 28",
                "predict --jdk x -- java|--jdk expects a version such as 21.0.9 or 21.0.9/temurin, got 'x'",
                "advise --pid 0|a process ID is a number above 0, got 0"
            })
    void theMessageNamesTheProblemAndTheNearestName(String arguments, String message) {
        Called called = Called.with(words(arguments));
        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains(message), called.err());
    }

    /** U15: the codes that a command returns are in its help, and no others. */
    @ParameterizedTest
    @CsvSource({
        "advise, 0 1 2 3 4 141",
        "emit, 0 1 2 4 141",
        "explain, 0 1 2 141",
        "host, 0 1 2 4 141",
        "jvms, 0 1 2 4 141",
        "predict, 0 1 2 3 4 141",
        "ps, 0 1 2 4 141",
        "size, 0 1 2 3 4 141",
        "snapshot, 0 1 2 4 141",
        "stalls, 0 1 2 4 130 141 143",
        "watch, 0 1 2 3 4 130 141 143",
        "tlb, 0 1 2 4 130 141 143",
        "metrics, 0 1 2 4 141 143",
        "trial, 0 1 2 4 130 141 143",
        "collapse, 0 1 2 4 130 141 143",
        "fleet, 0 1 2 3 4 130 141 143",
        "jdk verify, 0 1 2 3 4 130 141 143",
        "try, 0 1 2 3 4 130 141 143",
        "bench run, 0 1 2 3 4 130 141 143",
        "bench compare, 0 1 2 141",
        "bench report, 0 1 2 3 141",
        "bench doctor, 0 1 2 4 141",
        "bench restore, 0 1 2 141",
        "help, 0 1 2 141",
        "man, 0 1 2 141",
        "completion, 0 1 2 141"
    })
    void helpListsTheExitCodesOfTheCommand(String command, String codes) {
        String help = Called.with(words(command, "--help")).out();
        String list = help.substring(help.indexOf("Exit codes:"));
        assertEquals(
                codes,
                list.lines()
                        .map(String::strip)
                        .map(line -> line.split(" ")[0])
                        .filter(word -> word.matches("\\d+"))
                        .collect(Collectors.joining(" ")));
    }

    @ParameterizedTest(name = "hp-cli {0}")
    @MethodSource("commands")
    void theUsageHasNoDoubledDots(String command) {
        String help = Called.with(words(command, "--help")).out();
        assertFalse(help.contains("....") || help.contains("..]..."), help);
    }

    @ParameterizedTest(name = "hp-cli help {0}")
    @MethodSource("commands")
    void helpIsACommandToo(String command) {
        assertEquals(Called.with(words(command, "--help")), Called.with(words("help " + command)));
    }

    @ParameterizedTest(name = "hp-cli man {0}")
    @MethodSource("commands")
    void everyCommandHasAManualPage(String command) {
        Called called = Called.with(words("man " + command));
        assertEquals(0, called.exitCode(), called.err());
        assertTrue(called.out().startsWith(".TH \"HP\\-CLI") || called.out().startsWith(".TH \"HP-CLI"), called.out());
        assertTrue(called.out().contains(".SH OPTIONS"), called.out());
        assertTrue(called.out().contains("\\-\\-verbose"), called.out());
    }

    @Test
    void completionKnowsCommandsAndOptions() {
        Called called = Called.with("completion");
        assertEquals(0, called.exitCode(), called.err());
        for (String word : List.of("complete ", "advise", "restore", "--fail-on", "--export-markdown")) {
            assertTrue(called.out().contains(word), word);
        }
    }

    @Test
    void colorIsUsedOnRequest() {
        for (String[] line : List.of(words("bench doctor --color always"), words("--color always bench doctor"))) {
            assertTrue(Called.with(line).out().contains("\033["));
        }
        assertFalse(Called.with(words("bench doctor --color never")).out().contains("\033["));
        assertFalse(Called.with(words("bench doctor")).out().contains("\033["), "the request ends with its command");
        assertTrue(Called.with(words("advise --color always --help")).out().contains("\033["));
    }

    @Test
    void patienceMultipliesTheLimitsOfOneCommand() {
        assertEquals(0, Called.with(words("explain HP-101 --patience 1000")).exitCode());
        assertEquals(Duration.ofSeconds(1000), Patience.with(Duration.ofSeconds(1)));
        assertEquals(0, Called.with(words("--patience 3 explain HP-101")).exitCode());
        assertEquals(6, Patience.with(2));
        assertEquals(0, Called.with(words("explain HP-101")).exitCode());
        assertEquals(2, Patience.with(2), "the factor ends with its command");
        for (String wrong : List.of("0", "-1", "1001", "1.5", "x", "99999999999", "\u0663")) {
            Called called = Called.with("explain", "HP-101", "--patience", wrong);
            assertEquals(2, called.exitCode(), wrong);
            assertEquals(1, called.err().lines().count(), called.err());
            assertTrue(called.err().contains("--patience"), called.err());
        }
    }

    @Test
    void theLocaleChangesNothing() {
        Locale before = Locale.getDefault();
        try {
            String help = Called.with("bench", "run", "--help").out();
            String error = Called.with("bench", "run", "--format", "xml").err();
            for (String tag : List.of("de-DE", "tr-TR", "ar-EG-u-nu-arab")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertEquals(help, Called.with("bench", "run", "--help").out(), tag);
                assertEquals(
                        error, Called.with("bench", "run", "--format", "xml").err(), tag);
                assertEquals(2, Called.with("bench", "run", "--format", "xml").exitCode());
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String[] words(String command, String... more) {
        return Stream.concat(Stream.of(command.split(" ")).filter(word -> !word.isEmpty()), Stream.of(more))
                .toArray(String[]::new);
    }
}
