package io.github.hpjvm.bench;

import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.bench.evidence.PredictedFailure;
import io.github.hpjvm.bench.host.HostLock;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.ExportFiles;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.CampaignPlan;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.ExpectedTimes;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.ResultFiles;
import io.github.hpjvm.bench.report.model.InterleavingText;
import io.github.hpjvm.bench.report.model.PlanText;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.Campaign;
import io.github.hpjvm.bench.run.ClassPaths;
import io.github.hpjvm.bench.run.ForkFiles;
import io.github.hpjvm.bench.run.HsdisProbe;
import io.github.hpjvm.bench.run.InheritedState;
import io.github.hpjvm.bench.run.Interleaving;
import io.github.hpjvm.bench.run.JmhFork;
import io.github.hpjvm.bench.run.MemoryPreparation;
import io.github.hpjvm.bench.run.PerfProbe;
import io.github.hpjvm.bench.run.PerfSetup;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.VariantReach;
import io.github.hpjvm.bench.run.Workloads;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.stats.Gate;
import io.github.hpjvm.bench.terminal.Progress;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs a benchmark campaign: probes the JVM, takes the host's lock, restores settings that a killed campaign left, sets
 * the host if {@code --provision} is given, runs the rounds, writes the results and restores the host.
 */
public final class Bench {
    /**
     * Time of a fork beside its iterations: JVM start, pretouch, JMH's handshakes. Used until the first fork is timed.
     */
    private static final Duration FORK_OVERHEAD = Duration.ofMillis(800);

    /**
     * The longest time after SIGINT or SIGTERM to restore the host and to write the results: to touch memory before a fork can take
     * a minute, and the kernel may compact memory for a pool.
     */
    private static final Duration SHUTDOWN = Duration.ofMinutes(5);

    /** Name of the lock's holder, which a second campaign shows. */
    private static final String PURPOSE = "hp-bench";

    private final Console console;
    private final Interruption interruption;
    private final CampaignHost host;

    private Bench(Console console, Interruption interruption) {
        this.console = console;
        this.interruption = interruption;
        this.host = new CampaignHost(console);
    }

    /**
     * Runs a campaign. On Ctrl-C and {@code kill}, the host is restored and the results of completed forks are written
     * before the JVM exits.
     *
     * @throws UsageException if the options are invalid; then nothing has been done
     * @throws BenchException if the host or the JVM prevents the campaign
     */
    public static Results measure(BenchOptions options, Console console) {
        List<Case> cases = Workloads.cases(Workloads.all(), options);
        requireMatchingGates(options.gates(), cases, options.variants());
        requireNoClassPath(options.variants());
        TargetJvm jvm = TargetProbe.probe(options.jvm().orElseGet(TargetProbe::defaultHome));
        BenchOptions probed = options.on(TargetProbe::probe);
        return measure(probed, console, (interruption, output) -> ownWorkloads(probed, cases, jvm));
    }

    /** The class path of hp-bench's workloads is that of all forks. */
    private static void requireNoClassPath(List<Variant> variants) {
        for (Variant variant : variants) {
            if (!variant.classPath().isEmpty()) {
                throw new UsageException("variant: " + variant.name()
                        + ": classpath: applies to --jar and to hp-cli try, not to hp-bench's own workloads");
            }
        }
    }

    private static CampaignSetup ownWorkloads(BenchOptions options, List<Case> cases, TargetJvm jvm) {
        PerfSetup perf = PerfProbe.probe();
        JmhFork.chooseBlackholes(
                Stream.concat(Stream.of(jvm), options.variants().stream().map(variant -> variant.jvm(jvm))));
        Profile profile = options.profile();
        Path forks = ForkFiles.folder(options);
        return new CampaignSetup(
                cases,
                jvm,
                new JmhFork(jvm, profile, perf, options.seed(), options.checkAlone(), forks),
                Optional.of(perf),
                Set.of(),
                (subject, how, profiled) -> FORK_OVERHEAD.plus(
                        profiled || how == Interleave.FORKS
                                ? JmhFork.alone(profile, profiled)
                                : JmhFork.expected(
                                        profile,
                                        List.of(subject),
                                        options.variants().size(),
                                        options.checkAlone())),
                JmhFork.limit(profile),
                List.of(),
                List.of());
    }

    static Results measure(BenchOptions options, Console console, CampaignSetup.Preparation preparation) {
        ClassPaths.requireExisting(options.variants());
        ExportFiles.require(options.exports(), ResultFiles.all(options.output()));
        return Stoppable.run(SHUTDOWN, interruption -> new Bench(console, interruption).run(options, preparation));
    }

    private Results run(BenchOptions options, CampaignSetup.Preparation preparation) {
        InheritedState.requireHugePagesAllowed();
        if (options.provision()) {
            InheritedState.requireRoot();
        }
        try (HostLock lock = lock(options)) {
            if (lock.isHandedOver()) {
                console.err().println("lock      handed over by a parent that holds it");
            }
            host.restoreEarlier();
            long start = System.nanoTime();
            CampaignSetup setup = preparation.prepare(interruption, line -> printWrapped(console, line));
            return RestoredHost.after(() -> campaign(options, setup, start), () -> host.restore(options));
        } catch (IOException e) {
            throw BenchException.of(e);
        }
    }

