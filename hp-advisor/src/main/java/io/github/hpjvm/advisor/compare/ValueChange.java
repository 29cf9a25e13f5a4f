package io.github.hpjvm.advisor.compare;

import java.util.Objects;
import java.util.Optional;

/**
 * A value that differs.
 *
 * @param name the name of the value
 * @param before its text in the first snapshot; empty if it was not there
 * @param after its text in the second snapshot; empty if it is not there
 */
public record ValueChange(String name, Optional<String> before, Optional<String> after) {
    /** The text of a value that could not be read. */
    static final String UNKNOWN = "unknown";

    public ValueChange {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
    }
}
