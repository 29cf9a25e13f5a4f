package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.fork.BackingCopy;
import io.github.hpjvm.bench.plan.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** One fork by our own JMH, from its start to its end. Several may run at a time, each on a thread of its own. */
final class JmhCall implements AutoCloseable {
    /** Exit codes above tell of the signal that ended the process, as a shell and JMH show them. */
    private static final int SIGNALS = 128;

    private static final Pattern EXIT_CODE = Pattern.compile("<forked VM failed with exit code (\\d+)>");

    private static final String FAILURE = "<failure>";

    private final ChainedOptionsBuilder options;
    private final Path copy;
    private final ForkWatch watch;
    private final JmhOutput output = new JmhOutput();

    /**
     * @param options of JMH, but for the copy
     * @param copy the file to which the fork copies what backs its heap
     * @param word on the command line of this fork alone
     * @param limit how long the fork may take
     */
    JmhCall(ChainedOptionsBuilder options, Path copy, String word, Duration limit) {
        this.options = options;
        this.copy = copy;
        this.watch = new ForkWatch(word, limit);
    }

    /** How a fork ended, and what it left. */
    record Outcome(RunStatus status, Optional<BenchmarkResult> result, Optional<String> failure, String output) {}

    /** JMH stops profilers in reverse: the copy is made while the gate is not timing. */
    static void addCopy(ChainedOptionsBuilder options, Path copy) {
        options.addProfiler(BackingCopy.class, copy.toString());
    }

    /** Starts the fork and waits for its end. */
    Outcome run(Interruption interruption) {
        try {
            ForkFiles.delete(copy);
            Optional<BenchmarkResult> result = first(new Runner(options.build(), output).run());
            return new Outcome(RunStatus.OK, result, Optional.empty(), output.text());
        } catch (RunnerException | RuntimeException e) {
            RunStatus status = watch.timedOut()
                    ? RunStatus.TIMED_OUT
                    : interruption.requestedSoon() ? RunStatus.INTERRUPTED : died(copy, output.text());
            return new Outcome(status, Optional.empty(), Optional.of(failure(status, e, output.text())), output.text());
        }
    }

    /** Whether the process of the fork runs. */
    boolean started() {
        return watch.started();
    }

    /** Kills the fork because the user wants an end. */
    void kill() {
        watch.kill();
    }

    /** Kills the fork because it took too long. */
    void timeOut() {
        watch.timeOut();
    }

    @Override
    public void close() {
        watch.close();
    }

    private static Optional<BenchmarkResult> first(Collection<RunResult> results) {
        return results.stream()
                .flatMap(result -> result.getBenchmarkResults().stream())
                .findFirst();
    }

    /**
     * A JVM that left no copy never ran a benchmark: it refused its arguments or could not be started, unless a signal
     * ended it before.
     */
    static RunStatus died(Path copy, String output) {
        Matcher code = EXIT_CODE.matcher(output);
        boolean bySignal = code.find() && Integer.parseInt(code.group(1)) > SIGNALS;
        return bySignal || Files.exists(copy) ? RunStatus.CRASHED : RunStatus.NOT_STARTED;
    }

    static String failure(RunStatus status, Exception e, String output) {
        if (status == RunStatus.INTERRUPTED) {
            return "stopped by the user";
        }
        if (status == RunStatus.TIMED_OUT) {
            return "killed: it had not ended in time";
        }
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        Optional<String> thrown = output.lines()
                .dropWhile(line -> !line.startsWith(FAILURE))
                .skip(1)
                .filter(line -> !line.isBlank())
                .findFirst();
        if (thrown.isPresent()) {
            return thrown.get().strip();
        }
        return output.lines()
                .filter(line -> line.startsWith("Error: ")
                        || line.startsWith("Unrecognized VM option")
                        || line.startsWith("<forked VM failed"))
                .findFirst()
                .orElse(String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
    }
}
