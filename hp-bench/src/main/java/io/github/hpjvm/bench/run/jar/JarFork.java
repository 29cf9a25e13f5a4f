package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.run.AllocatedFolios;
import io.github.hpjvm.bench.run.Fork;
import io.github.hpjvm.bench.run.Scoring;
import io.github.hpjvm.bench.run.watch.EndSignal;
import io.github.hpjvm.bench.run.watch.PreparedProgram;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.openjdk.jmh.annotations.Mode;

/** One fork of a benchmark of a jar: the jar's JMH in its own process, and the JVM that it forks. */
final class JarFork implements AutoCloseable {
    private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";
    private static final Bytes RESULT_LIMIT = Bytes.ofMiB(64);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /** Position of the sample in the last iteration: late enough to be inside, early enough to end before it. */
    private static final double SHARE = 0.6;

    private final Fork fork;
    private final TargetJvm jvm;
    private final List<String> command;
    private final Map<String, String> environment;
    private final List<String> arguments;
    private final Path files;
    private final Path result;
    private final Duration timeout;
    private final int together;
    private final StartedProcesses tree = new StartedProcesses();
    private final AllocatedFolios folios;
    private final RunWatch watch;
    private final JmhOutputScan output;
    private volatile boolean started;
    private volatile boolean late;

    /**
     * Starts nothing yet.
     *
     * @param arguments of the forked JVM, as reports show them
     * @param files path of its output, without endings
     * @param result the file to which JMH writes its result
     * @param timeout of the fork, without the time of other forks
     * @param together forks that run in turns
     */
    JarFork(
            Fork fork,
            TargetJvm jvm,
            List<String> command,
            Map<String, String> environment,
            List<String> arguments,
            Path files,
            Path result,
            Duration timeout,
            int together) {
        this.fork = fork;
        this.jvm = jvm;
        this.command = command;
        this.environment = environment;
        this.arguments = arguments;
        this.files = files;
        this.result = result;
        this.timeout = timeout;
        this.together = together;
        this.folios = AllocatedFolios.start(fork.job().variant());
        this.watch = RunWatch.startForClass(tree, FORK);
        this.output = new JmhOutputScan(watch, SHARE);
    }

    /** The end of the fork. */
    record End(RunStatus status, Optional<RunFailure> failure) {
        static End failed(RunStatus status, RunFailure why) {
            return new End(status, Optional.of(why));
        }
    }

    /** Starts the fork and waits for its end; ends all its processes. */
    End run(Interruption interruption) {
        try {
            Files.deleteIfExists(result);
            return end(interruption);
        } catch (IOException e) {
            throw new BenchException("cannot start " + jvm.java() + ": " + Started.reason(e), e);
        } finally {
            tree.kill();
        }
    }

    private End end(Interruption interruption) throws IOException {
        long deadline = System.nanoTime() + timeout.multipliedBy(together).toNanos();
        try (PreparedProgram program = PreparedProgram.prepare();
                Started process = program.start(command, environment, tree, files, output)) {
            started = true;
            while (!process.endsWithin(POLL)) {
                if (interruption.requested()) {
                    return End.failed(RunStatus.INTERRUPTED, RunFailure.unknown("stopped by the user"));
                }
                if (late || System.nanoTime() > deadline) {
                    tree.end(Patience.with(GRACE));
                    return End.failed(
                            RunStatus.TIMED_OUT,
                            RunFailure.unknown("killed: timeout per fork of " + timeout.toSeconds()
                                    + " s reached; raise --timeout"));
                }
            }
            watch.ended();
            process.drain();
            if (succeeded(process.exitCode(), output, () -> read(result).isPresent())) {
                return new End(RunStatus.OK, Optional.empty());
            }
            if (interruption.requestedSoon()) {
                return End.failed(RunStatus.INTERRUPTED, RunFailure.unknown("stopped by the user"));
            }
            return failed(process.exitCode(), output);
        }
    }

