package io.github.hpjvm.bench.plan;

/** Ways in which a fork ends. */
public enum RunStatus {
    /** Ended by itself with a score. */
    OK,
    /** Ended without a score: killed, crashed, or an exception in the benchmark. */
    CRASHED,
    /** Killed after its timeout. */
    TIMED_OUT,
    /** Not started, or the JVM rejected its arguments. */
    NOT_STARTED,
    /** Stopped together with the campaign by the user. */
    INTERRUPTED
}
