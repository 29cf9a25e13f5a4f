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
public record Slice(int turn, double operations, double wallNanos, OptionalDouble cpuNanos) {}
