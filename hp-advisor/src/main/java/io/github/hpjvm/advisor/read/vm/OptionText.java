package io.github.hpjvm.advisor.read.vm;

import java.util.ArrayList;
import java.util.List;

/** Splits the text of an argument file like its reader in the JDK. */
public final class OptionText {

    private OptionText() {}

    /**
     * Splits a file given as {@code @file} (nextToken in {@code args.c}): quotes, in which a backslash escapes, and a
     * {@code #} outside of them drops the rest of the line. The content of such a file is not expanded again.
     *
     * @param feature up to 25 such a {@code #} drops the characters before it in its word, too
     */
    public static List<String> argumentFile(String text, int feature) {
        return new ArgumentFileText(text, feature <= 25).words();
    }

    /** The states of the launcher's reader, one character after the other. */
    private static final class ArgumentFileText {

        private final String text;
        private final boolean commentDropsWord;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder parts = new StringBuilder();
        private final StringBuilder pending = new StringBuilder();
        private boolean started;
        private int at;

        ArgumentFileText(String text, boolean commentDropsWord) {
            this.text = text;
            this.commentDropsWord = commentDropsWord;
        }

        List<String> words() {
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (isBlank(c) || isNewline(c)) {
                    end();
                } else if (c == '#') {
                    comment();
                } else if (c == '"' || c == '\'') {
                    started = true;
                    flush();
                    quoted(c);
                } else {
                    started = true;
                    pending.append(c);
                }
            }
            end();
            return words;
        }

        private void end() {
            if (started) {
                flush();
                words.add(parts.toString());
                parts.setLength(0);
                started = false;
            }
        }

        private void flush() {
            parts.append(pending);
            pending.setLength(0);
        }

        private void comment() {
            if (commentDropsWord) {
                pending.setLength(0);
                started = parts.length() > 0;
            } else {
                end();
            }
            while (at < text.length() && !isNewline(text.charAt(at))) {
                at++;
            }
        }

        /** Reads up to the matching quote, or to the end of the line, which ends the word. */
        private void quoted(char quote) {
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c == quote) {
                    return;
                }
                if (isNewline(c)) {
                    end();
                    return;
                }
                if (c == '\\' && at < text.length()) {
                    escaped(text.charAt(at++));
                } else {
                    parts.append(c);
                }
            }
        }

        private void escaped(char c) {
            switch (c) {
                case 'n' -> parts.append('\n');
                case 'r' -> parts.append('\r');
                case 't' -> parts.append('\t');
                case 'f' -> parts.append('\f');
                case '\n', '\r' -> {
                    while (at < text.length() && (isBlank(text.charAt(at)) || isNewline(text.charAt(at)))) {
                        at++;
                    }
                }
                default -> parts.append(c);
            }
        }

        private static boolean isBlank(char c) {
            return c == ' ' || c == '\t' || c == '\f';
        }

        private static boolean isNewline(char c) {
            return c == '\n' || c == '\r';
        }
    }
}
