package io.github.hpjvm.bench.plan;

import java.util.Locale;

/** Clocks that measure the cost of an operation. */
public enum Clock {
    /** CPU time: of the measuring threads, or of the process without its compiler threads. */
    CPU,
    /** Elapsed time. */
    WALL;

    /** The name in options, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
