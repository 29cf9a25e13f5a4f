package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.Profile;
import io.github.hpjvm.bench.Profiler;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.evidence.EvidenceGate;
import io.github.hpjvm.bench.evidence.ForkCopy;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.Judged;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.fork.BackingCopy;
import io.github.hpjvm.bench.variant.TargetJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Makes one fork by our own JMH and brings home its score and its evidence. */
public final class JmhFork implements Maker {
    /** On top of the iterations: start, pretouch of cold guest memory, set-up, profilers. */
    private static final Duration GRACE = Duration.ofSeconds(50);

    private static final int ITERATION_SLACK = 5;

    private static final int FIRST_WITH_COMPILER_BLACKHOLES = 17;

    /** Exit codes above tell of the signal that ended the process, as a shell and JMH show them. */
    private static final int SIGNALS = 128;

    private static final Pattern EXIT_CODE = Pattern.compile("<forked VM failed with exit code (\\d+)>");

    private static final String FAILURE = "<failure>";

    private final TargetJvm jvm;
    private final Profile profile;
    private final PerfSetup perf;
    private final Path folder;

    static {
        // JMH would lock a file in a folder that everybody can write to, following links; the campaign has a lock.
        System.setProperty("jmh.ignoreLock", "true");
    }

    /** @param folder where the fork's copy and its log are kept */
    public JmhFork(TargetJvm jvm, Profile profile, PerfSetup perf, Path folder) {
        chooseBlackholes(jvm);
        this.jvm = jvm;
        this.profile = profile;
        this.perf = perf;
        this.folder = folder;
    }

    /**
     * JMH asks the JVM that runs it, not the one that it forks, whether the compiler knows blackholes (JDK-8259316, 17):
     * an older target would print "unrecognized", and its compiler would remove the very load that is measured. JMH reads
     * the property once, at the first fork of a process.
     */
    private static void chooseBlackholes(TargetJvm jvm) {
        if (jvm.version().feature() < FIRST_WITH_COMPILER_BLACKHOLES) {
            System.setProperty("jmh.blackhole.mode", "FULL_DONTINLINE");
        }
    }

    /** How long a fork may take before it is killed. */
    public static Duration limit(Profile profile) {
        Duration iterations = profile.warmup().total().plus(profile.profiled().total());
        return GRACE.plus(iterations.multipliedBy(ITERATION_SLACK));
    }

    /** The workload's, then the variant's. */
    @Override
    public List<String> arguments(Job job) {
        List<String> arguments = new ArrayList<>(job.subject().workload().jvmArgs());
        arguments.addAll(job.variant().arguments(jvm));
        arguments.add("-XX:ErrorFile=" + folder.resolve("hs_err_%p.log"));
        return List.copyOf(arguments);
    }

    @Override
    public Run run(Job job, HostView host, MemoryMode memory, Interruption interruption) {
        Path copy = folder.resolve(job.fileName() + ".copy");
        List<String> arguments = arguments(job);
        JmhOutput output = new JmhOutput();
        FolioCount folios = FolioCount.start(job.variant());
        DisturbanceProbe probe = DisturbanceProbe.start();
        Optional<BenchmarkResult> result = Optional.empty();
        RunStatus status;
        Optional<String> failure = Optional.empty();
        try (ForkWatch watch = new ForkWatch(limit(profile))) {
            interruption.endsBy(watch::kill);
            try {
                ForkFiles.delete(copy);
                result = first(new Runner(options(job, arguments, copy).build(), output).run());
                status = RunStatus.OK;
            } catch (RunnerException | RuntimeException e) {
                status = watch.timedOut()
                        ? RunStatus.TIMED_OUT
                        : interruption.requestedSoon() ? RunStatus.INTERRUPTED : died(copy, output.text());
                failure = Optional.of(failure(status, e, output.text()));
            } finally {
                interruption.endsBy(null);
            }
        }
        Disturbance disturbance = probe.end();
        ForkCopy seen = ForkCopy.parse(ForkFiles.read(copy));
        Evidence evidence = status == RunStatus.OK
                ? new EvidenceGate(job.variant(), host, judged(job.subject().workload()))
                        .judge(seen, output.text(), folios.grown())
                : Evidence.unseen("the fork did not end by itself: " + status);
        ForkFiles.keep(folder, job, output.text(), result);
        ForkFiles.compress(copy);
        Map<String, Reading> readings = seen.readings();
        Optional<Reading> score = Scoring.score(job.subject().workload(), result, readings);
        return new Run(
                job,
                status,
                arguments,
                score.map(it -> OptionalDouble.of(it.value())).orElse(OptionalDouble.empty()),
                score.map(Reading::unit).orElse(""),
                Scoring.iterations(job.subject().workload(), result),
                evidence,
                Price.of(seen),
                memory,
                disturbance,
                result.map(it -> counters(it, false)).orElse(Map.of()),
                result.map(it -> counters(it, true)).orElse(Map.of()),
                failure,
                result,
                readings,
                Optional.empty());
    }

    private static Judged judged(Workload workload) {
        return Workloads.isOnCode(workload) ? Judged.CODE : Judged.HEAP;
    }

    private ChainedOptionsBuilder options(Job job, List<String> arguments, Path copy) {
        Profile.Iterations measured = job.profiler().isPresent() ? profile.profiled() : profile.measurement();
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(job.subject().workload().benchmark()) + "$")
                .jvm(jvm.java().toString())
                .jvmArgs(arguments.toArray(String[]::new))
                .forks(1)
                .warmupForks(0)
                .warmupIterations(profile.warmup().count())
                .warmupTime(TimeValue.milliseconds(profile.warmup().time().toMillis()))
                .measurementIterations(measured.count())
                .measurementTime(TimeValue.milliseconds(measured.time().toMillis()))
                .shouldFailOnError(true)
                .addProfiler(BackingCopy.class, copy.toString());
        job.subject().params().forEach(options::param);
        if (!job.variant().environment().isEmpty()) {
            options.addProfiler(
                    ForkEnvironment.class, ForkEnvironment.line(job.variant().environment()));
        }
        job.profiler().ifPresent(profiler -> {
            if (profiler == Profiler.PERFNORM) {
                options.addProfiler(PerfNorm.class, perf.options(profiler));
            } else {
                options.addProfiler(profiler.label(), perf.options(profiler));
            }
        });
        return options;
    }

    private static Optional<BenchmarkResult> first(Collection<RunResult> results) {
        return results.stream()
                .flatMap(result -> result.getBenchmarkResults().stream())
                .findFirst();
    }

    /**
     * A JVM that left no copy never ran a benchmark: it refused its arguments or could not be started, unless a signal
     * ended it before.
     */
    static RunStatus died(Path copy, String output) {
        Matcher code = EXIT_CODE.matcher(output);
        boolean bySignal = code.find() && Integer.parseInt(code.group(1)) > SIGNALS;
        return bySignal || Files.exists(copy) ? RunStatus.CRASHED : RunStatus.NOT_STARTED;
    }

    static String failure(RunStatus status, Exception e, String output) {
        if (status == RunStatus.INTERRUPTED) {
            return "stopped by the user";
        }
        if (status == RunStatus.TIMED_OUT) {
            return "killed: it had not ended in time";
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
        return output.lines()
                .filter(line -> line.startsWith("Error: ")
                        || line.startsWith("Unrecognized VM option")
                        || line.startsWith("<forked VM failed"))
                .findFirst()
                .orElse(String.valueOf(cause.getMessage()).lines().findFirst().orElse(""));
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
