package io.github.hpjvm.cli.text;

import io.github.hpjvm.bench.report.Style;
import io.github.hpjvm.bench.report.Table;
import java.util.ArrayList;
import java.util.List;

/** Lines for people, in sections. */
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

    void line(String text) {
        lines.add(INDENT + text);
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