    /**
     * Returns whether JMH succeeded. With a result nothing failed: the benchmark itself may print what looks like an error.
     *
     * @param hasResult whether JMH wrote a result
     */
    static boolean succeeded(int exitCode, JmhOutputScan output, BooleanSupplier hasResult) {
        return exitCode == 0 && (!output.failed() || hasResult.getAsBoolean());
    }

    /** The end of a run without a result. A signal may have ended JMH, or its fork. */
    static End failed(int exitCode, JmhOutputScan output) {
        OptionalInt signal = EndSignal.of(exitCode);
        boolean bySignal = signal.isPresent() || output.forkEndedBySignal();
        RunStatus status =
                !output.measured() && !bySignal && output.refused() ? RunStatus.NOT_STARTED : RunStatus.CRASHED;
        String how = signal.isPresent() ? "ended by signal " + signal.getAsInt() + "; " : "";
        return End.failed(status, RunFailure.of(how + output.failure(), bySignal));
    }

    /** Returns whether its first process runs. */
    boolean started() {
        return started;
    }

    /** Examines its heap now. */
    void sampleNow() {
        watch.sampleNow();
    }

    /** Ends the fork because of its timeout. */
    void timeOut() {
        late = true;
    }

    /** Kills all its processes. */
    void kill() {
        tree.kill();
    }

    /** The run, after the fork has ended. */
    Run finished(End end, MemoryMode memory, Disturbance disturbance, Timing timing) {
        Job job = fork.job();
        watch.close();
        OptionalLong grown = folios.grown();
        Optional<JmhResultJson> said = end.status() == RunStatus.OK ? read(result) : Optional.empty();
        End outcome = end.status() == RunStatus.OK && said.isEmpty()
                ? End.failed(RunStatus.CRASHED, RunFailure.of("JMH wrote no result; " + output.failure(), false))
                : end;
        PageEvidence evidence = outcome.status() == RunStatus.OK
                ? watch.judge(job.variant(), fork.host(), grown)
                : PageEvidence.unseen("the fork did not end normally: " + outcome.status());
        Timing timed = outcome.status() == RunStatus.OK ? timing : Timing.NONE;
        return new Run(
                job,
                outcome.status(),
                arguments,
                said.map(it -> score(it, timed)).orElse(OptionalDouble.empty()),
                said.map(JmhResultJson::unit).orElse(""),
                said.map(it -> iterations(it, timed)).orElse(List.of()),
                evidence,
                watch.price(OptionalLong.empty()),
                memory,
                disturbance,
                Map.of(),
                Map.of(),
                outcome.failure(),
                Optional.empty(),
                Map.of(),
                timed,
                Optional.of(watch.observed(job.variant().arguments(jvm))));
    }

    private OptionalDouble score(JmhResultJson said, Timing timing) {
        OptionalDouble unit = said.unitNanos();
        return timing.interleave() == Interleave.SLICES && unit.isPresent()
                ? OptionalDouble.of(Scoring.inUnit(
                        unit.getAsDouble(), mode(), timing.wallPerOperation().orElse(Double.NaN)))
                : said.score();
    }

    private List<Double> iterations(JmhResultJson said, Timing timing) {
        OptionalDouble unit = said.unitNanos();
        if (timing.interleave() != Interleave.SLICES || unit.isEmpty()) {
            return said.iterations();
        }
        return timing.slices().stream()
                .map((Slice slice) ->
                        Scoring.inUnit(unit.getAsDouble(), mode(), slice.wallNanos() / slice.operations()))
                .toList();
    }

    private Mode mode() {
        return fork.job().subject().workload().mode();
    }

    private static Optional<JmhResultJson> read(Path result) {
        return TextFile.read(result, RESULT_LIMIT)
                .known()
                .flatMap(JmhResultJson::parse)
                .filter(it -> it.score().isPresent());
    }

    @Override
    public void close() {
        tree.kill();
        watch.close();
    }
}
