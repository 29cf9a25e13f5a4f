package io.github.hpjvm.advisor.text;

import java.util.Optional;
import java.util.function.Predicate;

/**
 * The first of several that is as wanted. A stream says it as well, and links four lambdas of its own when it is asked
 * for the first time in a process: 1 ms, that a look at one JVM does not get back.
 */
public final class First {

    private First() {}

    /** Empty if there is none. */
    public static <T> Optional<T> of(Iterable<T> several, Predicate<? super T> wanted) {
        for (T one : several) {
            if (wanted.test(one)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /** The first line of a text that starts with that; empty if there is none. */
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
