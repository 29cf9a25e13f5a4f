package io.github.hpjvm.bench.host;

import java.util.regex.Pattern;

/**
 * Text that came from a file which others may write: made harmless to show in one line, and no more believed for it.
 */
final class PlainText {
    /** The most characters that are shown of a foreign text. */
    static final int LONGEST = 200;

    private static final Pattern SHELL_SAFE = Pattern.compile("[A-Za-z0-9_./:=+,@-]+");

    private PlainText() {}

    /**
     * The text in one line: without control, format (so bidirectional override too), line separator, private use and
     * lone surrogate characters, stripped.
     */
    static String oneLine(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().filter(PlainText::harmless).forEach(clean::appendCodePoint);
        return clean.toString().strip();
    }

    /** The text as {@link #oneLine} gives it, cut after {@value #LONGEST} characters. */
    static String clean(String text) {
        String line = oneLine(text);
        if (line.length() <= LONGEST) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return line.substring(0, end);
    }

    /** Whether the text can stand on a line of its own without being changed by {@link #oneLine}. */
    static boolean isOneLine(String text) {
        return !text.isBlank() && text.equals(text.strip()) && text.codePoints().allMatch(PlainText::harmless);
    }

    /** The text as one word of a POSIX shell. */
    static String quoted(String text) {
        return SHELL_SAFE.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private static boolean harmless(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
