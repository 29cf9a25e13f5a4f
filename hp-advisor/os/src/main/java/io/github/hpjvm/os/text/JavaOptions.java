package io.github.hpjvm.os.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** The texts of several arguments of a JVM: variables such as {@code JDK_JAVA_OPTIONS}, and files of options. */
public final class JavaOptions {
    private JavaOptions() {}

    /**
     * Splits an environment variable, or the file of {@code -XX:VMOptionsFile=}: words between white space. Quotes of
     * either kind keep white space and are dropped (parse_options_buffer in {@code
     * src/hotspot/share/runtime/arguments.cpp}; expand in {@code src/java.base/share/native/libjli/args.c}).
     */
    public static List<String> words(String text) {
        return split(text, JavaOptions::isSpace, false).words();
    }

    /**
     * Splits the file of {@code -XX:Flags=}: as {@link #words}, but a quote ends with its line, and {@code #} starts a
     * comment where a word could (process_settings_file in {@code arguments.cpp}).
     */
    public static List<String> settings(String text) {
        return split(text, c -> c == '\n', true).words();
    }

    /**
     * Returns whether a quote of an environment variable, or of the file of {@code -XX:VMOptionsFile=}, has no end: no JVM
     * starts then.
     */
    public static boolean hasOpenQuote(String text) {
        return split(text, JavaOptions::isSpace, false).open();
    }

    /**
     * Words.
     *
     * @param open whether a quote has no end
     */
    private record Split(List<String> words, boolean open) {}

    private static Split split(String text, IntPredicate endsComment, boolean settings) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        boolean inComment = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (inComment) {
                inComment = !endsComment.test(c);
            } else if (!inWord && settings && c == '#') {
                inComment = true;
            } else if (isSpace(c) && (quote == 0 || settings && c == '\n')) {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
                quote = 0;
            } else {
                inWord = true;
                if (quote == 0 && (c == '"' || c == '\'')) {
                    quote = c;
                } else if (c == quote && quote != 0) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return new Split(words, quote != 0);
    }

    private static boolean isSpace(int c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    /** Returns the text that {@link #words} splits into these words. */
    public static String joined(List<String> words) {
        return words.stream().map(JavaOptions::quoted).collect(Collectors.joining(" "));
    }

    /** Returns a word in quotes, where it needs any: there are no escapes, so one kind of quotes is in the other kind. */
    public static String quoted(String text) {
        if (text.isEmpty()) {
            return "\"\"";
        }
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean special = c == '"' || c == '\'' || isSpace(c);
            char needed = special ? c == '"' ? '\'' : '"' : quote;
            if (special && quote != 0 && c != quote) {
                needed = quote;
            }
            if (needed != quote) {
                word.append(quote == 0 ? "" : String.valueOf(quote)).append(needed);
                quote = needed;
            }
            word.append(c);
        }
        return quote == 0 ? word.toString() : word.append(quote).toString();
    }
}
