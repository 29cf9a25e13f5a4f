package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.run.slice.Iteration;
import java.util.OptionalDouble;

/**
 * One run of the load against one server.
 *
 * @param ending its end, with one number unless it failed
 * @param seconds elapsed time
 * @param cpuNanos CPU time of the server's processes meanwhile; empty if unknown
 */
record LoadRun(Ending ending, double seconds, OptionalDouble cpuNanos) {
    private static final double NANOS = 1e9;

    /** A failed run. */
    static LoadRun failed(Ending ending) {
        return new LoadRun(ending, 0, OptionalDouble.empty());
    }

    /**
     * Converts the run to an iteration. Its time per operation is the load's number where less is better, and its
     * inverse where more is better. Without a metric the whole load is one operation. If more is
     * better, the metric counts operations per second. If less is better, CPU time per operation is unknown.
     *
     * @param metric whether the number is a metric; else it is the elapsed time
     */
    Iteration iteration(boolean metric, boolean higherIsBetter) {
        if (!metric) {
            return new Iteration(1, seconds * NANOS, cpuNanos, 0, 0);
        }
        double number = ending.numbers().get(0);
        if (number <= 0) {
            return new Iteration(0, 0, OptionalDouble.empty(), 0, 0);
        }
        return higherIsBetter
                ? new Iteration(number * seconds, NANOS / number, cpuNanos, 0, 0)
                : new Iteration(seconds / number, number * NANOS, OptionalDouble.empty(), 0, 0);
    }
}
