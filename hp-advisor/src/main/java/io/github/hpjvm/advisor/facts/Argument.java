package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * One argument of a JVM. {@link OptionMask} takes free text out of it however it is made.
 *
 * @param text such as {@code -XX:+UseLargePages}
 * @param origin where it was written down
 */
public record Argument(String text, ArgumentOrigin origin) {

    public Argument {
        text = OptionMask.masked(text);
        Objects.requireNonNull(origin, "origin");
    }
}
