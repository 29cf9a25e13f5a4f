package io.github.hpjvm.console.terminal;

import java.util.regex.Pattern;

/** The blanks at which no line may end. */
public final class NoBreak {
    /** Matches the blank between two groups of digits, and between a number and its unit. */
    static final String BLANK = "(?<=\\d) (?=\\d{3}(?!\\d)|%|(?:[nm\u00b5]?s|[KMGT]i?B)\\b)";

    private static final Pattern BLANKS = Pattern.compile(BLANK);

    private NoBreak() {}

    /** Replaces the blanks within numbers, and between numbers and units, by no-break spaces. */
    public static String numbers(String text) {
        return BLANKS.matcher(text).replaceAll("\u00a0");
    }
}
