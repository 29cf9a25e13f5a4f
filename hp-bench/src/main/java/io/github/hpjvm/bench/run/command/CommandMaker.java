package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.host.Denial;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.run.AllocatedFolios;
import io.github.hpjvm.bench.run.DisturbanceProbe;
import io.github.hpjvm.bench.run.Fork;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.slice.SlicedRound;
import io.github.hpjvm.bench.run.watch.EndSignal;
import io.github.hpjvm.bench.run.watch.PreparedProgram;
import io.github.hpjvm.bench.run.watch.RunWatch;
import io.github.hpjvm.bench.run.watch.Started;
import io.github.hpjvm.bench.run.watch.StartedProcesses;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Runs the user's command once under a variant, with the variant's flags in an environment variable. */
public final class CommandMaker implements Maker {
    /** Time that a program has to end after SIGTERM. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration POLL = Duration.ofMillis(20);

    private final TryOptions options;
    private final TargetJvm jvm;
    private final OptionVariable variable;
    private final Map<String, String> environment;
    private final Optional<Bytes> secondHeap;
    private final long seed;
    private final Path folder;
    private boolean succeededBefore;

    /**
     * @param jvm the JVM that the command starts
     * @param variable the environment variable that passes flags to it
     * @param environment of the caller
     * @param secondHeap the maximum heap of the second command; empty if unknown
     * @param seed of the random order of turns
     * @param folder of the output of each run
     */
    CommandMaker(
            TryOptions options,
            TargetJvm jvm,
            OptionVariable variable,
            Map<String, String> environment,
            Optional<Bytes> secondHeap,
            long seed,
            Path folder) {
        this.options = options;
        this.jvm = jvm;
        this.variable = variable;
        this.environment = Map.copyOf(environment);
        this.secondHeap = secondHeap;
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
    public Optional<Bytes> heap(Case subject, Variant variant) {
        boolean second = options.second().isPresent() && variant.name().equals(TryOptions.SECOND);
        return second ? secondHeap : Maker.super.heap(subject, variant);
    }

    @Override
    public Run run(Fork fork, MemoryMode memory, Interruption interruption) {
        try (PreparedProgram program = PreparedProgram.prepare()) {
            return run(program, fork, memory, interruption);
        }
    }

    private Run run(PreparedProgram program, Fork fork, MemoryMode memory, Interruption interruption) {
        Job job = fork.job();
        StartedProcesses tree = new StartedProcesses();
        OutputScan output = options.server()
                .map(server -> new OutputScan(Optional.empty(), Optional.of(server.until())))
                .orElseGet(() -> new OutputScan(options.metrics(), Optional.empty()));
        AllocatedFolios folios = AllocatedFolios.start(job.variant());
        DisturbanceProbe probe = DisturbanceProbe.start();
        interruption.endsBy(tree::kill);
        RunWatch watch = options.server().isPresent() ? RunWatch.startOnDemand(tree) : RunWatch.start(tree);
        Ending ending;
        try {
            ending = run(program, fork, tree, output, watch, interruption);
        } finally {
            tree.kill();
            interruption.endsBy(null);
            watch.close();
        }
        Disturbance disturbance = probe.end(RunWatch.unwaitedMillis(List.of(watch)));
        OptionalLong grown = folios.grown();
        Outside outside = observed(job, ending, watch);
        return made(
                job,
                ending,
                evidence(job, ending, fork.host(), watch, outside, grown),
                watch.price(ending.ready()),
                memory,
                disturbance,
                timing(options, ending, outside.usage()),
                outside);
    }

    /** Starts the servers one after the other. All of them stay alive until each has had its last turn. */
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
                    forks.get(0).job().random(seed),
                    interruption::requested);
            servers.forEach(LiveServer::end);
            Disturbance disturbance = probe.end(RunWatch.unwaitedMillis(
                    servers.stream().map(LiveServer::watch).toList()));
            servers.stream()
                    .filter(it -> it.ending().status() == RunStatus.OK)
                    .findFirst()
                    .ifPresent(it -> {
                        requireMetrics(it.ending(), it.fork().job());
                        succeededBefore = true;
                    });
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

