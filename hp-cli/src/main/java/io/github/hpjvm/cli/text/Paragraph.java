package io.github.hpjvm.cli.text;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Text broken into lines that fit a terminal of 80 columns. */
final class Paragraph {
    /** The width of all output that is made of sentences. A single longer word, such as a path, is not broken. */
    static final int WIDTH = 80;

    /** A blank, unless it is between a number and its unit. */
    private static final Pattern GAP = Pattern.compile("(?<![0-9]) | (?!(?:[KMGTPE]iB|B|%)(?:[^A-Za-z]|$))");

    private Paragraph() {}

    /**
     * Breaks a text between words, and not between a number and its unit.
     *
     * @param first what the first line begins with
     * @param others what each further line begins with
     */
    static List<String> wrap(String text, String first, String others) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : GAP.split(Visible.line(text))) {
            if (!empty && line.length() + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(others);
            }
            line.append(word).append(' ');
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
