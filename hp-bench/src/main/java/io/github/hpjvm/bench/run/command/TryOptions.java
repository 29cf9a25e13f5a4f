package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.Times;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A command that is to be run under each variant, and what is taken from it.
 *
 * @param command the program and its arguments
 * @param metric the number to compare; empty for the time that it takes
 * @param higherIsBetter whether more of it is better
 * @param server empty unless the command is one that waits for work
 * @param timeout after which one run is ended
 * @param override whether the variant's flags win over those on the command line
 * @param fullCommandLine whether reports show all arguments of the command; they may hold credentials
 */
public record TryOptions(
        List<String> command,
        Optional<Metric> metric,
        boolean higherIsBetter,
        Optional<Server> server,
        Duration timeout,
        boolean override,
        boolean fullCommandLine) {

    private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
    private static final int MOST_LOADS = 1000;
    private static final int DEFAULT_LOADS = 1;
    private static final int DEFAULT_TURNS = 5;

    public TryOptions {
        command = List.copyOf(command);
    }

    /**
     * A command that waits for work.
     *
     * @param until the line by which it says that it is ready
     * @param load the program that gives it work, and its arguments
     * @param repeats how often that is run; empty for the default
     */
    public record Server(Pattern until, List<String> load, OptionalInt repeats) {
        /** Loads of a server that is alone. */
        public int loads() {
            return repeats.orElse(DEFAULT_LOADS);
        }

        /** Measured loads of a server that takes turns with others. */
        public int turns() {
            return repeats.orElse(DEFAULT_TURNS);
        }
    }

    /** Why the variants of this command cannot take turns; empty if they can, as far as the command line tells. */
    public Optional<String> whyForks() {
        if (server.isEmpty()) {
            return Optional.of("a command runs from its start to its end; servers can take turns: --until and --load");
        }
        if (!ServerPort.isOpen(command)) {
            return Optional.of("the servers share a port: write {port} in the command, and in --load");
        }
        return ServerPort.isOpen(server.get().load())
                ? Optional.empty()
                : Optional.of("the load does not tell the servers apart: write {port} in --load");
    }

    /**
     * @param command not empty
     * @param given text by the option's name; a name that is absent was not given
     * @throws UsageException for anything that cannot be, in one line
     */
    public static TryOptions parse(List<String> command, Map<String, String> given) {
        if (command.isEmpty()) {
            throw new UsageException("which command? give it after two dashes: hp-cli try -- java -Xmx2g -jar app.jar");
        }
        Optional<Metric> metric = text(given, "metric").map(Metric::parse);
        Optional<Boolean> higher = text(given, "better").map(TryOptions::higher);
        if (metric.isEmpty() && higher.orElse(false)) {
            throw new UsageException(
                    "better: without --metric it is the time that is compared, and less of it is better");
        }
        if (metric.isPresent() && higher.isEmpty()) {
            throw new UsageException("metric: say what is better of it: --better higher or --better lower");
        }
        return new TryOptions(
                command,
                metric,
                higher.orElse(false),
                server(given),
                text(given, "timeout").map(it -> Times.parse("timeout", it)).orElse(DEFAULT_TIMEOUT),
                given.containsKey("override"),
                given.containsKey("full-command-line"));
    }

    private static Optional<Server> server(Map<String, String> given) {
        Optional<String> until = text(given, "until");
        Optional<String> load = text(given, "load");
        if (until.isPresent() != load.isPresent()) {
            throw new UsageException(
                    until.isPresent()
                            ? "until: a server that is ready needs work: add --load COMMAND"
                            : "load: say by which line the server tells that it is ready: add --until REGEX");
        }
        if (until.isEmpty()) {
            if (given.containsKey("repeat-load")) {
                throw new UsageException("repeat-load: there is no --load to repeat");
            }
            return Optional.empty();
        }
        List<String> words = Words.of(load.get());
        if (words.isEmpty()) {
            throw new UsageException("load: an empty command");
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
            default -> throw new UsageException("better: '" + word + "' is neither higher nor lower");
        };
    }

    private static Optional<String> text(Map<String, String> given, String name) {
        return Optional.ofNullable(given.get(name)).filter(text -> !text.isBlank());
    }
}
