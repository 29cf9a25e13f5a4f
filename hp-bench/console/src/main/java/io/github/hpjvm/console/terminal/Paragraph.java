package io.github.hpjvm.console.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wraps text into lines of a page's width. */
public final class Paragraph {
    /** Columns of a page. */
    public static final int WIDTH = 80;

    private static final Pattern LABEL = Pattern.compile("\\S+(?: \\S+)? {2,}");

    /** A single blank at which a line may end. */
    private static final Pattern BREAK = Pattern.compile("(?<=\\S)(?!" + NoBreak.BLANK + ") (?=\\S)");

    private Paragraph() {}

    /**
     * Wraps a text. Only a line with a single long word exceeds the width. Continuation lines are aligned with the text
     * after a label and at least two blanks, {@code stopped      } for example; without a label they are indented by
     * four.
     */
    public static List<String> lines(String indent, String text) {
        Matcher label = LABEL.matcher(text);
        String hanging = indent + " ".repeat(label.lookingAt() ? label.end() : 4);
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        boolean empty = true;
        for (String word : BREAK.split(text)) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(hanging);
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
