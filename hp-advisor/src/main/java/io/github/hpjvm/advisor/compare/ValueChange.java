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
    /** The beginning of the name of an argument, which has no value of its own. */
    static final String ARGUMENT = "argument ";

    /** The text of a value that could not be read. */
    static final String UNKNOWN = "unknown";

    public ValueChange {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
    }

    /** Returns whether it is an argument of a JVM. Its value only says that it is given. */
    public boolean isArgument() {
        return name.startsWith(ARGUMENT);
    }
}