    private Run made(LiveServer server, Timing timing, MemoryMode memory, Disturbance disturbance) {
        Job job = server.fork().job();
        Ending ending = server.ending();
        RunWatch watch = server.watch();
        Outside outside = observed(job, ending, watch);
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

    private Ending run(
            PreparedProgram program,
            Fork fork,
            StartedProcesses tree,
            OutputScan output,
            RunWatch watch,
            Interruption interruption) {
        Job job = fork.job();
        Map<String, String> variables = variables(job);
        Optional<ServerPort> port = options.server().map(it -> ServerPort.free());
        List<String> command = options.commandOf(job.variant());
        Path files = folder.resolve(job.fileName());
        long deadline = System.nanoTime() + options.timeout().toNanos();
        try (Started started = start(
                program,
                port.map(it -> it.in(command)).orElse(command),
                port.map(it -> it.in(variables)).orElse(variables),
                fork.denyThp(),
                tree,
                files,
                output)) {
            Optional<Ending> before = port.isPresent()
                    ? Optional.of(new ServerRun(
                                    options, port.get(), environment, started, tree, output, watch, interruption, files)
                            .run(deadline))
                    : untilEnd(started, output, interruption, deadline);
            watch.ended();
            tree.end(Patience.with(GRACE));
            started.drain();
            return before.orElseGet(() -> ended(started, output, watch, interruption));
        }
    }

    /**
     * Starts the measured program, and only this under PR_SET_THP_DISABLE: all programs have the same load.
     *
     * @throws BenchException if there is no such program
     */
    static Started start(
            PreparedProgram program,
            List<String> command,
            Map<String, String> environment,
            boolean denyThp,
            StartedProcesses tree,
            Path files,
            OutputScan output) {
        return Denial.during(denyThp, () -> {
            try {
                return program.start(command, environment, tree, files, output);
            } catch (IOException e) {
                throw new BenchException("cannot start " + command.get(0) + ": " + Started.reason(e), e);
            }
        });
    }

    /** The command's environment with the flags of this job. */
    private Map<String, String> variables(Job job) {
        return variable.append(ProgramChange.environment(environment, job.variant()), arguments(job));
    }

    /** Waits for the end of the program; returns its cause if the program did not end by itself. */
    private Optional<Ending> untilEnd(Started started, OutputScan output, Interruption interruption, long deadline) {
        while (!started.endsWithin(POLL)) {
            if (interruption.requested()) {
                return Optional.of(Ending.failed(RunStatus.INTERRUPTED, RunFailure.unknown("stopped by the user")));
            }
            if (output.unexamined().isPresent()) {
                return Ending.unexamined(output);
            }
            if (System.nanoTime() > deadline) {
                return Optional.of(timedOut("the command did not end"));
            }
        }
        return Optional.empty();
    }

    private Ending ended(Started started, OutputScan output, RunWatch watch, Interruption interruption) {
        return started.exitCode() == 0 ? numbered(output, watch) : died(started, output, interruption);
    }

    private Ending timedOut(String what) {
        return Ending.failed(
                RunStatus.TIMED_OUT,
                RunFailure.unknown(what + " within " + options.timeout().toSeconds()
                        + " s and was killed with all processes that it started; raise --timeout"));
    }

    /** The end of a failed program: NOT_STARTED if its JVM refused the flags, else CRASHED. */
    static Ending died(Started started, OutputScan output, Interruption interruption) {
        if (interruption.requestedSoon()) {
            return Ending.failed(RunStatus.INTERRUPTED, RunFailure.unknown("stopped by the user"));
        }
        Optional<String> refusal = output.refusal();
        OptionalInt signal = EndSignal.of(started.exitCode());
        boolean bySignal = signal.isPresent();
        String how = bySignal ? "ended by signal " + signal.getAsInt() : "exit code " + started.exitCode();
        return refusal.isPresent()
                ? Ending.failed(RunStatus.NOT_STARTED, RunFailure.of(how + ": " + refusal.get(), bySignal))
                : Ending.failed(RunStatus.CRASHED, RunFailure.of(how + "; " + output.lastLine(), bySignal));
    }

    /** The value of the metric after all output was read; without a metric, the time in seconds. */
    private Ending numbered(OutputScan output, RunWatch watch) {
        Optional<Ending> unexamined = Ending.unexamined(output);
        if (unexamined.isPresent()) {
            return unexamined.get();
        }
        if (options.metric().isEmpty()) {
            return Ending.ok(List.of(watch.wallMillis() / (double) TimeUnit.SECONDS.toMillis(1)), OptionalLong.empty());
        }
        return output.measured("the command");
    }

    private Run made(
            Job job,
            Ending ending,
            PageEvidence evidence,
            Price price,
            MemoryMode memory,
            Disturbance disturbance,
            Timing timing,
            Outside outside) {
        requireMetrics(ending, job);
        succeededBefore |= ending.status() == RunStatus.OK;
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
                ending.readings(timing.interleave() == Interleave.SLICES),
                timing,
                Optional.of(outside));
    }

