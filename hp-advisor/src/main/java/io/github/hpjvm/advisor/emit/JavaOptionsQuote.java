package io.github.hpjvm.advisor.emit;

import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code JDK_JAVA_OPTIONS} and {@code JAVA_TOOL_OPTIONS}: words between white space, quotes of both kinds, no escapes
 * (expand in {@code src/java.base/share/native/libjli/args.c}; parse_options_buffer in {@code arguments.cpp}).
 */
final class JavaOptionsQuote {
    private static final String SPACE = " \t\n\u000b\f\r";

    private JavaOptionsQuote() {}

    /** The value of the variable for these arguments, in their order. */
    static String value(List<String> arguments) {
        return arguments.stream().map(JavaOptionsQuote::word).collect(Collectors.joining(" "));
    }

    /**
     * One argument. Characters that need quotes are in quotes of the other kind. A {@code @} at the start is doubled, because
     * the launcher would read a file of that name; {@code JAVA_TOOL_OPTIONS} has no such files, and no flag starts so.
     */
    static String word(String argument) {
        String text = argument.startsWith("@") ? "@" + argument : argument;
        if (text.isEmpty()) {
            return "\"\"";
        }
        StringBuilder word = new StringBuilder();
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean special = c == '"' || c == '\'' || SPACE.indexOf(c) >= 0;
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