    /**
     * Rejects gates that match no case or no compared variant, before minutes of measuring.
     *
     * @throws UsageException if there is one
     */
    public static void requireMatchingGates(List<Gate> gates, List<Case> cases, List<Variant> variants) {
        requireCompared(gates, variants);
        for (Gate gate : gates) {
            if (cases.stream().noneMatch(gate::names)) {
                throw new UsageException("gate: " + gate + " matches no measured case; the cases are "
                        + cases.stream().map(Case::toString).collect(Collectors.joining(", ")));
            }
        }
    }

    /** Rejects a gate on a variant that is not compared. It needs no case, so a campaign calls it before it locks. */
    static void requireCompared(List<Gate> gates, List<Variant> variants) {
        for (Gate gate : gates) {
            List<String> compared = variants.stream()
                    .map(Variant::name)
                    .filter(name -> !name.equals(Variants.baseline().name()))
                    .toList();
            if (!compared.contains(gate.variant())) {
                throw new UsageException("gate: " + gate + " names the variant '" + gate.variant()
                        + "', which is not compared with baseline; "
                        + (compared.isEmpty()
                                ? "no variant is: add it to --variants"
                                : "compared are " + String.join(", ", compared)));
            }
        }
    }

    /** Rejects {@code --interleave slices} if the program rules slices out. */
    static void requirePossibleSlices(BenchOptions options, Optional<String> whyForks) {
        if (options.interleave().equals(Optional.of(Interleave.SLICES)) && whyForks.isPresent()) {
            throw new UsageException(
                    "interleave: slices are not possible: " + whyForks.get() + "; use --interleave forks");
        }
    }

    private HostLock lock(BenchOptions options) throws IOException {
        HostLock.Use use = options.provision() ? HostLock.Use.CHANGE : HostLock.Use.MEASURE;
        return options.waits()
                ? HostLock.await(use, PURPOSE, console.err()::println, interruption::requested)
                : HostLock.acquire(use, PURPOSE);
    }

    /** @param start when the preparation began, in nanoseconds: the budget includes its forks */
    private Results campaign(BenchOptions options, CampaignSetup setup, long start) throws IOException {
        // Plan: cases and rounds, without variants whose pages are not available
        List<Case> cases = setup.cases();
        TargetJvm jvm = setup.jvm();
        MeasuredHost identity = MeasuredHost.read();
        Optional<String> noCounters = setup.perf().flatMap(PerfSetup::unavailable);
        List<Run> earlier = options.continued()
                ? Continuation.read(options.output()).runs(identity, jvm, cases, options.variants())
                : List.of();
        Set<Profiler> profilers =
                notYet(setup.perf().map(perf -> profilers(options, jvm, perf)).orElse(setup.profilers()), earlier);
        Map<Variant, PredictedFailure> notForked =
                VariantReach.lacking(options.variants(), cases, jvm, options.provision());
        List<Variant> variants = options.variants().stream()
                .filter(variant -> !notForked.containsKey(variant))
                .toList();
        CampaignPlan plan = CampaignPlan.of(cases, variants, options.rounds(), profilers, options.seed());
        Interleaving interleaving = new Interleaving(
                options.interleave(), jvm, setup.maker(), options.fragment().isPresent());
        ExpectedTimes times = ExpectedTimes.of(
                plan, setup.perRun(), it -> interleaving.planned(it, variants).interleave());
        Duration used = Duration.ofNanos(System.nanoTime() - start);
        Campaign campaign = new Campaign(jvm, setup.maker(), host.switching(options), interleaving, interruption);
        // Show the plan
        PlanText.lines(
                        options,
                        identity,
                        jvm,
                        plan,
                        bill(jvm, cases),
                        setup.perf().flatMap(PerfSetup::text),
                        setup.limit(),
                        times,
                        used)
                .forEach(line -> printWrapped(console, line));
        InterleavingText.lines(plan, interleaving).forEach(line -> printWrapped(console, line));
        notForked.forEach((variant, why) ->
                console.err().println(Style.WARN.of(PlanText.notForked(variant, why), console.errColour())));
        // Add the runs of a continued campaign, or placeholders for variants that are not forked
        campaign.add(earlier);
        if (earlier.isEmpty()) {
            notForked.forEach((variant, why) -> campaign.leaveOut(variant, cases, why));
        } else {
            console.err()
                    .println("continue  " + PlanText.counted(earlier.size(), "run") + " read from " + options.output()
                            + ", up to round " + lastRound(earlier));
        }
        // Show the last lines of the plan
        setup.notes().forEach(line -> printWrapped(console, line));
        // Show progress, and write the files after each round
        ResultFiles files = new ResultFiles(options.output());
        int forks = plan.timed().size() + plan.profiled().size();
        Progress progress = options.untilPrecise()
                .map(until -> Progress.within(
                        console, System::nanoTime, start, until.atMost(used, times.timed(plan), options.rounds())))
                .orElseGet(() -> new Progress(console, System::nanoTime, forks, times.each(plan)));
        Campaign.Listener listener = new RoundReports(
                console,
                progress,
                files,
                soFar -> new Results(options, identity, jvm, cases, soFar, true, StopReason.RUNNING, noCounters)
                        .leavingOut(setup.leftOut()));
        // Run the timed rounds, then the profiled ones, and write the results
        try (MemoryPreparation memory = host.prepare(jvm, cases, interleaving, options, interruption)) {
            campaign.prepareMemory(memory);
            campaign.beforeFirstFork(() -> ForkFiles.prepare(options));
            Rounds rounds = new Rounds(plan, variants, options, lastRound(earlier), times, System::nanoTime, start);
            EndedRounds ended = EndedRounds.of(rounds, campaign::run, listener);
            if (ended.nothingForked()) {
                throw stoppedBeforeTheFirstFork(options);
            }
            List<Run> runs = ended.runs();
            Results results = new Results(
                            options, identity, jvm, cases, runs, !ended.whole(), ended.stopped(), noCounters)
                    .leavingOut(setup.leftOut());
            progress.clear();
            List<BenchException> failures =
                    new ArrayList<>(ended.failure().stream().toList());
            List<String> written = attempt(() -> files.write(results), failures);
            ResultFiles.export(results, options.exports(), failures)
                    .forEach(file -> console.err().println("written   " + file));
            if (!failures.isEmpty()) {
                throw new FailedCampaignException(results, failures);
            }
            console.err()
                    .println("written   " + enumerated(written) + " to " + options.output()
                            + (plan.profiled().isEmpty()
                                    ? ""
                                    : ", profiler output to " + options.output().resolve("forks")));
            if (results.stopped() == StopReason.INTERRUPTED && !runs.isEmpty()) {
                console.err()
                        .println("stopped   in round " + lastRound(runs) + "; add --continue " + options.output()
                                + " to the command for more rounds");
            }
            return results;
        } finally {
            progress.clear();
        }
    }

