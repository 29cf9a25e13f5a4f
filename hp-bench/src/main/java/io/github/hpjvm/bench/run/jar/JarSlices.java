package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.run.slice.Look;
import java.time.Duration;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Utils;

/**
 * Divides the measured time of one benchmark of a jar into turns.
 *
 * @param slicing of a fork
 * @param whyForks the reason why its forks cannot take turns; empty if they can
 */
record JarSlices(Slicing slicing, Optional<String> whyForks) {
    /** Iterations of a turn that are measured: a jar has enough time for longer ones, and two of three would be lost. */
    private static final int MEASURED = 4;

    private static final int FEWEST_TURNS = 3;

    static JarSlices of(BenchmarkListEntry entry, CommandLineOptions given) {
        return new JarSlices(slicing(measured(entry, given)), whyForks(entry, given));
    }

    /** The same division, unless the benchmark has fixtures that run before or after each iteration. */
    JarSlices after(Look look) {
        return look.fixturesPerIteration() ? new JarSlices(slicing, Optional.of(Look.FIXTURES)) : this;
    }

    /** Time of all measured iterations: the user's, else the annotation's, else JMH's default. */
    static Duration measured(BenchmarkListEntry entry, CommandLineOptions given) {
        int count = given.getMeasurementIterations()
                .orElse(entry.getMeasurementIterations().orElse(Defaults.MEASUREMENT_ITERATIONS));
        TimeValue each =
                given.getMeasurementTime().orElse(entry.getMeasurementTime().orElse(Defaults.MEASUREMENT_TIME));
        return Duration.ofNanos(each.convertTo(java.util.concurrent.TimeUnit.NANOSECONDS))
                .multipliedBy(count);
    }

    static Slicing slicing(Duration measured) {
        Slicing one = Slicing.alone(MEASURED, 1);
        long turns =
                measured.toMillis() / one.iteration().multipliedBy(MEASURED).toMillis();
        return Slicing.alone(MEASURED, (int) Math.max(FEWEST_TURNS, Math.min(turns, Short.MAX_VALUE)));
    }

    private static Optional<String> whyForks(BenchmarkListEntry entry, CommandLineOptions given) {
        if (entry.getMode() != Mode.AverageTime && entry.getMode() != Mode.Throughput) {
            return Optional.of("JMH's mode " + entry.getMode().shortLabel() + " has no iterations to divide");
        }
        if (given.shouldDoGC().orElse(false)) {
            return Optional.of("-gc true runs collections between iterations");
        }
        int threads = threads(entry, given);
        int cpus = Runtime.getRuntime().availableProcessors();
        return threads > cpus ? Optional.of(threads + " benchmark threads exceed " + cpus + " CPUs") : Optional.empty();
    }

    private static int threads(BenchmarkListEntry entry, CommandLineOptions given) {
        int[] groups = given.getThreadGroups().orElse(entry.getThreadGroups());
        int group = groups == null ? 1 : Utils.sum(groups);
        int threads = given.getThreads().orElse(entry.getThreads().orElse(Defaults.THREADS));
        return Math.max(group, threads);
    }
}
