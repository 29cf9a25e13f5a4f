package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.fork.BackingCopy;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.watch.EndSignal;
import io.github.hpjvm.console.process.Interruption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** One fork by hp-bench's own JMH, from its start to its end. Several may run at a time, each on its own thread. */
final class JmhCall implements AutoCloseable {
    private static final String FAILURE = "<failure>";

    private final ChainedOptionsBuilder options;
    private final Path copy;
    private final ForkWatch watch;
    private final JmhOutput output = new JmhOutput();

    /**
     * @param options of JMH, without the copy
     * @param copy the file into which the fork copies the pages behind its heap
     * @param word a unique argument on the command line of this fork
     * @param limit timeout of the fork
     */
    JmhCall(ChainedOptionsBuilder options, Path copy, String word, Duration limit) {
        this.options = options;
        this.copy = copy;
        this.watch = new ForkWatch(word, limit);
    }

    /** The end of a fork, with its results. */
    record Outcome(RunStatus status, Optional<BenchmarkResult> result, Optional<RunFailure> failure, String output) {}

    /**
     * Adds the profiler of the copy. JMH stops profilers in reverse: the copy is made while the gate does not measure.
     */
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
            return new Outcome(status, Optional.empty(), Optional.of(failed(status, e, output.text())), output.text());
        }
    }

    /** Returns whether the process of the fork runs. */
    boolean started() {
        return watch.started();
    }

    /** Kills the fork because the user requested a stop. */
    void kill() {
        watch.kill();
    }

    /** Kills the fork because of its timeout. */
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
     * The status of a JVM that left no copy: it refused its arguments or could not be started, unless a signal ended it
     * before.
     */
    static RunStatus died(Path copy, String output) {
        return EndSignal.endedFork(output) || Files.exists(copy) ? RunStatus.CRASHED : RunStatus.NOT_STARTED;
    }

    static RunFailure failed(RunStatus status, Exception e, String output) {
        String why = failure(status, e, output);
        return status == RunStatus.INTERRUPTED || status == RunStatus.TIMED_OUT
                ? RunFailure.unknown(why)
                : RunFailure.of(why, EndSignal.endedFork(output));
    }

    static String failure(RunStatus status, Exception e, String output) {
        if (status == RunStatus.INTERRUPTED) {
            return "stopped by the user";
        }
        if (status == RunStatus.TIMED_OUT) {
            return "killed: timeout per fork reached";
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
        return refusal(status, output)
                .or(() -> output.lines()
                        .filter(line -> line.startsWith("Error: ")
                                || RefusedOption.isMessage(line)
                                || line.startsWith("<forked VM failed"))
                        .findFirst())
                .orElse(String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
    }

    /** JMH prints the exit code before what the fork printed. */
    private static Optional<String> refusal(RunStatus status, String output) {
        if (status != RunStatus.NOT_STARTED) {
            return Optional.empty();
        }
        RefusedStart start = new RefusedStart();
        output.lines().forEach(start::accept);
        return output.lines().filter(RefusedOption::isMessage).findFirst().or(start::reason);
    }
}
