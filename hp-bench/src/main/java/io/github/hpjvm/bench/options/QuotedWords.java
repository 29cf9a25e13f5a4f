package io.github.hpjvm.bench.options;

import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.text.ShellQuote;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Splits a command or a list of flags that was given as one text, without a shell: blanks separate words, single or double
 * quotes join them.
 */
public final class QuotedWords {
    private QuotedWords() {}

    /** One text of these words, which {@link #split} divides again, and a shell as well. */
    public static String joined(List<String> words) {
        return words.stream().map(QuotedWords::quoted).collect(Collectors.joining(" "));
    }

    /** A word with a single quote gets no backslash, which {@link #split} does not know. */
    private static String quoted(String word) {
        return ShellQuote.word(word).equals(word) ? word : "'" + word.replace("'", "'\"'\"'") + "'";
    }

    /**
     * @param option name of the option, for the message
     * @throws UsageException if a quote is not closed
     */
    public static List<String> split(String option, String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (Character.isWhitespace(c)) {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new UsageException(option + ": a closing quote is missing: " + text);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
