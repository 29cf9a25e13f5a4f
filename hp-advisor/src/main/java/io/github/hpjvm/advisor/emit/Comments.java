package io.github.hpjvm.advisor.emit;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines that begin with {@code #}, which all of the forms take for a comment. Whatever a name holds, it cannot end its
 * line: what ends one becomes {@code ?}, and a backslash is not the last character (systemd.syntax(7) would join
 * the next line to it).
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
        for (String word : harmless(text).split(" +")) {
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
        add(DEEPER + harmless(command));
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

    private static String harmless(String text) {
        StringBuilder harmless = new StringBuilder(text.length());
        text.codePoints().map(c -> isPlain(c) ? c : '?').forEach(harmless::appendCodePoint);
        return harmless.toString();
    }

    /** No end of a line in any of these languages, and nothing that YAML 1.2 (5.1) does not take. */
    private static boolean isPlain(int c) {
        boolean line = Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
        boolean noText = c >= 0xd800 && c < 0xe000 || c == 0xfeff || c == 0xfffe || c == 0xffff;
        return !line && !noText;
    }
}
