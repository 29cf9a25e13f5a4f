package io.github.hpjvm.cli.option;

import java.nio.file.Path;

/** The value of {@code -o}: a dash is stdout, as without the option. */
public final class OutOption {
    private OutOption() {}

    /** The file; null for stdout. */
    public static Path file(Path given) {
        return given == null || given.toString().equals("-") ? null : given;
    }
}
