package io.github.hpjvm.advisor.read.vm;

import static io.github.hpjvm.advisor.facts.ArgumentOrigin.ARGUMENT_FILE;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.COMMAND_LINE;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.FLAGS_FILE;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.JAVA_TOOL_OPTIONS;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.JDK_JAVA_OPTIONS;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.UNDERSCORE_JAVA_OPTIONS;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.UNKNOWN;
import static io.github.hpjvm.advisor.facts.ArgumentOrigin.VM_OPTIONS_FILE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.read.file.Mutations;
import io.github.hpjvm.os.text.JavaOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arguments of a JVM, compared with the output of JDK 8, 11 and 28 for the same arguments. */
@Timeout(30)
class LauncherArgumentsTest {

    private static final Map<String, String> ENVIRONMENT = Map.of(
            "JAVA_TOOL_OPTIONS", "-Dhp.tool=1 \"-Dhp.t=p q\"",
            "JDK_JAVA_OPTIONS", "-Dhp.jdk='r s'",
            "_JAVA_OPTIONS", "-Xms32m");
    private static final Map<String, String> FILES = Map.of(
            "args", "-Dhp.nested=1\n\"-Dhp.w=x y\\tz\"\n-Dhp.h=1#2 -Dhp.lost=1\n-Dhp.after=1\n",
            "vm.opts", "-XX:+UseSerialGC \"-Dhp.q=a b\"\n-Dhp.x=1#2\n",
            "flags.txt", "+UseStringDeduplication MaxHeapSize=200m # not this\n# nor that\n");
    private static final List<String> COMMAND = List.of(
            "java", "-XX:Flags=flags.txt", "-Xint", "@args", "-XX:VMOptionsFile=vm.opts", "-cp", "app", "Sleeper", "1");
    private static final String SAID =
            "-Dhp.tool=1 -Dhp.t=p q -Dhp.jdk=r s -XX:Flags=flags.txt -Xint -Dhp.nested=1 -Dhp.w=x y\tz"
                    + " -Dhp.h=1 -Dhp.after=1 -XX:+UseSerialGC -Dhp.q=a b -Dhp.x=1#2 -Xms32m";

    // Properties of ours keep their values, so that the end of each is seen.
    private static LauncherArguments seen(int feature) {
        return new LauncherArguments(ENVIRONMENT, f -> Optional.ofNullable(FILES.get(f)), Optional.of(feature))
                .add(COMMAND);
    }

    private static List<ArgumentOrigin> origins(Arguments arguments) {
        return arguments.list().stream().map(Argument::origin).toList();
    }

    @Test
    void areInTheirEffectiveOrder() {
        Arguments arguments = seen(28).arguments();
        assertTrue(arguments.complete());
        assertEquals("Sleeper", arguments.main());
        assertEquals(
                List.of(
                        "-XX:+UseStringDeduplication",
                        "-XX:MaxHeapSize=200m",
                        "-Dhp.tool=1",
                        "-Dhp.t=p q",
                        "-Dhp.jdk=r s",
                        "-XX:Flags=flags.txt",
                        "-Xint",
                        "-Dhp.nested=1",
                        "-Dhp.w=x y z",
                        "-Dhp.h=1",
                        "-Dhp.after=1",
                        "-XX:VMOptionsFile=vm.opts",
                        "-XX:+UseSerialGC",
                        "-Dhp.q=a b",
                        "-Dhp.x=1#2",
                        "-cp",
                        "app",
                        "-Xms32m"),
                arguments.texts());
    }

    @Test
    void wordsOfTheJvmHaveEndsAndOrigins() {
        Arguments arguments = seen(28).arguments(SAID, "+UseStringDeduplication MaxHeapSize=200m", "Sleeper 1");
        assertEquals(
                List.of(
                        FLAGS_FILE,
                        FLAGS_FILE,
                        JAVA_TOOL_OPTIONS,
                        JAVA_TOOL_OPTIONS,
                        JDK_JAVA_OPTIONS,
                        COMMAND_LINE,
                        COMMAND_LINE,
                        ARGUMENT_FILE,
                        ARGUMENT_FILE,
                        ARGUMENT_FILE,
                        ARGUMENT_FILE,
                        VM_OPTIONS_FILE,
                        VM_OPTIONS_FILE,
                        VM_OPTIONS_FILE,
                        UNDERSCORE_JAVA_OPTIONS),
                origins(arguments));
        assertEquals("-Dhp.w=x y z", arguments.texts().get(8));
    }

