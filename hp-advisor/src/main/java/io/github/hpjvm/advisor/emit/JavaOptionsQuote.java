package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.os.text.JavaOptions;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code JDK_JAVA_OPTIONS} and {@code JAVA_TOOL_OPTIONS}: words between white space, quotes of both kinds, no escapes
 * (expand in {@code src/java.base/share/native/libjli/args.c}; parse_options_buffer in {@code arguments.cpp}).
 */
final class JavaOptionsQuote {
    private JavaOptionsQuote() {}

    /** The value of the variable for these arguments, in their order. */
    static String value(List<String> arguments) {
        return arguments.stream().map(JavaOptionsQuote::word).collect(Collectors.joining(" "));
    }

    /**
     * One argument. A {@code @} at the start is doubled, because the launcher would read a file of that name;
     * {@code JAVA_TOOL_OPTIONS} has no such files, and no flag starts so.
     */
    static String word(String argument) {
        return JavaOptions.quoted(argument.startsWith("@") ? "@" + argument : argument);
    }
}
