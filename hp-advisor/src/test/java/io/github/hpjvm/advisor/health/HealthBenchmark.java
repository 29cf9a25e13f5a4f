package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.own.OwnCoverage;
import io.github.hpjvm.advisor.read.own.OwnProcess;
import io.github.hpjvm.advisor.read.own.OwnVm;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Costs of a check: a served report, a computed report, and the daemon thread's check of heaps of base pages
 * of several sizes, all of it touched. CONTRIBUTING.md has the command.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {"-Xms1g", "-Xmx1g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch"})
public class HealthBenchmark {
    /** Time between two looks at a report that is in progress. */
    private static final long POLL_MILLIS = 10;

    private static final Duration LONG = Duration.ofHours(1);

    private final OwnProcess process = new OwnProcess(Roots.host());
    private HugePagesHealth served;
    private HugePagesHealth computed;
    private OwnCoverage coverage;

    @Setup
    public void look() throws InterruptedException {
        served = HugePagesHealth.builder().maxAge(LONG).interval(LONG).build();
        computed = HugePagesHealth.builder()
                .maxAge(Duration.ofNanos(1))
                .interval(LONG)
                .full(false)
                .build();
        while (isUnderWay(served) || isUnderWay(computed)) {
            Thread.sleep(POLL_MILLIS);
        }
        OwnVm own = OwnVm.read(Path.of("/proc"), System::getProperty);
        coverage = new OwnCoverage(Roots.host(), own, 256, 1);
    }

    private static boolean isUnderWay(HugePagesHealth health) {
        return health.check().summary().contains("in progress");
    }

    @TearDown
    public void close() {
        served.close();
        computed.close();
    }

    /** While the last report is young. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    public HealthReport served() {
        return served.check();
    }

    /** From the small files. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public HealthReport computed() {
        return computed.check();
    }

    /** At the memory itself, as the daemon thread does it. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public Map<RegionName, Fact<Coverage>> sampled() {
        return coverage.look(process.glance().status());
    }

    /** The sizes of heap that are looked at, after the options of JMH. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        CommandLineOptions given = new CommandLineOptions(arguments);
        String name = HealthBenchmark.class.getName();
        run(given, "1g", name + ".(served|computed|sampled)");
        for (String heap : List.of("4g", "14g")) {
            run(given, heap, name + ".sampled");
        }
    }

    private static void run(CommandLineOptions given, String heap, String benchmarks) throws RunnerException {
        new Runner(new OptionsBuilder()
                        .parent(given)
                        .include(benchmarks)
                        .jvmArgs(
                                "-Xms" + heap,
                                "-Xmx" + heap,
                                "-XX:+UseParallelGC",
                                "-XX:+AlwaysPreTouch",
                                "-XX:-UseTransparentHugePages")
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }
}
