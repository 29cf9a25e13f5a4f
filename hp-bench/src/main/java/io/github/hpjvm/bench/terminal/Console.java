package io.github.hpjvm.bench.terminal;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a campaign speaks.
 *
 * @param out the result, for whoever reads it: a person or a program
 * @param err everything else: plan, progress, warnings
 * @param outColour whether {@code out} is a terminal that shows colour
 * @param errColour the same of {@code err}
 * @param live whether a line of {@code err} can be written over, as on a terminal
 */
public record Console(PrintStream out, PrintStream err, boolean outColour, boolean errColour, boolean live) {

    /** The console whose streams show what a terminal would obey: see {@link VisibleOutput}. */
    public static Console visible(
            PrintStream out, PrintStream err, boolean outColour, boolean errColour, boolean live) {
        List<String> ofErr = new ArrayList<>(errColour ? Style.codes() : List.of());
        if (live) {
            ofErr.add(Progress.CLEAR);
        }
        return new Console(
                VisibleOutput.to(out, outColour ? Style.codes() : List.of()),
                VisibleOutput.to(err, ofErr),
                outColour,
                errColour,
                live);
    }
}
