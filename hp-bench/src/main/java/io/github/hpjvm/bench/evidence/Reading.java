package io.github.hpjvm.bench.evidence;

/**
 * Something that a workload said of its run beside the score.
 *
 * @param value NaN if there is none
 * @param unit of the value, such as {@code ms}; empty for a count
 */
public record Reading(double value, String unit) {}
