package io.github.hpjvm.advisor.hotspot;

import java.util.Objects;

/**
 * Something that the JVM says at its start and that is easily overlooked: it goes to stdout, among the output of the
 * program, and the exit code does not know of it.
 *
 * @param code what it is about
 * @param text the line, with {@code ...} for what differs from start to start
 */
public record Warning(WarningCode code, String text) {

    public Warning {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(text, "text");
    }
}
