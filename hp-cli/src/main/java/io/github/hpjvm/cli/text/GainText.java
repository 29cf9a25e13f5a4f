package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.gain.GainBound;
import io.github.hpjvm.console.terminal.Paragraph;
import java.util.ArrayList;
import java.util.List;

/** Text on the bound of the gain. */
public final class GainText {
    private static final String INDENT = "  ";

    private GainText() {}

    /** The lines, each with a line end, after a blank line. */
    public static String write(GainBound bound) {
        List<String> lines = new ArrayList<>(List.of("", "Gain, from " + bound.file() + ":"));
        String text = bound.text();
        lines.addAll(Paragraph.wrap(Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".", INDENT, INDENT));
        bound.limits().forEach(limit -> lines.addAll(Paragraph.wrap("- " + limit + ".", INDENT, INDENT + INDENT)));
        return String.join("\n", lines) + "\n";
    }
}
