package io.github.hpjvm.cli;

import java.util.Locale;

/** How a result is printed: for people, or as JSON alone on stdout. */
enum Format {
    TEXT,
    JSON;

    /** What {@code --help} shows as the default and as candidates. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
