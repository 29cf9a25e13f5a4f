package io.github.hpjvm.bench.plan;

import java.util.OptionalDouble;

/**
 * The slice of one fork in one turn. All numbers are totals of the slice without its lead-in.
 *
 * @param turn number of the turn within the round, from 1; the forks of a round share the numbers
 * @param operations operations of all measuring threads
 * @param wallNanos elapsed time
 * @param cpuNanos CPU time; empty if it was not measured
 */
public record Slice(int turn, double operations, double wallNanos, OptionalDouble cpuNanos) {
    /** Operations below this number keep their fraction: those of a server's load may be few. */
    private static final double FEW = 1e6;

    /** Rounds to whole nanoseconds and operations, as results.json has them: reports of both must be equal. */
    public Slice {
        operations = operations < FEW ? operations : Math.rint(operations);
        wallNanos = Math.rint(wallNanos);
        cpuNanos = cpuNanos.isPresent() ? OptionalDouble.of(Math.rint(cpuNanos.getAsDouble())) : cpuNanos;
    }
}
