package io.github.hpjvm.cli.text;

import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import io.github.hpjvm.console.terminal.Table;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;

/** Text in sections, no wider than {@link Paragraph#width}. */
final class Page {
    private static final String INDENT = "  ";

    private final boolean colour;
    private final List<String> lines = new ArrayList<>();

    Page(boolean colour) {
        this.colour = colour;
    }

    /** Begins a section; what follows belongs to it. */
    void section(String title) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add(Style.BOLD.of(title, colour));
    }

    /** Adds a text; further lines of a long one are indented. */
    void line(String text) {
        lines.addAll(Paragraph.wrap(text, INDENT, INDENT + INDENT));
    }

    /** Adds a title and its items, separated by commas; nothing if there are no items. */
    void list(String title, List<String> items) {
        StringBuilder line = new StringBuilder(INDENT).append(Visible.line(title));
        for (int i = 0; i < items.size(); i++) {
            String item = Visible.line(items.get(i)) + (i + 1 < items.size() ? "," : "");
            if (line.length() + 1 + item.length() > Paragraph.width() && i > 0) {
                raw(line.toString());
                line.setLength(0);
                line.append(INDENT).append(INDENT).append(item);
            } else {
                line.append(' ').append(item);
            }
        }
        if (!items.isEmpty()) {
            raw(line.toString());
        }
    }

    /** Adds a text that a reader must not miss. */
    void warning(String text) {
        lines.addAll(Paragraph.styled(Paragraph.wrap(text, INDENT, INDENT + INDENT), Style.WARN, colour));
    }

    void table(Table table) {
        lines.addAll(table.lines(INDENT, colour));
    }

    /** Adds one line that shows no control characters of others. */
    void raw(String line) {
        lines.add(line);
    }

    /** All lines, each with its end. */
    String text() {
        return String.join("\n", lines) + "\n";
    }
}
