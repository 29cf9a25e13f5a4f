package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.watch.PreparedProgram;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import io.github.hpjvm.bench.run.watch.TreeCpu;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A running server: waits until it is ready, runs the load, and examines its heap before and after. The load prints the
 * number.
 */
final class ServerRun {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final String DURING = "while the load ran";

    private final TryOptions options;
    private final TryOptions.Server server;
    private final ServerPort port;
    private final Map<String, String> environment;
    private final Started started;
    private final StartedProcesses tree;
    private final OutputScan output;
    private final RunWatch watch;
    private final Interruption interruption;
    private final Path files;

    ServerRun(
            TryOptions options,
            ServerPort port,
            Map<String, String> environment,
            Started started,
            StartedProcesses tree,
            OutputScan output,
            RunWatch watch,
            Interruption interruption,
            Path files) {
        this.options = options;
        this.server = options.server().orElseThrow();
        this.port = port;
        this.environment = environment;
        this.started = started;
        this.tree = tree;
        this.output = output;
        this.watch = watch;
        this.interruption = interruption;
        this.files = files;
    }

    Ending run(long deadline) {
        Optional<Ending> notReady = untilReady(deadline);
        if (notReady.isPresent()) {
            return notReady.get();
        }
        long ready = watch.millis();
        watch.sampleNow();
        List<Double> numbers = new ArrayList<>();
        Map<String, MetricNumbers> metrics = new LinkedHashMap<>();
        Map<String, String> missing = new LinkedHashMap<>();
        for (int i = 1; i <= server.loads(); i++) {
            int number = i;
            Ending load = load(number, deadline).ending();
            if (load.status() != RunStatus.OK) {
                return load;
            }
            numbers.addAll(load.numbers());
            Ending.collect(metrics, load.metrics());
            missing.putAll(load.missing());
        }
        watch.sampleNow();
        return Ending.ok(numbers, OptionalLong.of(ready)).with(metrics, missing);
    }

    /** The reason why it is not ready; empty once it is. */
    Optional<Ending> untilReady(long deadline) {
        while (!await()) {
            if (interruption.requested()) {
                return Optional.of(stopped());
            }
            if (output.unexamined().isPresent()) {
                return Ending.unexamined(output);
            }
            if (isGone()) {
                started.drain();
                return Optional.of(CommandMaker.died(started, output, interruption));
            }
            if (System.nanoTime() > deadline) {
                return Optional.of(Ending.failed(
                        RunStatus.TIMED_OUT,
                        RunFailure.unknown("no line matched '" + server.until() + "' within "
                                + options.timeout().toSeconds() + " s; " + output.lastLine())));
            }
        }
        return Optional.empty();
    }

    /** Returns whether the server has ended. */
    boolean isGone() {
        return started.isGoneWithin(Duration.ZERO, tree);
    }

    private boolean await() {
        try {
            return output.ready().await(POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Runs one load in its own process tree, so that the server's figures exclude it. */
    LoadRun load(int number, long deadline) {
        return watch.leavingOut(() -> oneLoad(number, deadline));
    }

    private LoadRun oneLoad(int number, long deadline) {
        StartedProcesses loading = new StartedProcesses();
        OutputScan said = new OutputScan(options.metrics(), Optional.empty(), Optional.of(port));
        Path out = files.resolveSibling(files.getFileName() + ".load" + number);
        try (PreparedProgram program = PreparedProgram.prepare()) {
            return oneLoad(program, loading, said, out, deadline);
        } finally {
            loading.kill();
        }
    }

    private LoadRun oneLoad(
            PreparedProgram program, StartedProcesses loading, OutputScan said, Path out, long deadline) {
        OptionalLong cpu = TreeCpu.nanos(tree);
        long start = System.nanoTime();
        try (Started load = program.start(port.in(server.load()), port.in(environment), loading, out, said)) {
            while (!load.endsWithin(POLL)) {
                boolean late = System.nanoTime() > deadline;
                if (late || interruption.requested() || isGone()) {
                    loading.end(Patience.with(GRACE));
                    load.endsWithin(Patience.with(GRACE));
                    return LoadRun.failed(late ? late() : interruption.requested() ? stopped() : serverDied(DURING));
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            OptionalDouble used = TreeCpu.between(cpu, TreeCpu.nanos(tree));
            loading.end(Patience.with(GRACE));
            load.drain();
            return new LoadRun(loaded(load, said, seconds), seconds, used);
        } catch (IOException e) {
            throw new BenchException("cannot start the load " + server.load().get(0) + ": " + Started.reason(e), e);
        }
    }

    private Ending loaded(Started load, OutputScan said, double seconds) {
        if (load.exitCode() != 0) {
            return Ending.failed(
                    interruption.requestedSoon() ? RunStatus.INTERRUPTED : RunStatus.CRASHED,
                    new RunFailure(
                            "the load ended with exit code " + load.exitCode() + "; " + said.lastLine(),
                            RunFailure.Cause.OUTSIDE));
        }
        Optional<Ending> unexamined = Ending.unexamined(said);
        if (unexamined.isPresent()) {
            return unexamined.get();
        }
        if (options.metric().isEmpty()) {
            return Ending.ok(List.of(seconds), OptionalLong.empty());
        }
        return said.measured("the load");
    }

    private Ending late() {
        return Ending.failed(
                RunStatus.TIMED_OUT,
                RunFailure.unknown("the load did not end within "
                        + options.timeout().toSeconds() + " s and was killed with the server; raise --timeout"));
    }

    static Ending stopped() {
        return Ending.failed(RunStatus.INTERRUPTED, RunFailure.unknown("stopped by the user"));
    }

    /**
     * @param when text that names the time of its end
     */
    Ending serverDied(String when) {
        started.drain();
        Ending died = CommandMaker.died(started, output, interruption);
        return died.failure()
                .map(it -> Ending.failed(
                        died.status(), new RunFailure("the server ended " + when + ": " + it.why(), it.cause())))
                .orElse(died);
    }
}
