package io.github.hpjvm.bench.host;

/**
 * Sanitises text from files that other users may write, so that it can be shown in one line. The text remains
 * untrusted.
 */
final class PlainText {
    /** Maximum length of an untrusted text in a message, in characters. */
    static final int LONGEST = 200;

    private PlainText() {}

    /**
     * The text in one line, stripped, without control, format (including bidirectional override), line separator,
     * private use and lone surrogate characters.
     */
    static String oneLine(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().filter(PlainText::harmless).forEach(clean::appendCodePoint);
        return clean.toString().strip();
    }

    /** Returns {@link #oneLine} of the text, cut after {@value #LONGEST} characters. */
    static String clean(String text) {
        String line = oneLine(text);
        if (line.length() <= LONGEST) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return line.substring(0, end);
    }

    /** Returns whether {@link #oneLine} leaves the text unchanged. */
    static boolean isOneLine(String text) {
        return !text.isBlank() && text.equals(text.strip()) && text.codePoints().allMatch(PlainText::harmless);
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
