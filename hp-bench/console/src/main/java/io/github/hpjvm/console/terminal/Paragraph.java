package io.github.hpjvm.console.terminal;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wraps text into lines of a page's width. Only a line with a single long word, such as a path, exceeds the width. */
public final class Paragraph {
    /** Columns of a page, unless the terminal has fewer. */
    public static final int WIDTH = 80;

    /** Text on fewer columns is not readable. */
    private static final int LEAST = 50;

    private static volatile int width = WIDTH;

    private static volatile int columns = Integer.MAX_VALUE;

    private static final Pattern LABEL = Pattern.compile("\\S+(?: \\S+)? {2,}");

    /** A single blank at which a line may end. */
    private static final Pattern BREAK = Pattern.compile("(?<=\\S)(?!" + NoBreak.BLANK + ") (?=\\S)");

    /** A blank, unless it is between a number and its unit. */
    private static final Pattern GAP = Pattern.compile("(?<![0-9]) | (?!(?:[KMGTPE]iB|B|%)(?:[^A-Za-z]|$))");

    private Paragraph() {}

    /** The columns to which text is wrapped. */
    public static int width() {
        return width;
    }

    /** The columns that a line of a table may have: those of the terminal; without a limit if stdout is none. */
    public static int columns() {
        return columns;
    }

    /**
     * Wraps later text to a narrow terminal. Wide ones do not change the text: long lines are hard to read.
     *
     * @param ofTerminal the columns of the terminal; {@link Integer#MAX_VALUE} if stdout is none
     */
    public static void fit(int ofTerminal) {
        columns = Math.max(LEAST, ofTerminal);
        width = Math.min(WIDTH, columns);
    }

    /** Wraps a text as {@link #lines(String, String)} does, with a style for all but the indent. */
    public static List<String> lines(String indent, String text, Style style, boolean colour) {
        return styled(lines(indent, text), style, colour);
    }

    /** Returns lines with a style for all but their indent. */
    public static List<String> styled(List<String> lines, Style style, boolean colour) {
        return lines.stream()
                .map(line -> {
                    String content = line.stripLeading();
                    return " ".repeat(line.length() - content.length()) + style.of(content, colour);
                })
                .toList();
    }

    /** Returns one sentence, which is one line for a program and is wrapped for a terminal. */
    public static String sentence(String text) {
        return text.length() <= columns ? text : String.join("\n", wrap(text, "", "    "));
    }

    /**
     * Wraps a text. Continuation lines are aligned with the text after a label and at least two blanks, {@code stopped
     *      } for example; without a label they are indented by four.
     */
    public static List<String> lines(String indent, String text) {
        Matcher label = LABEL.matcher(text);
        String hanging = indent + " ".repeat(label.lookingAt() ? label.end() : 4);
        return wrap(BREAK.split(text), indent, hanging);
    }

    /**
     * Wraps sentences from outside, whose invisible characters become visible.
     *
     * @param first what the first line begins with
     * @param others what each further line begins with
     */
    public static List<String> wrap(String text, String first, String others) {
        return wrap(GAP.split(Visible.line(text)), first, others);
    }

    private static List<String> wrap(String[] words, String first, String others) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : words) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(others);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
