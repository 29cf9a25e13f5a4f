package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.SeenJvm;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.run.DisturbanceProbe;
import io.github.hpjvm.bench.run.FolioCount;
import io.github.hpjvm.bench.run.Fork;
import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.slice.SlicedRound;
import io.github.hpjvm.bench.run.watch.ProcessTree;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Runs the user's command once under a variant, with the variant's flags in a variable of its environment. */
public final class CommandMaker implements Maker {
    /** How long a program has to end after SIGTERM. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(20);
    private static final int SIGNALS = 128;

    private final TryOptions options;
    private final TargetJvm jvm;
    private final OptionVariable variable;
    private final Map<String, String> environment;
    private final long seed;
    private final Path folder;
    private boolean endedWellBefore;

    /**
     * @param jvm the JVM that the command starts
     * @param variable the one that reaches it
     * @param environment of the caller
     * @param seed draws the order of turns
     * @param folder where the output of each run goes
     */
    CommandMaker(
            TryOptions options,
            TargetJvm jvm,
            OptionVariable variable,
            Map<String, String> environment,
            long seed,
            Path folder) {
        this.options = options;
        this.jvm = jvm;
        this.variable = variable;
        this.environment = Map.copyOf(environment);
        this.seed = seed;
        this.folder = folder;
    }

    @Override
    public List<String> arguments(Job job) {
        return job.variant().arguments(jvm);
    }

    @Override
    public Optional<String> whyForks(Case subject) {
        return options.whyForks();
    }

    @Override
    public Run run(Job job, HostView host, MemoryMode memory, Interruption interruption) {
        ProcessTree tree = new ProcessTree();
        Heard heard = new Heard(options.metric(), options.server().map(TryOptions.Server::until));
        FolioCount folios = FolioCount.start(job.variant());
        DisturbanceProbe probe = DisturbanceProbe.start();
        interruption.endsBy(tree::kill);
        RunWatch watch = options.server().isPresent() ? RunWatch.startWhereTold(tree) : RunWatch.start(tree);
        Ending ending;
        try {
            ending = run(job, tree, heard, watch, interruption);
        } catch (IOException e) {
            throw new BenchException("cannot start " + options.command().get(0) + ": " + Started.reason(e), e);
        } finally {
            tree.kill();
            interruption.endsBy(null);
            watch.close();
        }
        Disturbance disturbance = probe.end();
        OptionalLong grown = folios.grown();
        Outside outside = watch.seen(arguments(job));
        return made(
                job,
                ending,
                evidence(job, ending, host, watch, outside, grown),
                watch.price(ending.ready()),
                memory,
                disturbance,
                timing(ending, outside.usage()),
                outside);
    }

    /** The servers are started one after the other. Then all of them are alive until each has had its last turn. */
    @Override
    public List<Run> together(List<Fork> forks, MemoryMode memory, Interruption interruption) {
        DisturbanceProbe probe = DisturbanceProbe.start();
        List<LiveServer> servers =
                forks.stream().map(fork -> server(fork, interruption)).toList();
        try {
            interruption.endsBy(() -> servers.forEach(LiveServer::kill));
            List<LiveServer> ready = servers.stream().filter(LiveServer::start).toList();
            Map<LiveServer, Timing> timings = SlicedRound.alternate(
                    ready,
                    options.server().orElseThrow().turns(),
                    random(forks.get(0).job()),
                    interruption::requested);
            servers.forEach(LiveServer::end);
            Disturbance disturbance = probe.end();
            endedWellBefore |= servers.stream().anyMatch(it -> it.ending().status() == RunStatus.OK);
            return servers.stream()
                    .map(it -> made(it, timings.getOrDefault(it, Timing.NONE), memory, disturbance))
                    .toList();
        } finally {
            servers.forEach(LiveServer::kill);
            interruption.endsBy(null);
            servers.forEach(LiveServer::close);
        }
    }

