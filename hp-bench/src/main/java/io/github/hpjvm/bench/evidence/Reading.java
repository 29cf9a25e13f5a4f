package io.github.hpjvm.bench.evidence;

/**
 * A figure that a workload reports in addition to the score. The components are members of results.json.
 *
 * @param value NaN if there is none
 * @param unit of the value, such as {@code ms}; empty for a count
 */
public record Reading(double value, String unit) {}
