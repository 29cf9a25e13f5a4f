package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.PerfProbe;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Options for the JMH in the jar, as its own command line takes them: the same from 1.21 to 1.37 (CommandLineOptions of
 * both). Options that would change how a campaign forks and reports are refused.
 */
public final class JmhOptions {
    private final CommandLineOptions given;

    private JmhOptions(CommandLineOptions given) {
        this.given = given;
    }

    /**
     * @param words the regular expression and the options
     * @throws UsageException for an option that does not exist, or is refused
     */
    public static JmhOptions parse(List<String> words) {
        try {
            JmhOptions options = new JmhOptions(new CommandLineOptions(words.toArray(String[]::new)));
            options.refuseOurs();
            return options;
        } catch (CommandLineOptionException e) {
            throw new UsageException("jmh options: " + e.getMessage());
        }
    }

    private void refuseOurs() {
        refuse(given.getForkCount().hasValue(), "-f", "each round is one fork of each variant; type --rounds N");
        refuse(given.getWarmupForkCount().hasValue(), "-wf", "each round is one fork of each variant");
        refuse(
                given.getOutput().hasValue()
                        || given.getResult().hasValue()
                        || given.getResultFormat().hasValue(),
                "-o, -rf and -rff",
                "results go to the folder that --out names");
        refuse(
                given.verbosity().hasValue() && given.verbosity().get() == VerboseMode.SILENT,
                "-v SILENT",
                "the output shows when iterations begin; type -v NORMAL");
        refuse(given.getJvm().hasValue(), "-jvm", "type --jvm HOME");
        refuse(
                given.getWarmupMode().hasValue() || !given.getWarmupIncludes().isEmpty(),
                "-wm and -wmb",
                "a fork runs one benchmark, and warms up with it");
        refuse(
                given.shouldHelp()
                        || given.shouldList()
                        || given.shouldListWithParams()
                        || given.shouldListProfilers()
                        || given.shouldListResultFormats(),
                "-h, -l, -lp, -lprof and -lrf",
                "it would measure nothing; type: java -jar FILE");
    }

    private static void refuse(boolean there, String option, String why) {
        if (there) {
            throw new UsageException("jmh options: " + option + " not supported: " + why);
        }
    }

    /**
     * Checks once, before the first fork, that the profilers can run on this host.
     *
     * @throws BenchException if one cannot
     */
    public void requireProfilers() {
        JarProfilers.refusal(given.getProfilers(), PerfProbe::probe).ifPresent(why -> {
            throw new BenchException(why);
        });
    }

    CommandLineOptions given() {
        return given;
    }

    /** All options for the user to read: those that each fork gets, in addition to its benchmark, mode, parameters and JVM arguments. */
    List<String> words() {
        List<String> words = new ArrayList<>(words(false));
        words.addAll(profilers());
        return words;
    }

    /**
     * @param sliced whether to omit number and time of measured iterations, because a campaign divides the time
     */
    List<String> words(boolean sliced) {
        List<String> words = new ArrayList<>();
        add(words, "-wi", given.getWarmupIterations());
        time(words, "-w", given.getWarmupTime());
        add(words, "-wbs", given.getWarmupBatchSize());
        if (!sliced) {
            add(words, "-i", given.getMeasurementIterations());
            time(words, "-r", given.getMeasurementTime());
        }
        add(words, "-bs", given.getMeasurementBatchSize());
        time(words, "-to", given.getTimeout());
        if (given.getThreads().hasValue()) {
            int threads = given.getThreads().get();
            words.addAll(List.of("-t", threads < 1 ? "max" : String.valueOf(threads)));
        }
        if (given.getThreadGroups().hasValue()) {
            List<String> groups = new ArrayList<>();
            for (int group : given.getThreadGroups().get()) {
                groups.add(String.valueOf(group));
            }
            words.addAll(List.of("-tg", String.join(",", groups)));
        }
        add(words, "-si", given.shouldSyncIterations());
        add(words, "-gc", given.shouldDoGC());
        add(words, "-opi", given.getOperationsPerInvocation());
        add(words, "-v", given.verbosity());
        if (given.getTimeUnit().hasValue()) {
            words.addAll(List.of("-tu", symbol(given.getTimeUnit().get())));
        }
        return words;
    }

    /**
     * The option for the unit of time of a benchmark, unless the user names one. Without it, two jars or two class paths
     * may report the same benchmark in different units.
     */
    List<String> unit(BenchmarkListEntry benchmark) {
        return given.getTimeUnit().hasValue()
                ? List.of()
                : List.of("-tu", symbol(benchmark.getTimeUnit().orElse(Defaults.OUTPUT_TIMEUNIT)));
    }

    /** The options for a short fork: those that do not concern the time of its iterations. */
    List<String> brief() {
        List<String> words = new ArrayList<>();
        List<String> all = words(true);
        for (int i = 0; i + 1 < all.size(); i += 2) {
            if (!List.of("-wi", "-w", "-to").contains(all.get(i))) {
                words.addAll(all.subList(i, i + 2));
            }
        }
        words.addAll(List.of("-wi", "2", "-w", "200ms", "-i", "8", "-r", "100ms"));
        return words;
    }

    /** The options of the user's profilers, as the user gave them. */
    List<String> profilers() {
        return profilers(JarProfilers::options);
    }

    /**
     * The options of the user's profilers for one fork, which runs in a round of its own.
     *
     * @param folder the absolute path of the folder for files of profilers, which would overwrite those of other forks
     */
    List<String> profilers(Path folder) {
        return profilers(profiler -> JarProfilers.optionsWithFolder(profiler, folder));
    }

    private List<String> profilers(Function<ProfilerConfig, String> optionsOf) {
        List<String> words = new ArrayList<>();
        for (ProfilerConfig profiler : given.getProfilers()) {
            String options = optionsOf.apply(profiler);
            words.addAll(List.of("-prof", profiler.getKlass() + (options.isEmpty() ? "" : ":" + options)));
        }
        return words;
    }

    private static void add(List<String> words, String name, org.openjdk.jmh.util.Optional<?> value) {
        if (value.hasValue()) {
            words.addAll(List.of(name, String.valueOf(value.get())));
        }
    }

    private static void time(List<String> words, String name, org.openjdk.jmh.util.Optional<TimeValue> time) {
        if (time.hasValue()) {
            long millis = time.get().convertTo(TimeUnit.MILLISECONDS);
            boolean whole = TimeUnit.MILLISECONDS.toNanos(millis) == time.get().convertTo(TimeUnit.NANOSECONDS);
            words.addAll(List.of(name, whole ? millis + "ms" : time.get().convertTo(TimeUnit.NANOSECONDS) + "ns"));
        }
    }

    private static String symbol(TimeUnit unit) {
        return switch (unit) {
            case NANOSECONDS -> "ns";
            case MICROSECONDS -> "us";
            case MILLISECONDS -> "ms";
            case SECONDS -> "s";
            default -> "m";
        };
    }

    /** Encodes a list of arguments as one JMH option: blanks separate, double quotes join. */
    static String quoted(Collection<String> arguments) {
        List<String> words = new ArrayList<>();
        for (String argument : arguments) {
            words.add(argument.contains(" ") ? "\"" + argument + "\"" : argument);
        }
        return String.join(" ", words);
    }
}