    /**
     * CPU time is the cost of a run with a fixed amount of work. A server under a load for a fixed time has none, and so has a
     * program whose score is a metric: its work need not be the same.
     */
    static Timing timing(TryOptions options, Ending ending, Usage usage) {
        if (ending.status() != RunStatus.OK
                || options.server().isPresent()
                || options.metric().isPresent()
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

    /**
     * Ends the campaign if the first successful run does not have a metric: other runs would not have it either.
     */
    private void requireMetrics(Ending ending, Job job) {
        if (succeededBefore) {
            return;
        }
        Optional<String> lacks = ending.lacksMetric() ? ending.failure().map(RunFailure::why) : lacking(ending);
        if (lacks.isPresent()) {
            throw new BenchException(
                    lacks.get() + "; full output: " + folder.resolve(job.fileName() + ".out") + " and .err");
        }
    }

    /** The message about the first further metric that a successful run does not have, and must have. */
    private Optional<String> lacking(Ending ending) {
        return options.metrics().stream()
                .filter(it -> !it.mayBeAbsent())
                .flatMap(it -> Optional.ofNullable(ending.missing().get(it.unit())).stream())
                .findFirst()
                .map(it -> it + "; correct or omit it");
    }

    private String unit() {
        return options.metric().map(Metric::unit).orElse("s");
    }

    private Outside observed(Job job, Ending ending, RunWatch watch) {
        Outside seen = watch.observed(arguments(job));
        return ending.status() == RunStatus.OK
                ? new Outside(seen.usage(), seen.jvms(), OtherJvm.of(job.variant(), jvm, seen, watch.libjvm()))
                : seen;
    }

    private PageEvidence evidence(
            Job job, Ending ending, HostView host, RunWatch watch, Outside outside, OptionalLong folios) {
        if (ending.status() != RunStatus.OK) {
            return PageEvidence.unseen("the command failed: " + ending.status());
        }
        if (outside.otherJvm().isPresent()) {
            return PageEvidence.unseen(outside.otherJvm().get());
        }
        PageEvidence judged = watch.judge(job.variant(), host, folios);
        List<String> notes = new ArrayList<>(judged.notes());
        if (judged.realised()) {
            notes.addAll(notes(outside));
        }
        if (!ending.missing().isEmpty()) {
            notes.add("no value of " + String.join(", ", ending.missing().keySet()));
        }
        return new PageEvidence(
                judged.realised(),
                judged.kind(),
                judged.heapBytes(),
                judged.hugeBytes(),
                judged.reason(),
                judged.fix(),
                notes);
    }

    private List<String> notes(Outside outside) {
        List<String> notes = new ArrayList<>();
        long without = outside.jvms().stream()
                .filter(it -> it.flagsArrived().equals(Optional.of(false)))
                .count();
        if (without > 0) {
            notes.add("the flags did not reach " + without + " of its "
                    + outside.jvms().size() + " JVMs: a process in between removes " + variable);
        }
        if (outside.jvms().size() > 1) {
            outside.jvms().stream()
                    .filter(ObservedJvm::judged)
                    .findFirst()
                    .ifPresent(it -> notes.add("the command started "
                            + outside.jvms().size() + " JVMs; the one with the largest heap decides: " + it.main()));
        }
        return notes;
    }
}
