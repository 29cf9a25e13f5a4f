package io.github.hpjvm.advisor.emit.wording;

import io.github.hpjvm.advisor.text.Visible;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines that begin with {@code #}, which all of the forms take for a comment. Whatever a name holds, it cannot end its
 * line: {@link Visible#line} escapes what ends one in any of these languages and what YAML 1.2 (5.1) does not take, and a
 * backslash is not the last character (systemd.syntax(7) would join the next line to it).
 */
public final class Comments {
    private static final int WIDTH = 100;
    private static final String BEGIN = "# ";
    private static final String DEEPER = "#   ";

    private final List<String> lines = new ArrayList<>();

    /** Without a line yet. */
    public Comments() {}

    /** A sentence or more, broken at spaces. */
    public Comments say(String text) {
        StringBuilder line = new StringBuilder(BEGIN);
        boolean empty = true;
        for (String word : Visible.line(text).split(" +")) {
            if (!empty && line.length() + word.length() > WIDTH) {
                add(line.toString());
                line = new StringBuilder(BEGIN);
            }
            line.append(word).append(' ');
            empty = false;
        }
        add(line.toString());
        return this;
    }

    /** Something to type, on one line however long it is. */
    public Comments type(String command) {
        add(DEEPER + Visible.line(command));
        return this;
    }

    public Comments blank() {
        lines.add("#");
        return this;
    }

    /** All of another's lines after these. */
    public Comments append(Comments other) {
        lines.addAll(other.lines);
        return this;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    private void add(String line) {
        String stripped = line.stripTrailing();
        lines.add(stripped.endsWith("\\") ? stripped + " ." : stripped);
    }
}