    @Test
    void aCommentInAWordUpTo25() {
        assertTrue(seen(25).arguments().texts().stream().noneMatch(t -> t.startsWith("-Dhp.h=")));
    }

    @Test
    void jdk8HasNeitherArgumentFilesNorTheVariableOfTheLauncher() {
        List<String> texts = new LauncherArguments(ENVIRONMENT, f -> Optional.empty(), Optional.of(8))
                .add(List.of("java", "-Xint", "@args", "Sleeper"))
                .arguments()
                .texts();
        assertEquals(List.of("-Dhp.tool=1", "-Dhp.t=p q", "-Xint", "-Xms32m"), texts);
    }

    /** Measured with 8u504 and 11.0.33. Java 8 does not say "Picked up" for a value that it ignores. */
    @ParameterizedTest
    @CsvSource({"8, 1023, true", "8, 1024, false", "8, 9000, false", "11, 9000, true", "21, 9000, true"})
    void java8IgnoresALongVariable(int feature, int length, boolean counts) {
        for (String name : List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
            String value = "-Dp=" + "0".repeat(length - 13) + " -Xmx333m";
            assertEquals(length, value.length());
            LauncherArguments told = told(feature, Map.of(name, value));
            assertEquals(counts, told.arguments().texts().contains("-Xmx333m"), name);
            assertEquals(
                    counts
                            ? List.of()
                            : List.of("Java 8 ignores " + name + " and does not say so: it has " + length
                                    + " bytes, and at most 1023 are read."),
                    told.ignored());
        }
        assertEquals(
                Optional.empty(),
                told(8, Map.of("JAVA_TOOL_OPTIONS", "'" + "0".repeat(1023))).refusal(),
                "not read");
    }

    @ParameterizedTest
    @CsvSource({"8, 64, true", "8, 65, false", "11, 200, true"})
    void java8Reads64Options(int feature, int options, boolean counts) {
        String value = "-Da=1 ".repeat(options - 1) + "-Xmx333m";
        LauncherArguments told = told(feature, Map.of("JAVA_TOOL_OPTIONS", value));
        assertEquals(counts, told.arguments().texts().contains("-Xmx333m"));
        assertEquals(
                counts
                        ? List.of()
                        : List.of(
                                "Java 8 reads only the first 64 of the 65 options in JAVA_TOOL_OPTIONS, and does not say"
                                        + " so."),
                told.ignored());
    }

    private static LauncherArguments told(int feature, Map<String, String> environment) {
        return new LauncherArguments(environment, f -> Optional.empty(), Optional.of(feature))
                .add(List.of("java", "Main"));
    }

    @Test
    void theOriginOfAnUnknownWordIsUnknownAndItsBlanksStay() {
        Arguments arguments = new LauncherArguments(Map.of(), f -> Optional.empty(), Optional.of(17))
                .add(List.of("server"))
                .arguments("-Dx.password=two words -XX:+UseLargePages", "", "Main --token canary7");
        assertEquals(List.of("-Dx.password=***", "-XX:+UseLargePages"), arguments.texts());
        assertEquals(List.of(UNKNOWN, UNKNOWN), origins(arguments));
        assertEquals("Main", arguments.main());
        assertTrue(arguments.complete());
    }

    @Test
    void aFileThatCannotBeReadMakesTheListIncomplete() {
        Arguments arguments = new LauncherArguments(Map.of(), f -> Optional.empty(), Optional.of(17))
                .add(List.of("java", "@gone", "-XX:+UseLargePages", "-jar", "a.jar", "@data"))
                .arguments();
        assertEquals(List.of("@gone"), arguments.unread());
        assertEquals("a.jar", arguments.main());
        assertEquals(List.of("-XX:+UseLargePages"), arguments.texts());
    }

    private static ReducedCommand command(String... words) {
        return new LauncherArguments(
                        Map.of(),
                        f -> Optional.ofNullable(
                                Map.of("main", "-cp app Main canary").get(f)),
                        Optional.of(17))
                .startedBy(List.of(words))
                .add(List.of(words))
                .command();
    }

    @Test
    void readsAtMostAHundredFiles() {
        List<String> command = Stream.concat(
                        Stream.of("java"), Stream.generate(() -> "@args").limit(101))
                .toList();
        Arguments arguments = new LauncherArguments(Map.of(), name -> Optional.of("-Xint"), Optional.of(17))
                .add(command)
                .arguments();
        assertEquals(100, arguments.list().size());
        assertEquals(List.of("@args"), arguments.unread());
    }

