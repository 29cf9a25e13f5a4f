package io.github.hpjvm.console.terminal;

import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;

/** Styles of text on a terminal that shows colour. */
public enum Style {
    PLAIN(""),
    BOLD("\033[1m"),
    DIM("\033[2m"),
    GOOD("\033[32m"),
    BAD("\033[31m"),
    WARN("\033[33m");

    private static final String RESET = "\033[0m";

    private final String start;

    Style(String start) {
        this.start = start;
    }

    /** One line in this style, or plain without colour; see {@link Visible}. */
    public String of(String text, boolean colour) {
        String line = Visible.line(text);
        return colour && this != PLAIN ? start + line + RESET : line;
    }

    /** The control sequences that begin and end styles. */
    static List<String> codes() {
        List<String> codes = new ArrayList<>(List.of(RESET));
        for (Style style : values()) {
            if (style != PLAIN) {
                codes.add(style.start);
            }
        }
        return codes;
    }
}
