package io.github.hpjvm.os.text;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the first element that matches. A stream would do the same, but links four lambdas at its first use in a
 * process. That takes 1 ms, which is much for a command that reads one JVM.
 */
public final class First {

    private First() {}

    /** Returns the first element that matches; empty if there is none. */
    public static <T> Optional<T> of(Iterable<T> several, Predicate<? super T> wanted) {
        for (T one : several) {
            if (wanted.test(one)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** Returns the first line of a text with that start; empty if there is none. */
    public static Optional<String> line(String text, String start) {
        int at = 0;
        while (at < text.length()) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            if (text.startsWith(start, at) && at + start.length() <= end) {
                return Optional.of(text.substring(at, end));
            }
            at = end + 1;
        }
        return Optional.empty();
    }
}
