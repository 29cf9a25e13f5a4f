package io.github.hpjvm.bench.trace;

/**
 * A measurement that this host does not allow.
 *
 * @param name name of the histogram
 * @param reason what is missing
 */
public record Unmeasured(String name, String reason) {}
