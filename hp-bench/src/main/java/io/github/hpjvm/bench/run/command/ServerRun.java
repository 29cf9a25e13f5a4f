package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.watch.ProcessTree;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.TreeCpu;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A server that has been started: waits until it is ready, gives it work, and looks at its heap before and after. The
 * number comes from what gives it work.
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
    private final ProcessTree tree;
    private final Heard heard;
    private final RunWatch watch;
    private final Interruption interruption;
    private final Path files;

    ServerRun(
            TryOptions options,
            ServerPort port,
            Map<String, String> environment,
            Started started,
            ProcessTree tree,
            Heard heard,
            RunWatch watch,
            Interruption interruption,
            Path files) {
        this.options = options;
        this.server = options.server().orElseThrow();
        this.port = port;
        this.environment = environment;
        this.started = started;
        this.tree = tree;
        this.heard = heard;
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
        watch.lookNow();
        List<Double> numbers = new ArrayList<>();
        for (int i = 1; i <= server.loads(); i++) {
            int number = i;
            Ending load = load(number, deadline).ending();
            if (load.status() != RunStatus.OK) {
                return load;
            }
            numbers.addAll(load.numbers());
        }
        watch.lookNow();
        return Ending.ok(numbers, OptionalLong.of(ready));
    }

    /** Why it is not ready; empty once it is. */
    Optional<Ending> untilReady(long deadline) {
        while (!await()) {
            if (interruption.requested()) {
                return Optional.of(stopped());
            }
            if (isGone()) {
                started.drain();
                return Optional.of(CommandMaker.died(started, heard, interruption));
            }
            if (System.nanoTime() > deadline) {
                return Optional.of(Ending.failed(
                        RunStatus.TIMED_OUT,
                        "no line '" + server.until() + "' within "
                                + options.timeout().toSeconds() + " s; " + heard.lastWords()));
            }
        }
        return Optional.empty();
    }

    /** A script that leaves its server in the background, and ends well, is not gone. */
    boolean isGone() {
        return !started.isAlive() && (started.exitCode() != 0 || tree.running().isEmpty());
    }

    private boolean await() {
        try {
            return heard.ready().await(POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** One load: in a tree of its own, so that the server's figures are the server's. */
    LoadRun load(int number, long deadline) {
        return watch.leavingOut(() -> oneLoad(number, deadline));
    }

    private LoadRun oneLoad(int number, long deadline) {
        ProcessTree loading = new ProcessTree();
        Heard said = new Heard(options.metric(), Optional.empty());
        Path out = files.resolveSibling(files.getFileName() + ".load" + number);
        OptionalLong cpu = TreeCpu.nanos(tree);
        long start = System.nanoTime();
        try (Started load = Started.of(port.in(server.load()), port.in(environment), loading, out, said)) {
            while (!load.endsWithin(POLL)) {
                boolean late = System.nanoTime() > deadline;
                if (late || interruption.requested() || isGone()) {
                    loading.end(GRACE);
                    load.endsWithin(GRACE);
                    return LoadRun.failed(late ? late() : interruption.requested() ? stopped() : serverDied(DURING));
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            OptionalDouble used = TreeCpu.between(cpu, TreeCpu.nanos(tree));
            loading.end(GRACE);
            load.drain();
            return new LoadRun(loaded(load, said, seconds), seconds, used);
        } catch (IOException e) {
            throw new BenchException("cannot start the load " + server.load().get(0) + ": " + Started.reason(e), e);
        } finally {
            loading.kill();
        }
    }

    private Ending loaded(Started load, Heard said, double seconds) {
        if (load.exitCode() != 0) {
            return Ending.failed(
                    interruption.requestedSoon() ? RunStatus.INTERRUPTED : RunStatus.CRASHED,
                    "the load ends with exit code " + load.exitCode() + "; " + said.lastWords());
        }
        if (options.metric().isEmpty()) {
            return Ending.ok(List.of(seconds), OptionalLong.empty());
        }
        OptionalDouble number = said.number();
        return number.isPresent()
                ? Ending.ok(List.of(number.getAsDouble()), OptionalLong.empty())
                : Ending.failed(
                        RunStatus.CRASHED,
                        "no line of its output has the metric '"
                                + options.metric().get().pattern() + "' (of the load's); " + said.lastWords());
    }

    private Ending late() {
        return Ending.failed(
                RunStatus.TIMED_OUT,
                "the load had not ended after " + options.timeout().toSeconds() + " s, and was ended with the server");
    }

    static Ending stopped() {
        return Ending.failed(RunStatus.INTERRUPTED, "stopped by the user");
    }

    /** @param when it ended */
    Ending serverDied(String when) {
        started.drain();
        Ending died = CommandMaker.died(started, heard, interruption);
        return new Ending(
                died.status(),
                List.of(),
                OptionalLong.empty(),
                died.failure().map(why -> "the server ended " + when + ": " + why));
    }
}
