package io.github.hpjvm.advisor.emit;

import java.util.regex.Pattern;

/** Words of an {@code @argfile} of the java launcher (nextToken in {@code src/java.base/share/native/libjli/args.c}). */
final class ArgfileQuote {
    private static final Pattern PLAIN = Pattern.compile("[^\\s\"'#\\\\][^\\s\"'\\\\#]*");

    private ArgfileQuote() {}

    /** One argument on its own line, in double quotes with the launcher's escapes if it needs them. */
    static String word(String argument) {
        if (PLAIN.matcher(argument).matches()) {
            return argument;
        }
        StringBuilder word = new StringBuilder("\"");
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            switch (c) {
                case '\n' -> word.append("\\n");
                case '\r' -> word.append("\\r");
                case '\t' -> word.append("\\t");
                case '\f' -> word.append("\\f");
                case '"', '\\' -> word.append('\\').append(c);
                default -> word.append(c);
            }
        }
        return word.append('"').toString();
    }
}