    @Test
    void readsAtMostFourMebibytesOfFiles() {
        String file = "-Xint ".repeat(300_000);
        LauncherArguments seen = new LauncherArguments(Map.of(), name -> Optional.of(file), Optional.of(17))
                .add(List.of("java", "@a", "@b", "@c"));
        assertEquals(600_000, seen.raw().size());
        assertEquals(List.of("@c"), seen.unread());
    }

    @Test
    void countsTheArgumentsOfTheProgram() {
        assertEquals(
                new ReducedCommand(List.of("java", "-Xmx1g", "-Da=***", "-cp", "a:b", "Main"), 2),
                command("java", "-Xmx1g", "-Da=canary", "-cp", "a:b", "Main", "-p", "canary"));
        assertEquals(
                new ReducedCommand(List.of("/opt/bin/java", "-jar", "app.jar"), 1),
                command("/opt/bin/java", "-jar", "app.jar", "canary"));
        assertEquals(
                new ReducedCommand(List.of("java", "@main"), 2),
                command("java", "@main", "canary"),
                "one is in the file");
    }

    /** The first word without a dash may be no main class, and an option may belong to the program. */
    @Test
    void masksWordsThatMayBelongToTheProgram() {
        assertEquals(
                new ReducedCommand(List.of("java", "@gone", "-Xmx1g"), 4),
                command("java", "@gone", "-p", "-pcanary", "-Xmx1g", "canary", "x"));
        assertEquals(
                new ReducedCommand(List.of("/opt/server", "-Xmx1g", "-Da=***"), 4),
                command("/opt/server", "--user", "-Xmx1g", "-Da=canary", "@canary", "canary", "-Xms1g"));
        Arguments seen = new LauncherArguments(Map.of(), f -> Optional.empty(), Optional.of(17))
                .add(List.of("java", "@gone", "-p", "canary", "canary", "-pcanary"))
                .arguments("-Dcmd=mysql -pcanary canary", "", "Main canary");
        assertEquals(List.of("-Dcmd=***", "***"), seen.texts());
        assertEquals("Main", seen.main());
    }

    @Test
    void argumentFilesAsTheLauncherReadsThem() {
        assertEquals(List.of("a", "b c", "d"), OptionText.argumentFile("a \"b c\"\n# no\nd", 17));
        assertEquals(List.of("ab cd"), OptionText.argumentFile("a'b c'd", 17));
        assertEquals(List.of("a\tb\\c"), OptionText.argumentFile("\"a\\tb\\\\c\"", 17));
        assertEquals(List.of("a\\tb"), OptionText.argumentFile("a\\tb", 17));
        assertEquals(List.of("one two"), OptionText.argumentFile("\"one \\\n   two\"", 17));
        assertEquals(List.of("open", "next"), OptionText.argumentFile("\"open\nnext", 17));
        assertEquals(List.of(""), OptionText.argumentFile("\"\"", 17));
        assertEquals(List.of("@inner"), OptionText.argumentFile("@inner", 17));
    }

    @Test
    void survivesDamage() {
        Mutations.survive(FILES.get("args"), t -> OptionText.argumentFile(t, 17));
        Mutations.survive(FILES.get("flags.txt"), JavaOptions::settings);
        Mutations.survive(SAID, t -> seen(28).arguments(t, t, t));
        Mutations.survive(ENVIRONMENT.get("JAVA_TOOL_OPTIONS"), JavaOptions::words);
    }

    /** Only the java launcher reads JDK_JAVA_OPTIONS (libjli/args.c). */
    @Test
    void anotherProgramDoesNotReadTheVariableOfTheLauncher() {
        Map<String, String> variables = Map.of("JDK_JAVA_OPTIONS", "-Xmx1g", "JAVA_TOOL_OPTIONS", "-Xint");
        for (String program : List.of("java", "jsvc")) {
            List<String> command = List.of(program, "-Xlog");
            Arguments arguments = new LauncherArguments(variables, f -> Optional.empty(), Optional.of(17))
                    .startedBy(command)
                    .add(command)
                    .arguments();
            assertEquals(
                    program.equals("java") ? List.of("-Xint", "-Xmx1g", "-Xlog") : List.of("-Xint", "-Xlog"),
                    arguments.texts());
        }
    }

    private static Optional<String> refusal(int feature, String variable, String value) {
        return new LauncherArguments(
                        Map.of(variable, value),
                        f -> f.equals("args") ? Optional.of("-Xint -jar app.jar") : Optional.empty(),
                        Optional.of(feature))
                .add(List.of("java", "-Xmx1g", "Main"))
                .refusal();
    }

