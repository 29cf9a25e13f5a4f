package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.plan.Clock;
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

    /**
     * Operations of an iteration, if they are slow. JMH ends an iteration after a whole operation, so with fewer ones an
     * iteration would last much longer than its time.
     */
    private static final int OPERATIONS = 5;

    /**
     * Divides the iterations of a benchmark.
     *
     * @param look what short forks have shown
     * @param clock that decides. With CPU time one thread does all the work, and is restricted to one CPU. Threads that another
     *     benchmark starts would inherit that, and work one after the other
     */
    static JarSlices of(BenchmarkListEntry entry, CommandLineOptions given, Look look, Clock clock) {
        Duration measured = measured(entry, given);
        Duration operation = Duration.ofNanos((long) (look.nanosPerOperation().orElse(0) * calls(entry, given)));
        Slicing slicing = slicing(measured, operation);
        Optional<String> why = whyForks(entry, given)
                .or(() -> look.fixturesPerIteration() ? Optional.of(Look.FIXTURES) : Optional.empty())
                .or(() -> look.nanosPerOperation().isEmpty() ? Optional.of(Look.NO_TIME) : Optional.empty())
                .or(() -> slicing.turns() >= FEWEST_TURNS
                        ? Optional.empty()
                        : Optional.of("an operation takes " + operation.toMillis() + " ms, and the "
                                + measured.toMillis() + " ms of all measured iterations have no room for "
                                + FEWEST_TURNS + " turns"));
        return new JarSlices(clock == Clock.CPU ? slicing : slicing.unpinned(), why);
    }

    /** The factor from JMH's time of an operation to the time between two points at which an iteration can end. */
    private static double calls(BenchmarkListEntry entry, CommandLineOptions given) {
        int each = given.getOperationsPerInvocation()
                .orElse(entry.getOperationsPerInvocation().orElse(Defaults.OPS_PER_INVOCATION));
        int threads = given.getThreads().orElse(entry.getThreads().orElse(Defaults.THREADS)) < 1
                ? Runtime.getRuntime().availableProcessors()
                : threads(entry, given);
        // A throughput is that of all threads, an average time that of one.
        return (double) each * (entry.getMode() == Mode.Throughput ? threads : 1);
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

    /**
     * Divides the time. At least three turns, unless operations are slow.
     *
     * @param operation time of an operation
     */
    static Slicing slicing(Duration measured, Duration operation) {
        Slicing one = Slicing.alone(MEASURED, 1);
        Duration several = operation.multipliedBy(OPERATIONS);
        boolean slow = several.compareTo(one.iteration()) > 0;
        Duration iteration = slow ? Duration.ofMillis(several.toMillis() + 1) : one.iteration();
        long turns = measured.toMillis() / iteration.multipliedBy(MEASURED).toMillis();
        return new Slicing(
                iteration,
                one.leadIn(),
                MEASURED,
                (int) Math.max(slow ? 0 : FEWEST_TURNS, Math.min(turns, Short.MAX_VALUE)),
                false);
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
