package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.AllocatedFolios;
import io.github.hpjvm.bench.run.Fork;
import io.github.hpjvm.bench.run.slice.Iteration;
import io.github.hpjvm.bench.run.slice.Player;
import io.github.hpjvm.bench.run.watch.PreparedProgram;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One of the servers of a round that are alive at the same time. A turn is one run of the load against it; its heap is
 * examined right before the first turn and right after the last one.
 */
final class LiveServer implements Player, AutoCloseable {
    /** Time that a server has to end after SIGTERM. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Fork fork;
    private final TryOptions options;
    private final TryOptions.Server server;
    private final Map<String, String> variables;
    private final Map<String, String> environment;
    private final Path files;
    private final Interruption interruption;
    private final StartedProcesses tree = new StartedProcesses();
    private final OutputScan output;
    private final RunWatch watch = RunWatch.startOnDemandAmongOthers(tree);
    private final AllocatedFolios folios;
    private final List<Double> numbers = new ArrayList<>();
    private final Map<String, MetricNumbers> metrics = new LinkedHashMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private Optional<Started> started = Optional.empty();
    private Optional<Ending> failure = Optional.empty();
    private OptionalLong ready = OptionalLong.empty();
    private @Nullable ServerRun run;

    /**
     * Starts only the watch.
     *
     * @param variables environment of the server
     * @param environment of the load
     * @param files path of the output of both, without endings
     */
    LiveServer(
            Fork fork,
            TryOptions options,
            Map<String, String> variables,
            Map<String, String> environment,
            Path files,
            Interruption interruption) {
        this.fork = fork;
        this.options = options;
        this.server = options.server().orElseThrow();
        this.variables = variables;
        this.environment = environment;
        this.files = files;
        this.interruption = interruption;
        this.output = new OutputScan(Optional.empty(), Optional.of(server.until()));
        this.folios = AllocatedFolios.start(fork.job().variant());
    }

    /**
     * Starts the server on its own port and waits until it is ready; false if it does not become ready.
     *
     * @throws BenchException if there is no such program
     */
    boolean start() {
        if (interruption.requested()) {
            return false;
        }
        try (PreparedProgram program = PreparedProgram.prepare()) {
            return start(program);
        }
    }

    private boolean start(PreparedProgram program) {
        long from = watch.millis();
        ServerPort port = ServerPort.free();
        Started process = CommandMaker.start(
                program,
                port.in(options.commandOf(fork.job().variant())),
                port.in(variables),
                fork.denyThp(),
                tree,
                files,
                output);
        started = Optional.of(process);
        ServerRun starting =
                new ServerRun(options, port, environment, process, tree, output, watch, interruption, files);
        run = starting;
        starting.untilReady(deadline()).ifPresent(this::fail);
        ready = OptionalLong.of(watch.millis() - from);
        return failure.isEmpty();
    }

    private long deadline() {
        return System.nanoTime() + options.timeout().toNanos();
    }

    @Override
    public Optional<List<Iteration>> turn(int number, int iterations) {
        ServerRun alive = Objects.requireNonNull(run, "not started");
        if (alive.isGone()) {
            fail(alive.serverDied("between its turns"));
            return Optional.empty();
        }
        if (number == 1) {
            watch.sampleNow();
        }
        LoadRun load = alive.load(number, deadline());
        if (load.ending().status() != RunStatus.OK) {
            fail(load.ending());
            return Optional.empty();
        }
        if (number > 1) {
            numbers.addAll(load.ending().numbers());
            Ending.collect(metrics, load.ending().metrics());
            missing.putAll(load.ending().missing());
        }
        if (isDone()) {
            watch.sampleNow();
        }
        return Optional.of(List.of(load.iteration(options.metric().isPresent(), options.higherIsBetter())));
    }

    private boolean isDone() {
        return numbers.size() == server.turns();
    }

    /** Records the failure and ends the server, which frees its memory for the others. */
    private void fail(Ending why) {
        failure = Optional.of(why);
        end();
    }

    /** Ends the server, and waits for its end. */
    void end() {
        watch.ended();
        tree.end(Patience.with(GRACE));
        started.ifPresent(Started::drain);
    }

    /** Kills all its processes, from any thread. */
    void kill() {
        tree.kill();
    }

    Fork fork() {
        return fork;
    }

    RunWatch watch() {
        return watch;
    }

    /** The number of folios that the host has allocated since this was created. */
    OptionalLong folios() {
        return folios.grown();
    }

    /** The end of the server: success if it had all its turns. */
    Ending ending() {
        return failure.orElseGet(
                () -> isDone() ? Ending.ok(numbers, ready).with(metrics, missing) : ServerRun.stopped());
    }

    @Override
    public void close() {
        tree.kill();
        watch.close();
        started.ifPresent(Started::close);
    }
}