    /** The message instead of results without a run, which would replace those of an earlier campaign. */
    static BenchException stoppedBeforeTheFirstFork(BenchOptions options) {
        return new BenchException("stopped before the first fork; "
                + (ResultFiles.areIn(options.output())
                        ? "the results in " + options.output() + " are unchanged"
                        : "there are no results"));
    }

    /** Writes files. The results are not lost if that fails. */
    private static <T> List<T> attempt(Supplier<List<T>> files, List<BenchException> unwritten) {
        try {
            return files.get();
        } catch (BenchException e) {
            unwritten.add(e);
            return List.of();
        }
    }

    /** Prints a line of the plan, which begins with a label or with blanks of the same width. */
    private static void printWrapped(Console console, String line) {
        String text = line.stripLeading();
        Paragraph.lines(" ".repeat(line.length() - text.length()), text).forEach(console.err()::println);
    }

    private static int lastRound(List<Run> runs) {
        return runs.stream().mapToInt(run -> run.job().round()).max().orElse(0);
    }

    private static String enumerated(List<String> names) {
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** Returns the profilers that the earlier campaign has not run: profiled rounds come last, so a stopped campaign has none. */
    private Set<Profiler> notYet(Set<Profiler> wanted, List<Run> earlier) {
        Set<Profiler> missing = ProfiledRounds.missing(wanted, earlier);
        wanted.stream()
                .filter(profiler -> !missing.contains(profiler))
                .forEach(profiler -> printWrapped(
                        console,
                        "profiler  the campaign has a round of " + profiler.label() + "; no further one runs"));
        return missing;
    }

    private Set<Profiler> profilers(BenchOptions options, TargetJvm jvm, PerfSetup perf) {
        Set<Profiler> wanted = EnumSet.noneOf(Profiler.class);
        wanted.addAll(options.profilers());
        if (perf.events().hardware() && options.profile() != Profile.SMOKE) {
            wanted.add(Profiler.PERFNORM);
        }
        if (wanted.contains(Profiler.PERFASM)) {
            HsdisProbe.whyNot(jvm).ifPresent(why -> printWrapped(console, "perfasm   " + why));
        }
        wanted.removeIf(profiler -> {
            Optional<String> refusal = perf.refuses(profiler);
            refusal.ifPresent(why -> console.err().println(Style.WARN.of(why, console.errColour())));
            return refusal.isPresent();
        });
        return wanted;
    }

    private static Optional<PoolBill> bill(TargetJvm jvm, List<Case> cases) {
        return cases.stream()
                .flatMap(subject -> HostReader.bill(jvm, subject).stream())
                .max(Comparator.comparingLong(PoolBill::max));
    }
}
