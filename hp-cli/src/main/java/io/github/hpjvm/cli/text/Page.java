package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.text.Visible;
import io.github.hpjvm.bench.terminal.Style;
import io.github.hpjvm.bench.terminal.Table;
import java.util.ArrayList;
import java.util.List;

/** Lines for people, in sections. */
final class Page {
    private static final String INDENT = "  ";
    private static final int WIDTH = 100;

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

    void line(String text) {
        lines.add(INDENT + Visible.line(text));
    }

    /** A title and what belongs to it, on as many lines as it takes; nothing if there is nothing. */
    void list(String title, List<String> items) {
        StringBuilder line = new StringBuilder(title);
        for (int i = 0; i < items.size(); i++) {
            String item = items.get(i) + (i + 1 < items.size() ? "," : "");
            if (INDENT.length() + line.length() + 1 + item.length() > WIDTH && i > 0) {
                line(line.toString());
                line.setLength(0);
                line.append(INDENT).append(item);
            } else {
                line.append(' ').append(item);
            }
        }
        if (!items.isEmpty()) {
            line(line.toString());
        }
    }

    /** A line that a reader should not miss. */
    void warning(String text) {
        lines.add(INDENT + Style.WARN.of(text, colour));
    }

    void table(Table table) {
        lines.addAll(table.lines(INDENT, colour));
    }

    /** All lines, each with its end. */
    String text() {
        return String.join("\n", lines) + "\n";
    }
}
