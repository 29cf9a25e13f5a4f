package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
                        "predict",
                        "ps",
                        "size",
                        "snapshot",
                        "try",
                        "bench",
                        "bench run",
                        "bench compare",
                        "bench doctor",
                        "bench restore"),
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
            assertTrue(called.out().lines().allMatch(line -> line.length() <= 100), called.out());
            assertFalse(called.out().contains("\033"), "no colour where nobody can see it");
        }
    }

    @ParameterizedTest(name = "hp-cli {0} --version")
    @MethodSource("commands")
    void everyCommandSaysTheVersion(String command) {
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
    void tryTakesACommandAfterTwoDashesAndSaysWhatCannotBe() {
        assertSaid("which command?", "try");
        assertSaid("say what is better", "try", "--metric", "x ([0-9]+)", "--", "java", "-version");
        assertSaid("add --load", "try", "--until", "ready", "--", "java", "-version");
        assertSaid("unknown profile", "bench", "run", "--profile", "own");
    }

    @Test
    void aJarHasOptionsOfItsOwn() {
        assertSaid("can be given with --jar FILE alone", "bench", "run", "SomeBenchmark");
        assertSaid("is for our own workloads", "bench", "run", "--jar", "x.jar", "--workloads", "y");
        assertSaid("say --rounds N", "bench", "run", "--jar", "x.jar", "y", "--", "-f", "2");
        assertSaid("cannot read x.jar: there is no such file", "bench", "run", "--jar", "x.jar");
    }

    private static void assertSaid(String said, String... arguments) {
        Called called = Called.with(arguments);
        assertEquals(2, called.exitCode(), called.err());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains(said), called.err());
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
        names.removeAll(Set.of("--help", "--version", "--verbose"));
        assertEquals(
                new TreeSet<>(Set.of(
                        "--profile",
                        "--workloads",
                        "--params",
                        "--variants",
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
                "hp-cli advise|advise 4242",
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
                "hp-cli size|size --pid 1 -- java -Xmx1g",
                "hp-cli size|size --pid 1 --headroom -1",
                "hp-cli size|size --pid 1 --headroom 1001",
                "hp-cli size|size --snapshot /nowhere/at/all.json -- java",
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
                "hp-cli bench doctor|bench doctor --format yaml",
                "hp-cli bench doctor|bench doctor --jvm /nowhere/at/all",
                "hp-cli bench doctor|bench doctor --rounds 1",
                "hp-cli bench restore|bench restore now"
            })
    void whatCannotBeIsExitCodeTwoAndOneLineOnStderr(String command, String arguments) {
        Called called = Called.with(words(arguments));
        assertEquals(2, called.exitCode(), called::toString);
        assertEquals("", called.out());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().startsWith(command + ": "), called.err());
        assertTrue(called.err().strip().endsWith("; try " + command + " --help"), called.err());
    }

    @Test
    void theLineNamesWhatWasWrong() {
        assertTrue(Called.with("bench", "run", "--rounds", "six").err().contains("rounds: 'six'"));
        assertTrue(Called.with("bench", "run", "--variants", "thb").err().contains("'thb'"));
        assertTrue(Called.with("bench", "run", "--format", "xml").err().contains("'xml'"));
        assertTrue(Called.with("bench", "run", "--nonsense").err().contains("--nonsense"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "JSON", "Text"})
    void aFormatMayBeWrittenAsOneLikes(String format) {
        CommandLine.ParseResult parsed = HpCli.commandLine().parseArgs("bench", "doctor", "--format", format);
        Format chosen =
                parsed.subcommand().subcommand().matchedOption("--format").getValue();
        assertEquals(Format.valueOf(format.toUpperCase(Locale.ROOT)), chosen);
    }

    @ParameterizedTest
    @CsvSource({"--provision,true", "--provision=true,true", "--provision=false,false"})
    void provisionMayStandAlone(String option, String value) {
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
    void provisionThatStandsAloneDoesNotSwallowTheNextOption() {
        CommandLine.ParseResult parsed =
                HpCli.commandLine().parseArgs("bench", "run", "--provision", "--rounds", "3", "-o", "x");
        CommandLine.ParseResult run = parsed.subcommand().subcommand();
        assertEquals("true", run.matchedOption("--provision").getValue().toString());
        assertEquals("3", run.matchedOption("--rounds").getValue().toString());
        assertEquals("x", run.matchedOption("--out").getValue());
    }

    @Test
    void badOptionsLeaveNoFolderBehind(@TempDir Path temp) throws IOException {
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
    void aMistakeOfTheUserIsExitCodeTwo() {
        Called called = Called.failing(new UsageException("rounds: 'x' is not a whole number"));
        assertEquals(
                new Called(
                        2,
                        "",
                        "hp-cli fail: rounds: 'x' is not a whole number; try hp-cli fail --help"
                                + System.lineSeparator()),
                called);
    }

    @Test
    void anObstacleOnTheHostIsExitCodeOneInOneLine() {
        Called called = Called.failing(new BenchException("cannot write /x: no space", new IOException("no space")));
        assertEquals(new Called(1, "", "hp-cli fail: cannot write /x: no space" + System.lineSeparator()), called);
    }

    @Test
    void aDefectOfOursSaysSoAndHowToSeeMore() {
        for (Exception defect :
                List.of(new IllegalStateException("oops"), new NullPointerException(), new IOException("unexpected"))) {
            Called called = Called.failing(defect);
            assertEquals(1, called.exitCode());
            assertEquals("", called.out());
            assertTrue(called.err().startsWith("hp-cli fail: a defect of ours: " + defect), called.err());
            assertTrue(called.err().contains("--verbose"), called.err());
            assertFalse(called.err().contains("\tat "), called.err());
        }
    }

    @Test
    void verboseShowsWhereItCameFrom() {
        for (Exception thrown : List.of(new IllegalStateException("oops"), new BenchException("no"))) {
            Called called = Called.failing(thrown, "--verbose");
            assertEquals(1, called.exitCode());
            assertTrue(called.err().contains("\tat "), called.err());
            assertFalse(called.err().contains("add --verbose"), called.err());
            assertEquals("", called.out());
        }
    }

    @Test
    void verboseMayStandAnywhereAndDoesNotChangeWhatAUsageErrorSays() {
        for (List<String> arguments : List.of(
                List.of("--verbose", "bench", "run", "--rounds", "0"),
                List.of("bench", "--verbose", "run", "--rounds", "0"),
                List.of("bench", "run", "--rounds", "0", "--verbose"))) {
            Called called = Called.with(arguments.toArray(String[]::new));
            assertEquals(2, called.exitCode());
            assertEquals(1, called.err().lines().count(), called.err());
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
