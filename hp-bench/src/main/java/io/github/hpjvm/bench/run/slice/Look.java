package io.github.hpjvm.bench.run.slice;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The finding of short forks of a benchmark.
 *
 * @param measured whether each fork measured an iteration; else a fork failed
 * @param oneThread whether exactly one thread measures
 * @param fixturesPerIteration whether it has fixtures of {@code Level.Iteration}
 * @param busy the largest share of an iteration in which the thread ran, or was ready to run; empty if unknown, or if
 *     fixtures use CPU time outside the time that JMH measures. A busy host only lowers a share
 * @param otherThreads whether other threads of the process, compilers aside, use CPU time beside the one that measures
 * @param nanosPerOperation the longest time of an operation, as JMH defines it; empty if unknown
 */
public record Look(
        boolean measured,
        boolean oneThread,
        boolean fixturesPerIteration,
        OptionalDouble busy,
        boolean otherThreads,
        OptionalDouble nanosPerOperation) {
    /** The result for a fork that reported nothing. */
    public static final Look NOTHING =
            new Look(false, false, false, OptionalDouble.empty(), false, OptionalDouble.empty());

    /** The result for one thread that does not wait. */
    public static final Look RUNS = new Look(true, true, false, OptionalDouble.of(1), false, OptionalDouble.of(1));

    /** The result for one thread that waits. */
    public static final Look WAITS = new Look(true, true, false, OptionalDouble.of(0), false, OptionalDouble.of(1));

    /** The reason why a benchmark with such fixtures runs without turns. */
    public static final String FIXTURES = "it has fixtures of Level.Iteration, so its iterations must not be divided";

    /** The reason why a benchmark runs without turns if no short fork measured it in time. */
    public static final String NO_TIME =
            "its short forks failed or did not end, so the time of an operation is unknown";

    private static final Pattern ONE_THREAD = Pattern.compile("ready [1-9][0-9]{0,8}");

    /**
     * The least share of a thread that does not wait. What it lacks is time of the collector, and time in which the
     * hypervisor ran other guests.
     */
    private static final double DOES_NOT_WAIT = 0.9;

    /**
     * The largest ratio of CPU time to measured time of one thread. A larger one has CPU time of fixtures, which JMH does
     * not measure.
     */
    private static final double ONLY_MEASURED = 1.1;

    private static final Pattern PROCESS = Pattern.compile("process ([1-9][0-9]{0,17}) ([0-9]{1,18})");

    /**
     * The largest ratio of the CPU time of the process to that of the thread that measures. The kernel counts the process
     * in ticks of 10 ms, of user and of system time, so in an iteration of 100 ms the thread alone shows up to 1.2. On two
     * CPUs, benchmarks that allocate all the time showed 1.0 to 1.4 in single iterations with the collectors of JDK 8, 17 and
     * 25 (also ZGC in a heap of 512 MiB), and a parallel stream shows 2.
     */
    private static final double ONLY_ONE_THREAD = 1.5;

    /** Reads the lines of a fork without turns. */
    static Look of(List<String> lines) {
        List<Iteration> iterations =
                lines.stream().flatMap(line -> Iteration.parse(line).stream()).toList();
        List<Iteration> known = iterations.stream()
                .filter(it -> it.cpuNanos().isPresent() && it.wallNanos() > 0)
                .toList();
        return new Look(
                !iterations.isEmpty(),
                lines.stream().anyMatch(line -> ONE_THREAD.matcher(line).matches()),
                lines.contains("fixtures iteration"),
                busy(known),
                otherThreads(lines),
                iterations.stream()
                        .mapToDouble(Iteration::nanosPerOperation)
                        .filter(it -> it > 0 && Double.isFinite(it))
                        .max());
    }

    /**
     * The median of the last half decides: the first half may still compile and fill a heap. A collector counts if it works
     * in most iterations, as one beside the program does; a single collection does not.
     */
    private static boolean otherThreads(List<String> lines) {
        List<OptionalDouble> ratios = lines.stream()
                .map(PROCESS::matcher)
                .filter(Matcher::matches)
                .map(it -> OptionalDouble.of(Double.parseDouble(it.group(2)) / Double.parseDouble(it.group(1))))
                .toList();
        return Median.of(ratios.subList(ratios.size() / 2, ratios.size())).orElse(0) > ONLY_ONE_THREAD;
    }

    /** The last iteration may include the end of the trial, so the median decides whether CPU time has more than operations. */
    private static OptionalDouble busy(List<Iteration> known) {
        double[] cpu = known.stream()
                .mapToDouble(it -> it.cpuNanos().orElseThrow() / it.wallNanos())
                .sorted()
                .toArray();
        if (cpu.length > 0 && cpu[(cpu.length - 1) / 2] > ONLY_MEASURED) {
            return OptionalDouble.empty();
        }
        return known.stream()
                .mapToDouble(it -> Math.min(1, (it.cpuNanos().orElseThrow() + it.waitedNanos()) / it.wallNanos()))
                .max();
    }

    /** This look without the time that the hypervisor took, as a share of all time. */
    public Look withoutSteal(double share) {
        return new Look(
                measured,
                oneThread,
                fixturesPerIteration,
                busy.isPresent() && share > 0 && share < 1
                        ? OptionalDouble.of(Math.min(1, busy.getAsDouble() / (1 - share)))
                        : busy,
                otherThreads,
                nanosPerOperation);
    }

    /** This look with or without fixtures of {@code Level.Iteration}. */
    public Look with(boolean fixtures) {
        return new Look(measured, oneThread, fixtures, busy, otherThreads, nanosPerOperation);
    }

    /** This look with another time of an operation. */
    public Look taking(OptionalDouble nanos) {
        return new Look(measured, oneThread, fixturesPerIteration, busy, otherThreads, nanos);
    }

    /** The finding of this fork and of another one of the same benchmark: it waits, or has other threads, if either does. */
    public Look and(Look other) {
        return new Look(
                measured && other.measured,
                oneThread && other.oneThread,
                fixturesPerIteration || other.fixturesPerIteration,
                busy.isPresent() && other.busy.isPresent()
                        ? OptionalDouble.of(Math.min(busy.getAsDouble(), other.busy.getAsDouble()))
                        : OptionalDouble.empty(),
                otherThreads || other.otherThreads,
                nanosPerOperation.isPresent() && other.nanosPerOperation.isPresent()
                        ? OptionalDouble.of(
                                Math.max(nanosPerOperation.getAsDouble(), other.nanosPerOperation.getAsDouble()))
                        : OptionalDouble.empty());
    }

    /** Returns whether its cost is CPU time: one thread, which does not wait, and does all work of the process. */
    public boolean costsCpuTime() {
        return measured && isBusy() && !otherThreads;
    }

    /** Returns whether one thread measures and does not wait. */
    public boolean isBusy() {
        return oneThread && busy.isPresent() && busy.getAsDouble() >= DOES_NOT_WAIT;
    }
}
