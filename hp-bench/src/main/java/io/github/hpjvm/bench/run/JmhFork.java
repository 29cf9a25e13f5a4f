package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.EvidenceGate;
import io.github.hpjvm.bench.evidence.ForkCopy;
import io.github.hpjvm.bench.evidence.Judged;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.fork.SliceGate;
import io.github.hpjvm.bench.host.Denial;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.slice.SlicedRound;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs forks of hp-bench's workloads by its own JMH, and collects scores and evidence. */
public final class JmhFork implements Maker {
    /** Time in addition to the iterations: start, pretouch of cold guest memory, set-up, profilers. */
    private static final Duration GRACE = Duration.ofSeconds(50);

    private static final int ITERATION_SLACK = 5;

    /**
     * Lets a thread wait until its method is compiled. If C2 compiles in the background, it compiles JMH's loop late on a
     * busy CPU. The profile then has more iterations for each exit from the loop, and C2 makes other code. docs/METHOD.md
     * has the measurement. Waiting is not part of the cost if CPU time of the measuring threads is the cost; other
     * workloads compile in the background as usual.
     */
    private static final String WAIT_FOR_COMPILER = "-Xbatch";

    private static final int FIRST_WITH_COMPILER_BLACKHOLES = 17;

    private final TargetJvm jvm;
    private final Profile profile;
    private final PerfSetup perf;
    private final long seed;
    private final boolean checkAlone;
    private final Path folder;

    static {
        // JMH would lock a file in a world-writable folder, following links; the campaign has its own lock.
        System.setProperty("jmh.ignoreLock", "true");
        ForkClassPath.use();
    }

    /**
     * @param seed of the random order of turns
     * @param checkAlone whether each fork also runs alone for long turns
     * @param folder of the fork's copy and its log
     */
    public JmhFork(TargetJvm jvm, Profile profile, PerfSetup perf, long seed, boolean checkAlone, Path folder) {
        this.jvm = jvm;
        this.profile = profile;
        this.perf = perf;
        this.seed = seed;
        this.checkAlone = checkAlone;
        this.folder = folder;
    }

    /**
     * Sets JMH's blackhole mode for all JVMs of a campaign, so that they have the same. JMH checks the JVM that runs it, not the forked JVM, for compiler
     * blackholes (JDK-8259316, 17): an older target would print "unrecognized", and its compiler would remove
     * the measured load. JMH reads the property once, at the first fork of a process.
     */
    public static void chooseBlackholes(Stream<TargetJvm> jvms) {
        if (jvms.anyMatch(jvm -> jvm.version().feature() < FIRST_WITH_COMPILER_BLACKHOLES)) {
            System.setProperty("jmh.blackhole.mode", "FULL_DONTINLINE");
        }
    }

    /** Timeout per fork. */
    public static Duration limit(Profile profile) {
        Duration iterations = profile.warmup().total().plus(profile.profiled().total());
        return Patience.with(GRACE).plus(iterations.multipliedBy(ITERATION_SLACK));
    }

    /**
     * Expected time of a sliced round, per fork.
     *
     * @param cases of the campaign
     * @param forks number of forks in the round
     * @param checkAlone whether forks also run alone, in long turns
     */
    public static Duration expected(Profile profile, List<Case> cases, int forks, boolean checkAlone) {
        Duration turns = Duration.ZERO;
        for (Case subject : cases) {
            boolean shared = Workloads.sharesCpu(subject);
            Slicing slicing = profile.slicing(shared);
            Duration total = slicing.total();
            turns = turns.plus(shared ? total.dividedBy(forks) : total);
            if (checkAlone && Workloads.whyForks(subject.workload()).isEmpty()) {
                turns = turns.plus(slicing.checked().total().minus(total));
            }
        }
        return profile.warmup().total().plus(turns.dividedBy(cases.size()));
    }

    /** Expected time of the iterations of a fork that takes no turns. */
    public static Duration alone(Profile profile, boolean profiled) {
        Profile.Iterations measured = profiled ? profile.profiled() : profile.measurement();
        return profile.warmup().total().plus(measured.total());
    }