    @Test
    void aQuoteWithoutEndIsRefused() {
        assertEquals(
                Optional.of("Error: Unmatched quote in environment variable JDK_JAVA_OPTIONS"),
                refusal(17, "JDK_JAVA_OPTIONS", "-Xmx2g \"-Dx=a b"));
        assertEquals(Optional.empty(), refusal(8, "JDK_JAVA_OPTIONS", "-Xmx2g \"-Dx=a b"));
        assertEquals(
                Optional.of("Unmatched quote in JAVA_TOOL_OPTIONS"), refusal(8, "JAVA_TOOL_OPTIONS", "'-Dx=\"a b\""));
        assertEquals(Optional.of("Unmatched quote in _JAVA_OPTIONS"), refusal(21, "_JAVA_OPTIONS", "-Dx=don't"));
        assertEquals(Optional.empty(), refusal(21, "_JAVA_OPTIONS", "-Dx=\"don't\""));
    }

    @Test
    void aQuoteWithoutEndInAnOptionsFileIsRefused() {
        LauncherArguments told = new LauncherArguments(
                        Map.of(), f -> Optional.of("-Xmx64m \"-Dx=a b\n"), Optional.of(17))
                .add(List.of("java", "-XX:VMOptionsFile=/o", "Main"));
        assertEquals(Optional.of("Unmatched quote in /o"), told.refusal());
    }

    @Test
    void theVariableOfTheLauncherNamesNoMainClass() {
        Optional<String> main =
                Optional.of("Error: Cannot specify main class in environment variable JDK_JAVA_OPTIONS");
        assertEquals(main, refusal(17, "JDK_JAVA_OPTIONS", "-XX:OnOutOfMemoryError=/dump.sh %p"));
        assertEquals(Optional.empty(), refusal(17, "JDK_JAVA_OPTIONS", "-cp app -Xint"));
        assertEquals(Optional.empty(), refusal(17, "JAVA_TOOL_OPTIONS", "-Xint Main"));
    }

    /** The words of JDK 11, 17 and 25. */
    @Test
    void theVariableOfTheLauncherHasNoTerminalOption() {
        String end = " is not allowed in environment variable JDK_JAVA_OPTIONS";
        assertEquals(Optional.of("Error: Option -jar" + end), refusal(11, "JDK_JAVA_OPTIONS", "-Xint -jar app.jar"));
        assertEquals(Optional.of("Error: Option -jar in @args" + end), refusal(17, "JDK_JAVA_OPTIONS", "@args"));
        assertEquals(Optional.of("Error: Option --module=a/b" + end), refusal(17, "JDK_JAVA_OPTIONS", "--module=a/b"));
        assertEquals(Optional.empty(), refusal(11, "JDK_JAVA_OPTIONS", "--module=a/b"));
        assertEquals(Optional.empty(), refusal(8, "JDK_JAVA_OPTIONS", "-jar app.jar"));
        assertEquals(Optional.of("Error: Option -version" + end), refusal(21, "JDK_JAVA_OPTIONS", "-Xint -version"));
    }

    @Test
    void theLauncherRefusesBeforeTheVm() {
        LauncherArguments told = new LauncherArguments(
                        Map.of("JAVA_TOOL_OPTIONS", "-Dx='a", "JDK_JAVA_OPTIONS", "Main"),
                        f -> Optional.empty(),
                        Optional.of(17))
                .add(List.of("java", "Main"));
        assertEquals(
                Optional.of("Error: Cannot specify main class in environment variable JDK_JAVA_OPTIONS"),
                told.refusal());
    }

    /** The variable of the launcher names no main class, so the options of the command line are its own. */
    @Test
    void anUnreadFileOfTheVariableHidesNoOptionOfTheCommandLine() {
        for (String value : List.of("@/o", "@/o -cp app", "@/o app -Xint")) {
            LauncherArguments told = new LauncherArguments(
                            Map.of("JDK_JAVA_OPTIONS", value), f -> Optional.empty(), Optional.of(17))
                    .add(List.of("java", "-cp", "/app/*", "-XX:+UseLargePages", "-Xmx4g", "Main"));
            Arguments arguments = told.arguments();
            assertEquals(Optional.empty(), told.refusal(), value);
            assertTrue(arguments.list().contains(new Argument("-Xmx4g", COMMAND_LINE)), arguments::toString);
            assertEquals("Main", arguments.main(), value);
            assertEquals(List.of("@/o"), arguments.unread(), value);
        }
    }
}
