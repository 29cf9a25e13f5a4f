package io.github.hpjvm.bench.report;

/** How a piece of text stands out on a terminal that shows colour. */
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

    /** The text in this style, or as it is where there is no colour. */
    public String of(String text, boolean colour) {
        return colour && this != PLAIN ? start + text + RESET : text;
    }
}