    /** The case's arguments, then the variant's. The unique name of the crash log identifies the fork. */
    @Override
    public List<String> arguments(Job job) {
        List<String> program = new ArrayList<>(job.subject().jvmArgs());
        if (Workloads.costsTheMeasuringThreads(job.subject().workload())) {
            program.add(WAIT_FOR_COMPILER);
        }
        List<String> arguments = new ArrayList<>(job.variant().after(program, jvm));
        arguments.add(word(job));
        return List.copyOf(arguments);
    }

    private String word(Job job) {
        return "-XX:ErrorFile=" + folder.resolve("hs_err_" + job.round() + "-" + job.order() + "_%p.log");
    }

    @Override
    public Optional<String> whyForks(Case subject) {
        return Workloads.whyForks(subject.workload());
    }

    @Override
    public Run run(Fork fork, MemoryMode memory, Interruption interruption) {
        return Denial.during(fork.denyThp(), () -> alone(fork, memory, interruption));
    }

    private Run alone(Fork fork, MemoryMode memory, Interruption interruption) {
        Job job = fork.job();
        Profile.Iterations measured = job.profiler().isPresent() ? profile.profiled() : profile.measurement();
        ChainedOptionsBuilder options = options(job, measured.count(), measured.time());
        AllocatedFolios folios = AllocatedFolios.start(job.variant());
        DisturbanceProbe probe = DisturbanceProbe.start();
        if (job.profiler().isPresent()) {
            profiled(options, job);
            try (JmhCall call = call(options, job, limit(profile))) {
                JmhCall.Outcome outcome = endingBy(interruption, call);
                return finished(fork, outcome, memory, probe.end(), folios, Timing.NONE);
            }
        }
        Path fifos = folder.resolve(job.fileName());
        options.addProfiler(SliceGate.class, gateLine(job, fifos));
        try (JmhCall call = call(options, job, limit(profile))) {
            SlicedRound.Played<JmhCall.Outcome> played = SlicedRound.alone(fifos, () -> endingBy(interruption, call));
            boolean own = Workloads.isScoredByReading(job.subject().workload());
            boolean timed = played.result().status() == RunStatus.OK && !own;
            return finished(fork, played.result(), memory, probe.end(), folios, timed ? played.timing() : Timing.NONE);
        }
    }

    private static JmhCall.Outcome endingBy(Interruption interruption, JmhCall call) {
        interruption.endsBy(call::kill);
        try {
            return call.run(interruption);
        } finally {
            interruption.endsBy(null);
        }
    }

    @Override
    public List<Run> together(List<Fork> forks, MemoryMode memory, Interruption interruption) {
        Slicing turns = profile.slicing(Workloads.sharesCpu(forks.get(0).job().subject()));
        Slicing slicing = checkAlone ? turns.checked() : turns;
        Duration limit = limit(profile).plus(slicing.total().multipliedBy((long) forks.size() * ITERATION_SLACK));
        DisturbanceProbe probe = DisturbanceProbe.start();
        List<AllocatedFolios> folios = forks.stream()
                .map(fork -> AllocatedFolios.start(fork.job().variant()))
                .toList();
        List<SlicedRound.Seat<JmhCall.Outcome>> seats = new ArrayList<>();
        List<JmhCall> calls = new ArrayList<>();
        try {
            for (Fork fork : forks) {
                Path fifos = folder.resolve(fork.job().fileName());
                ChainedOptionsBuilder options = options(fork.job(), slicing.iterations(), slicing.iteration())
                        .addProfiler(SliceGate.class, gateLine(fork.job(), fifos));
                JmhCall call = call(options, fork.job(), limit);
                calls.add(call);
                seats.add(new SlicedRound.Seat<>(
                        fifos, fork.denyThp(), () -> call.run(interruption), call::started, () -> {}, call::timeOut));
            }
            interruption.endsBy(() -> calls.forEach(JmhCall::kill));
            List<SlicedRound.Played<JmhCall.Outcome>> played = SlicedRound.play(
                    seats, slicing, limit(profile), forks.get(0).job().random(seed), interruption::requested);
            Disturbance disturbance = probe.end();
            List<Run> runs = new ArrayList<>();
            for (int i = 0; i < forks.size(); i++) {
                SlicedRound.Played<JmhCall.Outcome> one = played.get(i);
                Timing timing = one.result().status() == RunStatus.OK ? one.timing() : Timing.NONE;
                runs.add(finished(forks.get(i), one.result(), memory, disturbance, folios.get(i), timing));
            }
            return runs;
        } finally {
            interruption.endsBy(null);
            calls.forEach(JmhCall::close);
        }
    }

