package io.github.hpjvm.cli;

import java.util.Locale;
import java.util.Optional;

/** The value of {@code --color}. */
enum Colour {
    AUTO(Optional.empty()),
    ALWAYS(Optional.of(true)),
    NEVER(Optional.of(false));

    private final Optional<Boolean> request;

    Colour(Optional<Boolean> request) {
        this.request = request;
    }

    /** Returns whether to use colour; empty if terminal and environment decide. */
    Optional<Boolean> request() {
        return request;
    }

    /** The name that {@code --help} shows. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
