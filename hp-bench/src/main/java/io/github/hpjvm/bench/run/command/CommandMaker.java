package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.BenchException;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.SeenJvm;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.run.Disturbance;
import io.github.hpjvm.bench.run.DisturbanceProbe;
import io.github.hpjvm.bench.run.FolioCount;
import io.github.hpjvm.bench.run.Interleave;
import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.Job;
import io.github.hpjvm.bench.run.Maker;
import io.github.hpjvm.bench.run.MemoryMode;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.run.RunStatus;
import io.github.hpjvm.bench.run.Timing;
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
    private final Path folder;
    private boolean endedWellBefore;

    /**
     * @param jvm the JVM that the command starts
     * @param variable the one that reaches it
     * @param environment of the caller
     * @param folder where the output of each run goes
     */
    CommandMaker(
            TryOptions options, TargetJvm jvm, OptionVariable variable, Map<String, String> environment, Path folder) {
        this.options = options;
        this.jvm = jvm;
        this.variable = variable;
        this.environment = Map.copyOf(environment);
        this.folder = folder;
    }

    @Override
    public List<String> arguments(Job job) {
        return job.variant().arguments(jvm);
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
        Evidence evidence = ending.status() == RunStatus.OK
                ? evidence(job, host, watch, outside, grown)
                : Evidence.unseen("the command did not end well: " + ending.status());
        return made(job, ending, evidence, watch.price(ending.ready()), memory, disturbance, outside);
    }

    private Ending run(Job job, ProcessTree tree, Heard heard, RunWatch watch, Interruption interruption)
            throws IOException {
        Map<String, String> variables = variable.append(environment, arguments(job));
        job.variant()
                .environment()
                .forEach((name, value) -> variables.merge(name, value, (own, more) -> own + ":" + more));
        Path files = folder.resolve(job.fileName());
        long deadline = System.nanoTime() + options.timeout().toNanos();
        try (Started started = Started.of(options.command(), variables, tree, files, heard)) {
            Optional<Ending> before = options.server().isPresent()
                    ? Optional.of(new ServerRun(options, environment, started, tree, heard, watch, interruption, files)
                            .run(deadline))
                    : untilEnd(started, interruption, deadline);
            watch.ended();
            tree.end(GRACE);
            started.drain();
            return before.orElseGet(() -> ended(started, heard, watch, interruption));
        }
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
            Outside outside) {
        requireMetric(ending, job);
        endedWellBefore |= ending.status() == RunStatus.OK;
        return new Run(
                job,
                ending.status(),
                arguments(job),
                ending.score(),
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
                timing(ending, outside.usage()),
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

    private Evidence evidence(Job job, HostView host, RunWatch watch, Outside outside, OptionalLong folios) {
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
