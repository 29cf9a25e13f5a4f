package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * One argument of a JVM. The constructor masks free text in it with {@link OptionMask}.
 *
 * @param text the argument: {@code -XX:+UseLargePages}
 * @param origin place from which the JVM read it
 */
public record Argument(String text, ArgumentOrigin origin) {

    public Argument {
        text = OptionMask.masked(text);
        Objects.requireNonNull(origin, "origin");
    }
}
