package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.OptionMask;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.ProcessLink;
import io.github.hpjvm.os.text.ByteText;
import io.github.hpjvm.os.text.First;
import io.github.hpjvm.os.text.JavaOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of one JVM: its command line and environment with the files they name, and its own output. Each is read
 * once. For one thread.
 */
public final class JvmArguments {

    private static final String TUNABLES = "GLIBC_TUNABLES";
    private static final List<String> VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", TUNABLES);
    private static final String TEMP = "-XX:AltTempDir=";

    private final Path process;
    private final Fact<List<String>> commandLine;
    private final Fact<Map<String, String>> environment;

    /** The arguments by release, which need the files that they name. */
    private final Map<Optional<Integer>, LauncherArguments> seen = new HashMap<>();

    public JvmArguments(Path procRoot, long pid) {
        this.process = procRoot.resolve(Long.toString(pid));
        this.commandLine = ProcessFile.words(procRoot, pid, "cmdline");
        this.environment = ProcessFile.words(procRoot, pid, "environ").map(JvmArguments::variables);
    }

    private static Map<String, String> variables(List<String> environ) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String name : VARIABLES) {
            First.of(environ, e -> e.startsWith(name + "="))
                    .ifPresent(e -> found.put(name, e.substring(name.length() + 1)));
        }
        return found;
    }

    /** Returns the command line without the arguments of the program. */
    public Fact<ReducedCommand> commandLine(Optional<Integer> feature) {
        return commandLine.map(words -> seen(feature).command());
    }

    /** Returns the variables that count, each option masked. */
    public Fact<Map<String, String>> environment() {
        return environment.map(JvmArguments::masked);
    }

    /** Returns variables that hold options, each option masked; an option with blanks is in quotes. */
    static Map<String, String> masked(Map<String, String> variables) {
        Map<String, String> masked = new LinkedHashMap<>();
        variables.forEach((name, value) -> masked.put(
                name,
                name.equals(TUNABLES)
                        ? OptionMask.maskedTunables(value)
                        : JavaOptions.joined(OptionMask.masked(JavaOptions.words(value)))));
        return masked;
    }

    /** Returns the arguments of a JVM whose tables are not known. */
    public Fact<Arguments> arguments(Optional<Integer> feature, Fact<PerfData> counters) {
        return arguments(feature, counters, Fact.absent(Reason.SKIPPED, Source.of(process.resolve("mem"))));
    }

    /**
     * Returns the arguments.
     *
     * @param counters the JVM's own list; it is used if it is there and was not cut
     * @param tables the same list in its memory, which is never cut
     */
    public Fact<Arguments> arguments(Optional<Integer> feature, Fact<PerfData> counters, Fact<VmTables> tables) {
        LauncherArguments seen = seen(feature);
        Optional<PerfData> data = counters.known();
        Optional<String> vmArgs = data.flatMap(d -> d.whole("java.rt.vmArgs"));
        Optional<String> vmFlags = data.flatMap(d -> d.whole("java.rt.vmFlags"));
        if (vmArgs.isPresent() && vmFlags.isPresent()) {
            String command = data.flatMap(d -> d.text("sun.rt.javaCommand")).orElse("");
            Arguments arguments = seen.arguments(vmArgs.get(), vmFlags.get(), command);
            return Fact.known(
                    arguments,
                    Source.of(counters.source().path(), "java.rt.vmArgs: " + String.join(" ", arguments.texts())));
        }
        // HotSpot has no list before it has parsed it.
        return tables.known()
                        .filter(t ->
                                !t.arguments().isEmpty() || !t.flagArguments().isEmpty())
                        .isPresent()
                ? tables.map(t -> seen.arguments(
                        String.join(" ", t.arguments()), String.join(" ", t.flagArguments()), t.command()))
                : commandLine.map(words -> seen.arguments());
    }

    /** Returns the same as {@link #arguments(Optional, Fact, Fact)}, from the output of VM.command_line. */
    public Fact<Arguments> arguments(Optional<Integer> feature, String commandLineCommand) {
        return Fact.known(LogArguments.of(seen(feature), commandLineCommand), Source.of("jcmd VM.command_line"));
    }

    /** Returns whether an argument disables attaching. */
    public boolean refusesAttach(Optional<Integer> feature) {
        boolean refused = false;
        for (LauncherArguments.Raw argument : seen(feature).raw()) {
            refused = refusesAttach(argument.text(), refused);
        }
        return refused;
    }

    /** Returns the same for one argument, after others with the result {@code before}. */
    public static boolean refusesAttach(String argument, boolean before) {
        return argument.equals("-XX:+DisableAttachMechanism")
                || before && !argument.equals("-XX:-DisableAttachMechanism");
    }

    /** Returns the folder for temporary files, as names below the root of the process. */
    public List<String> temp(Optional<Integer> feature) {
        return seen(feature).raw().stream()
                .map(LauncherArguments.Raw::text)
                .filter(t -> t.startsWith(TEMP + "/"))
                .reduce((a, b) -> b)
                .map(t -> TargetFiles.names(t.substring(TEMP.length())))
                .filter(names -> !names.isEmpty())
                .orElse(List.of("tmp"));
    }

    /** Returns the number of characters of the command line, of the variables that count, and of the files they name. */
    public long characters() {
        long sum = 0;
        for (String word : commandLine.known().orElse(List.of())) {
            sum += word.length();
        }
        for (String value : environment.known().orElse(Map.of()).values()) {
            sum += value.length();
        }
        return sum
                + seen.values().stream()
                        .mapToLong(LauncherArguments::charactersRead)
                        .sum();
    }

    private LauncherArguments seen(Optional<Integer> feature) {
        LauncherArguments known = seen.get(feature);
        if (known == null) {
            known = read(feature);
            seen.put(feature, known);
        }
        return known;
    }

    private LauncherArguments read(Optional<Integer> feature) {
        Map<String, String> variables = environment.known().orElse(Map.of());
        List<String> words = commandLine.known().orElse(List.of());
        boolean launcher = isJavaLauncher();
        LauncherArguments read = new LauncherArguments(variables, this::file, feature)
                .foreign(!launcher && (words.isEmpty() || !LauncherArguments.isJava(words.get(0))))
                .add(words);
        if (environment.known().isEmpty()) {
            read.missing(environment.source().path());
        }
        if (commandLine.known().isEmpty()) {
            read.missing(commandLine.source().path());
        }
        if (!launcher) {
            read.missing("the arguments from the program that starts the JVM");
        }
        return read;
    }

    private boolean isJavaLauncher() {
        String exe = ProcessLink.read(process.resolve("exe")).orElse("").replace(" (deleted)", "");
        return exe.endsWith("/java");
    }

    /** Returns the text of a file as the process itself would open it. */
    private Optional<String> file(String name) {
        if (name.startsWith("/")) {
            return file("root", name);
        }
        if (!List.of(name.split("/")).contains("..")) {
            return file("cwd", name);
        }
        // If it contains U+FFFD, the text of the link is not the whole name: this locale has no characters for it.
        return ProcessLink.read(process.resolve("cwd"))
                .filter(folder -> folder.indexOf('\ufffd') < 0)
                .flatMap(folder -> file("root", folder + "/" + name));
    }

    private Optional<String> file(String start, String path) {
        return new TargetFiles(process.resolve(start))
                .read(TargetFiles.names(path), Optional.empty(), TextFile.LIMIT)
                .known()
                .map(ByteText::of);
    }
}