    private JmhCall call(ChainedOptionsBuilder options, Job job, Duration limit) {
        return new JmhCall(options, copy(job), word(job), limit);
    }

    private static String gateLine(Job job, Path fifos) {
        return SliceGate.line(Workloads.costsTheProcess(job.subject().workload()), fifos.toString());
    }

    private Path copy(Job job) {
        return folder.resolve(job.fileName() + ".copy");
    }

    private Run finished(
            Fork fork,
            JmhCall.Outcome outcome,
            MemoryMode memory,
            Disturbance disturbance,
            AllocatedFolios folios,
            Timing timing) {
        Job job = fork.job();
        Workload workload = job.subject().workload();
        ForkCopy seen = ForkCopy.parse(ForkFiles.read(copy(job)));
        PageEvidence evidence = outcome.status() == RunStatus.OK
                ? new EvidenceGate(job.variant(), fork.host(), judged(workload))
                        .judge(seen, outcome.output(), folios.grown())
                : PageEvidence.unseen("the fork did not end normally: " + outcome.status());
        ForkFiles.keep(folder, job, outcome.output(), outcome.result());
        ForkFiles.compress(copy(job));
        Map<String, Reading> readings = seen.readings();
        Optional<Reading> score = Scoring.score(workload, outcome.result(), readings, timing);
        return new Run(
                job,
                outcome.status(),
                arguments(job),
                score.map(it -> OptionalDouble.of(it.value())).orElse(OptionalDouble.empty()),
                score.map(Reading::unit).orElse(""),
                Scoring.iterations(workload, outcome.result(), timing),
                evidence,
                Price.of(seen),
                memory,
                disturbance,
                outcome.result().map(it -> counters(it, false)).orElse(Map.of()),
                outcome.result().map(it -> counters(it, true)).orElse(Map.of()),
                outcome.failure(),
                outcome.result(),
                readings,
                timing,
                Optional.empty());
    }

    private static Judged judged(Workload workload) {
        return Workloads.isOnCode(workload) ? Judged.CODE : Judged.HEAP;
    }

    private ChainedOptionsBuilder options(Job job, int iterations, Duration iteration) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^"
                        + java.util.regex.Pattern.quote(job.subject().workload().benchmark()) + "$")
                .jvm(job.variant().jvm(jvm).java().toString())
                .jvmArgs(arguments(job).toArray(String[]::new))
                .forks(1)
                .warmupForks(0)
                .warmupIterations(profile.warmup().count())
                .warmupTime(TimeValue.milliseconds(profile.warmup().time().toMillis()))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.milliseconds(iteration.toMillis()))
                .shouldFailOnError(true);
        JmhCall.addCopy(options, copy(job));
        job.subject().params().forEach(options::param);
        if (!job.variant().environment().isEmpty()) {
            options.addProfiler(
                    ForkEnvironment.class, ForkEnvironment.line(job.variant().environment()));
        }
        return options;
    }

    private void profiled(ChainedOptionsBuilder options, Job job) {
        job.profiler().ifPresent(profiler -> {
            if (profiler == Profiler.PERFNORM) {
                options.addProfiler(PerfNorm.class, perf.options(profiler));
            } else {
                options.addProfiler(profiler.label(), perf.options(profiler));
            }
        });
    }

    /** Counts per operation, or the share of the time for which they were counted. */
    private static Map<String, Double> counters(BenchmarkResult result, boolean running) {
        Map<String, Double> counters = new LinkedHashMap<>();
        for (String label : result.getBenchmarkResults().keys()) {
            if (label.startsWith(PerfNorm.RUNNING) == running) {
                String event = running ? label.substring(PerfNorm.RUNNING.length()) : label;
                result.getBenchmarkResults().get(label).stream()
                        .filter(one -> !Double.isNaN(one.getScore()))
                        .forEach(one -> counters.put(event, one.getScore()));
            }
        }
        return counters;
    }
}
