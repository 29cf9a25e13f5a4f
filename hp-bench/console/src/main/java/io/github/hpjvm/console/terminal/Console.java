package io.github.hpjvm.console.terminal;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The output streams of a campaign.
 *
 * @param out the result
 * @param err everything else: plan, progress, warnings
 * @param outColour whether {@code out} is a terminal that shows colour
 * @param errColour whether {@code err} is a terminal that shows colour
 * @param live whether a line of {@code err} can be overwritten, as on a terminal
 */
public record Console(PrintStream out, PrintStream err, boolean outColour, boolean errColour, boolean live) {
    /** Clears the last line of a terminal. */
    public static final String CLEAR_LINE = "\r\033[K";

    /** A stream for a format whose encoding is UTF-8, whatever that of {@code out} is. */
    public static PrintStream utf8(PrintStream out) {
        return VisibleOutput.to(new PrintStream(out, false, StandardCharsets.UTF_8), List.of());
    }

    /** A console whose streams make control characters visible: see {@link VisibleOutput}. */
    public static Console visible(
            PrintStream out, PrintStream err, boolean outColour, boolean errColour, boolean live) {
        List<String> errCodes = new ArrayList<>(errColour ? Style.codes() : List.of());
        if (live) {
            errCodes.add(CLEAR_LINE);
        }
        return new Console(
                VisibleOutput.to(out, outColour ? Style.codes() : List.of()),
                VisibleOutput.to(err, errCodes),
                outColour,
                errColour,
                live);
    }
}
