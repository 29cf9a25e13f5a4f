package io.github.hpjvm.bench.trace;

import java.util.Locale;

/** The tracers, the best first. */
public enum Backend {
    /** Knows the begin of each fault, and has nanoseconds. */
    BPFTRACE,
    /** A private instance of tracefs; needs no program, and has microseconds. */
    TRACEFS;

    /** The name on the command line and in documents. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