    private LiveServer server(Fork fork, Interruption interruption) {
        return new LiveServer(
                fork,
                options,
                variables(fork.job()),
                environment,
                folder.resolve(fork.job().fileName()),
                interruption);
    }

    private Random random(Job first) {
        return new Random(
                31 * (31 * seed + first.round()) + first.subject().toString().hashCode());
    }

    private Run made(LiveServer server, Timing timing, MemoryMode memory, Disturbance disturbance) {
        Job job = server.fork().job();
        Ending ending = server.ending();
        RunWatch watch = server.watch();
        Outside outside = watch.seen(arguments(job));
        return made(
                job,
                ending,
                evidence(job, ending, server.fork().host(), watch, outside, server.folios()),
                watch.price(ending.ready()),
                memory,
                disturbance,
                ending.status() == RunStatus.OK ? timing : Timing.NONE,
                outside);
    }

    private Ending run(Job job, ProcessTree tree, Heard heard, RunWatch watch, Interruption interruption)
            throws IOException {
        Map<String, String> variables = variables(job);
        Optional<ServerPort> port = options.server().map(it -> ServerPort.free());
        List<String> command = port.map(it -> it.in(options.command())).orElse(options.command());
        Path files = folder.resolve(job.fileName());
        long deadline = System.nanoTime() + options.timeout().toNanos();
        try (Started started =
                Started.of(command, port.map(it -> it.in(variables)).orElse(variables), tree, files, heard)) {
            Optional<Ending> before = port.isPresent()
                    ? Optional.of(new ServerRun(
                                    options, port.get(), environment, started, tree, heard, watch, interruption, files)
                            .run(deadline))
                    : untilEnd(started, interruption, deadline);
            watch.ended();
            tree.end(GRACE);
            started.drain();
            return before.orElseGet(() -> ended(started, heard, watch, interruption));
        }
    }

    /** The environment of the command with the flags of this job. */
    private Map<String, String> variables(Job job) {
        Map<String, String> variables = variable.append(environment, arguments(job));
        job.variant()
                .environment()
                .forEach((name, value) -> variables.merge(name, value, (own, more) -> own + ":" + more));
        return variables;
    }

    /** Waits for its end; what ended it, if it did not end by itself. */
    private Optional<Ending> untilEnd(Started started, Interruption interruption, long deadline) {
        while (!started.endsWithin(POLL)) {
            if (interruption.requested()) {
                return Optional.of(Ending.failed(RunStatus.INTERRUPTED, "stopped by the user"));
            }
            if (System.nanoTime() > deadline) {
                return Optional.of(timedOut("it had not ended"));
            }
        }
        return Optional.empty();
    }

    private Ending ended(Started started, Heard heard, RunWatch watch, Interruption interruption) {
        return started.exitCode() == 0 ? numbered(heard, watch) : died(started, heard, interruption);
    }

    private Ending timedOut(String what) {
        return Ending.failed(
                RunStatus.TIMED_OUT,
                what + " after " + options.timeout().toSeconds()
                        + " s, and was ended with all that it started; a longer" + " time: --timeout");
    }

    /** One that refused its flags never ran; one that did, and failed, crashed. */
    static Ending died(Started started, Heard heard, Interruption interruption) {
        if (interruption.requestedSoon()) {
            return Ending.failed(RunStatus.INTERRUPTED, "stopped by the user");
        }
        Optional<String> refusal = heard.refusal();
        int code = started.exitCode();
        String how = code > SIGNALS ? "ended by signal " + (code - SIGNALS) : "exit code " + code;
        return refusal.isPresent()
                ? Ending.failed(RunStatus.NOT_STARTED, how + ": " + refusal.get())
                : Ending.failed(RunStatus.CRASHED, how + "; " + heard.lastWords());
    }

