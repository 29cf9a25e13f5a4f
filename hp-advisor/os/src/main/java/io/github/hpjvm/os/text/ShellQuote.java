package io.github.hpjvm.os.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Words of a POSIX shell (XCU 2.2, Quoting). A word that starts with a hyphen keeps it: the command line must have it where
 * no option is expected.
 */
public final class ShellQuote {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*");

    private ShellQuote() {}

    /**
     * One word of the shell for any text: unchanged if it has no special character, else in single quotes.
     *
     * @throws IllegalArgumentException if the text has a NUL, which no argument can have
     */
    public static String word(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a NUL cannot be part of a shell's word");
        }
        return PLAIN.matcher(text).matches() ? text : always(text);
    }

    /** The same in quotes, also where none are needed. */
    public static String always(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** Several words on one line. */
    public static String words(List<String> texts) {
        return texts.stream().map(ShellQuote::word).collect(Collectors.joining(" "));
    }
}
