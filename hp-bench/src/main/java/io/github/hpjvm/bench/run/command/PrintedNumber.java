package io.github.hpjvm.bench.run.command;

/**
 * A number that a program printed or recorded.
 *
 * @param unit after its conversion, such as {@code ms}; empty if unknown, or for a count
 */
record PrintedNumber(double value, String unit) {}
