package io.github.hpjvm.bench.plan;

import java.util.OptionalDouble;

/**
 * One measured turn of one fork. All numbers are totals of the turn, without its lead-in.
 *
 * @param turn number of the turn within the round, from 1; the forks of a round share the numbers
 * @param operations operations of all measuring threads
 * @param wallNanos elapsed time
 * @param cpuNanos CPU time; empty where it was not measured
 */
public record Slice(int turn, double operations, double wallNanos, OptionalDouble cpuNanos) {}
