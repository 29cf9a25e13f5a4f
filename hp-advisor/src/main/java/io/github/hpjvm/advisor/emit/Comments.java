package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.text.Visible;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines that begin with {@code #}, which all of the forms take for a comment. Whatever a name holds, it cannot end its
 * line: {@link Visible#line} escapes what ends one in any of these languages and what YAML 1.2 (5.1) does not take, and a
 * backslash is not the last character (systemd.syntax(7) would join the next line to it).
 */
final class Comments {
    private static final int WIDTH = 100;
    private static final String BEGIN = "# ";
    private static final String DEEPER = "#   ";

    private final List<String> lines = new ArrayList<>();

    /** A sentence or more, broken at spaces. */
    Comments say(String text) {
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
    Comments type(String command) {
        add(DEEPER + Visible.line(command));
        return this;
    }

    Comments blank() {
        lines.add("#");
        return this;
    }

    /** All of another's lines after these. */
    Comments append(Comments other) {
        lines.addAll(other.lines);
        return this;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    private void add(String line) {
        String stripped = line.stripTrailing();
        lines.add(stripped.endsWith("\\") ? stripped + " ." : stripped);
    }
}
