package io.github.hpjvm.bench.plan;

import java.util.Locale;

/** How the forks of one case in one round share the time of the round. */
public enum Interleave {
    /** All forks are alive at once and take turns: in slices of milliseconds, or of one load each if they are servers. */
    SLICES,
    /** One fork runs after the other. */
    FORKS;

    /** The name in options, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