    /** What the metric says, now that all output has been taken; without a metric, the time in seconds. */
    private Ending numbered(Heard heard, RunWatch watch) {
        if (options.metric().isEmpty()) {
            return Ending.ok(List.of(watch.wallMillis() / (double) TimeUnit.SECONDS.toMillis(1)), OptionalLong.empty());
        }
        if (heard.number().isPresent()) {
            return Ending.ok(List.of(heard.number().getAsDouble()), OptionalLong.empty());
        }
        return Ending.failed(RunStatus.CRASHED, noMetric(heard));
    }

    private String noMetric(Heard heard) {
        return "no line of its output has the metric '"
                + options.metric().orElseThrow().pattern() + "'; " + heard.lastWords();
    }

    private Run made(
            Job job,
            Ending ending,
            Evidence evidence,
            Price price,
            MemoryMode memory,
            Disturbance disturbance,
            Timing timing,
            Outside outside) {
        requireMetric(ending, job);
        endedWellBefore |= ending.status() == RunStatus.OK;
        return new Run(
                job,
                ending.status(),
                arguments(job),
                timing.interleave() == Interleave.SLICES ? ending.median() : ending.score(),
                ending.status() == RunStatus.OK ? unit() : "",
                ending.numbers(),
                evidence,
                price,
                memory,
                disturbance,
                Map.of(),
                Map.of(),
                ending.failure(),
                Optional.empty(),
                Map.of(),
                timing,
                Optional.of(outside));
    }

    /** CPU time is the cost of a run that does the same work each time; a server under a load for a fixed time does not. */
    private Timing timing(Ending ending, Usage usage) {
        if (ending.status() != RunStatus.OK
                || options.server().isPresent()
                || usage.cpuMillis().isEmpty()) {
            return Timing.NONE;
        }
        return new Timing(
                Interleave.FORKS,
                0,
                Optional.empty(),
                OptionalDouble.of(TimeUnit.MILLISECONDS.toNanos(usage.wallMillis())),
                OptionalDouble.of(
                        TimeUnit.MILLISECONDS.toNanos(usage.cpuMillis().getAsLong())),
                List.of());
    }

    /** A metric that the very first run that ends well does not print is a slip of the pen: the others will not either. */
    private void requireMetric(Ending ending, Job job) {
        boolean without = ending.failure()
                .filter(it -> it.startsWith("no line of its output"))
                .isPresent();
        if (without && !endedWellBefore) {
            throw new BenchException(
                    ending.failure().get() + "; all of it: " + folder.resolve(job.fileName() + ".out") + " and .err");
        }
    }

    private String unit() {
        return options.metric().map(Metric::unit).orElse("s");
    }

    private Evidence evidence(
            Job job, Ending ending, HostView host, RunWatch watch, Outside outside, OptionalLong folios) {
        if (ending.status() != RunStatus.OK) {
            return Evidence.unseen("the command did not end well: " + ending.status());
        }
        Evidence judged = watch.judge(job.variant(), host, folios);
        List<String> notes = new ArrayList<>(judged.notes());
        if (judged.realised()) {
            notes.addAll(notes(outside));
        }
        return new Evidence(
                judged.realised(), judged.kind(), judged.heap(), judged.huge(), judged.reason(), judged.fix(), notes);
    }

    private List<String> notes(Outside outside) {
        List<String> notes = new ArrayList<>();
        long without = outside.jvms().stream()
                .filter(it -> it.flagsArrived().equals(Optional.of(false)))
                .count();
        if (without > 0) {
            notes.add("the flags did not arrive at " + without + " of its "
                    + outside.jvms().size() + " JVMs: something between here and there drops " + variable);
        }
        if (outside.jvms().size() > 1) {
            outside.jvms().stream()
                    .filter(SeenJvm::judged)
                    .findFirst()
                    .ifPresent(it -> notes.add("it started " + outside.jvms().size()
                            + " JVMs; judged by the one with the largest heap, " + it.main()));
        }
        return notes;
    }
}
