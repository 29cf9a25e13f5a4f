package io.github.hpjvm.bench.plan;

import java.util.Locale;

/** Ways in which the forks of one case share the time of a round. */
public enum Interleave {
    /**
     * All forks are alive at the same time. They run together on one CPU, or alternate in slices of milliseconds, or of
     * one load each if they are servers.
     */
    SLICES,
    /** One fork runs after the other. */
    FORKS;

    /** The name in options, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
