package io.github.hpjvm.advisor.finding;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;

/**
 * A fact on which an outcome is based.
 *
 * @param fact a short name of the fact
 * @param value its value as text
 * @param source the path or command from which it was read
 */
public record Evidence(String fact, String value, String source) {

    public Evidence {
        Objects.requireNonNull(fact, "fact");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(source, "source");
    }

    /** The evidence without repetitions: a rule may read one fact several times. */
    static List<Evidence> distinct(List<Evidence> all) {
        return all.size() < 2 ? List.copyOf(all) : List.copyOf(new LinkedHashSet<>(all));
    }
}
