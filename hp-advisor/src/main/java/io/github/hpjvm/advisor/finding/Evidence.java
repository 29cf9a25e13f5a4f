package io.github.hpjvm.advisor.finding;

import java.util.Objects;

/**
 * A fact that an outcome rests on.
 *
 * @param fact what was looked at, in a few words
 * @param value what was seen, as text
 * @param source the path or command where it stands
 */
public record Evidence(String fact, String value, String source) {

    public Evidence {
        Objects.requireNonNull(fact, "fact");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(source, "source");
    }
}
