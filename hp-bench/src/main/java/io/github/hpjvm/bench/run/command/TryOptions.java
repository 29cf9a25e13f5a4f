package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.QuotedWords;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.option.Times;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * A command to run under each variant, with the options of {@code try}.
 *
 * @param command the program and its arguments
 * @param second a second command, which is compared with the first
 * @param metrics the numbers to compare, of which the first decides; none for the elapsed time
 * @param higherIsBetter whether more of it is better
 * @param server empty unless the command is a server that needs a load
 * @param timeout of one run
 * @param override whether the variant's flags override those on the command line
 * @param fullCommandLine whether reports show all arguments of the command; they may hold credentials
 */
public record TryOptions(
        List<String> command,
        Optional<List<String>> second,
        List<Metric> metrics,
        boolean higherIsBetter,
        Optional<Server> server,
        Duration timeout,
        boolean override,
        boolean fullCommandLine) {

    /** The name of the variant that runs the second command. */
    public static final String SECOND = "b";

    private static final String FIRST = "a";

    /** The name of a command that no option gives. */
    static final String COMMAND = "command";

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
    private static final int MOST_LOADS = 1000;
    private static final int DEFAULT_LOADS = 1;
    private static final int DEFAULT_TURNS = 5;

    public TryOptions {
        command = List.copyOf(command);
        metrics = List.copyOf(metrics);
    }

    /**
     * A command that serves a load.
     *
     * @param until matches the line that reports that it is ready
     * @param load the program that sends requests to it, and its arguments
     * @param repeats how often the load is run; empty for the default
     */
    public record Server(Pattern until, List<String> load, OptionalInt repeats) {
        /** Loads of a server that runs alone. */
        public int loads() {
            return repeats.orElse(DEFAULT_LOADS);
        }

        /** Measured loads of a server that takes turns with others. */
        public int turns() {
            return repeats.orElse(DEFAULT_TURNS);
        }
    }

    /**
     * The reason why the variants of this command cannot take turns, as far as the command line shows; empty if they
     * can.
     */
    public Optional<String> whyForks() {
        if (server.isEmpty()) {
            return Optional.of("each run starts the command again; servers take turns: add --until and --load");
        }
        if (!ServerPort.isOpen(command)
                || second.filter(it -> !ServerPort.isOpen(it)).isPresent()) {
            return Optional.of("all servers use the same port: write {port} in the command and in --load");
        }
        return ServerPort.isOpen(server.get().load())
                ? Optional.empty()
                : Optional.of("the load does not name the port: write {port} in --load");
    }

    /**
     * @param words the command after two dashes; empty if two commands are given as texts
     * @param given text by the option's name; without options that were not given
     * @throws UsageException for any invalid option, in one line
     */
    public static TryOptions parse(List<String> words, Map<String, String> given) {
        Optional<List<String>> second = text(given, "b").map(it -> command("b", it));
        List<String> command = text(given, "a").map(it -> command("a", it)).orElse(words);
        if (second.isPresent() != text(given, "a").isPresent()) {
            throw new UsageException(
                    second.isPresent()
                            ? "b: add --a COMMAND, the command to compare it with"
                            : "a: add --b COMMAND, the command to compare it with");
        }
        if (second.isPresent() && !words.isEmpty()) {
            throw new UsageException(
                    "a: --a and --b replace the command after two dashes; omit '" + String.join(" ", words) + "'");
        }
        if (command.isEmpty()) {
            throw new UsageException(
                    "the command is missing; type it after two dashes: hp-cli try -- java -Xmx2g -jar app.jar");
        }
        List<Metric> metrics = text(given, "metric").stream()
                .flatMap(String::lines)
                .filter(line -> !line.isBlank())
                .flatMap(line -> Metric.all(line).stream())
                .collect(Collectors.collectingAndThen(Collectors.toList(), Metric::distinct));
        requireNames(metrics);
        Optional<Boolean> higher = text(given, "better").map(TryOptions::higher);
        if (metrics.isEmpty() && higher.orElse(false)) {
            throw new UsageException(
                    "better: needs --metric; without it try compares elapsed time, and less is better");
        }
        boolean times = metrics.stream()
                .allMatch(it -> it.recording().filter(LoadFigure::isTime).isPresent());
        if (!metrics.isEmpty() && higher.isEmpty() && !times) {
            throw new UsageException("metric: add --better higher or --better lower");
        }
        TryOptions options = new TryOptions(
                command,
                second,
                metrics,
                higher.orElse(false),
                server(given),
                text(given, "timeout").map(it -> Times.parse("timeout", it)).orElse(Patience.with(DEFAULT_TIMEOUT)),
                given.containsKey("override"),
                given.containsKey(BenchOptions.FULL_COMMAND_LINE));
        if (text(given, "clock").filter(Clock.CPU.label()::equals).isPresent()) {
            options.requireCpuTime();
        }
        return options;
    }

    /** Rejects a verdict by CPU time where the report would be about another number, or where there is none. */
    private void requireCpuTime() {
        if (server.isEmpty() && !metrics.isEmpty()) {
            throw new UsageException("clock: with --clock cpu the verdict would not be of the metric; omit --clock");
        }
        if (server.isPresent() && !metrics.isEmpty() && !higherIsBetter) {
            throw new UsageException("clock: a metric with --better lower does not count operations, so CPU time has no"
                    + " verdict; omit --clock");
        }
        whyForks().filter(why -> server.isPresent()).ifPresent(why -> {
            throw new UsageException(
                    "clock: CPU time has no verdict unless servers take turns: " + why + "; or omit --clock");
        });
    }

    /** The number that decides; empty for the elapsed time. */
    public Optional<Metric> metric() {
        return metrics.stream().findFirst();
    }

    /** Several metrics need different names. */
    private static void requireNames(List<Metric> metrics) {
        Set<String> names = new HashSet<>();
        for (Metric metric : metrics) {
            if (!names.add(metric.unit())) {
                throw new UsageException("metric: two metrics have the name '" + metric.unit()
                        + "'; name each, as in 'p99=p99: ([0-9.]+)'");
            }
        }
    }

    private static List<String> command(String option, String text) {
        List<String> words = QuotedWords.split(option, text);
        if (words.isEmpty()) {
            throw new UsageException(option + ": the command is empty");
        }
        return words;
    }

    /** The second program of the campaign. */
    public Optional<BenchOptions.Program> program() {
        return second.map(it -> new BenchOptions.Program(SECOND, shown(it)));
    }

    /** The words of all commands by the name of the option that gives them. */
    public Map<String, List<String>> commands() {
        Map<String, List<String>> commands = new LinkedHashMap<>();
        commands.put(second.isPresent() ? FIRST : COMMAND, command);
        second.ifPresent(words -> commands.put(SECOND, words));
        server.ifPresent(it -> commands.put("load", it.load()));
        return commands;
    }

    /** The command as reports show it. */
    String shown(List<String> words) {
        return CommandWords.shown(words, fullCommandLine);
    }

    /**
     * Returns the options as a results.json may have them: the load without what may be a credential.
     *
     * @throws UsageException for a load that is no list of words
     */
    public static Map<String, String> shown(Map<String, String> given) {
        Map<String, String> shown = new HashMap<>(given);
        text(given, "load")
                .ifPresent(load -> shown.put(
                        "load",
                        CommandWords.shown(
                                QuotedWords.split("load", load), given.containsKey(BenchOptions.FULL_COMMAND_LINE))));
        return shown;
    }

    /** The command that a variant runs. */
    List<String> commandOf(Variant variant) {
        List<String> own = variant.name().equals(SECOND) ? second.orElse(command) : command;
        return ProgramChange.of(own, variant).command();
    }

    private static Optional<Server> server(Map<String, String> given) {
        Optional<String> until = text(given, "until");
        Optional<String> load = text(given, "load");
        if (until.isPresent() != load.isPresent()) {
            throw new UsageException(
                    until.isPresent()
                            ? "until: a server needs a load: add --load COMMAND"
                            : "load: add --until REGEX, which matches the line that the server prints when it is"
                                    + " ready");
        }
        if (until.isEmpty()) {
            if (given.containsKey("repeat-load")) {
                throw new UsageException("repeat-load: needs --load COMMAND");
            }
            return Optional.empty();
        }
        List<String> words = QuotedWords.split("load", load.get());
        if (words.isEmpty()) {
            throw new UsageException("load: the command is empty");
        }
        try {
            return Optional.of(new Server(Pattern.compile(until.get()), words, loads(given)));
        } catch (PatternSyntaxException e) {
            throw new UsageException(
                    "until: not a regular expression: '" + until.get() + "' (" + e.getDescription() + ")");
        }
    }

    private static OptionalInt loads(Map<String, String> given) {
        if (text(given, "repeat-load").isEmpty()) {
            return OptionalInt.empty();
        }
        String text = text(given, "repeat-load").get();
        if (!text.matches("\\d{1,4}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST_LOADS) {
            throw new UsageException("repeat-load: '" + text + "' is not a whole number from 1 to " + MOST_LOADS);
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    private static boolean higher(String word) {
        return switch (word) {
            case "higher" -> true;
            case "lower" -> false;
            default -> throw new UsageException("better: '" + word + "' is invalid: type higher or lower");
        };
    }

    private static Optional<String> text(Map<String, String> given, String name) {
        return Optional.ofNullable(given.get(name)).filter(text -> !text.isBlank());
    }
}
