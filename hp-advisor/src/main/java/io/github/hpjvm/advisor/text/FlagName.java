package io.github.hpjvm.advisor.text;

import java.util.Optional;

/** The names of HotSpot's flags, as arguments contain them. */
public final class FlagName {

    private static final String FLAG = "-XX:";

    private FlagName() {}

    /**
     * Returns the name in {@code -XX:+Name}, {@code -XX:-Name} and {@code -XX:Name=value}; empty if it is no such
     * argument.
     */
    public static Optional<String> of(String argument) {
        if (!argument.startsWith(FLAG)) {
            return Optional.empty();
        }
        int equals = argument.indexOf('=');
        int end = equals < 0 ? argument.length() : equals;
        boolean isSwitch = end > FLAG.length() && "+-".indexOf(argument.charAt(FLAG.length())) >= 0;
        int from = isSwitch ? FLAG.length() + 1 : FLAG.length();
        for (int i = from; i < end; i++) {
            if (!isOfName(argument.charAt(i))) {
                return Optional.empty();
            }
        }
        return from == end ? Optional.empty() : Optional.of(argument.substring(from, end));
    }

    private static boolean isOfName(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    }
}
