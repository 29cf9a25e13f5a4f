package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines that begin with {@code #}, a comment in all forms. No name can end its line: {@link Visible#line} escapes characters
 * that end a line in any of these languages and characters that YAML 1.2 (5.1) does not allow. A backslash is never the last
 * character, because systemd.syntax(7) would join the next line to it.
 */
final class Comments {
    private static final int WIDTH = 100;
    private static final String BEGIN = "# ";
    private static final String DEEPER = "#   ";

    private final List<String> lines = new ArrayList<>();

    /** Adds sentences, wrapped at spaces. */
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

    /** A command, on one line of any length. */
    Comments type(String command) {
        add(DEEPER + Visible.line(command));
        return this;
    }

    Comments blank() {
        lines.add("#");
        return this;
    }

    /** Appends all lines of other comments. */
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
