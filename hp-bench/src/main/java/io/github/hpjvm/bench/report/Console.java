package io.github.hpjvm.bench.report;

import java.io.PrintStream;

/**
 * Where a campaign speaks.
 *
 * @param out the result, for whoever reads it: a person or a program
 * @param err everything else: plan, progress, warnings
 * @param outColour whether {@code out} is a terminal that shows colour
 * @param errColour the same of {@code err}
 * @param live whether a line of {@code err} can be written over, as on a terminal
 */
public record Console(PrintStream out, PrintStream err, boolean outColour, boolean errColour, boolean live) {}
