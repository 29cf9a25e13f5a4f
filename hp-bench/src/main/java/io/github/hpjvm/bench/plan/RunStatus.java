package io.github.hpjvm.bench.plan;

/** How a fork ended. */
public enum RunStatus {
    /** It ended by itself and left a score. */
    OK,
    /** It ended without a score: killed, crashed, or an exception in the benchmark. */
    CRASHED,
    /** It was killed because it had used up its time. */
    TIMED_OUT,
    /** It was never started, or the JVM refused its arguments. */
    NOT_STARTED,
    /** The user stopped the campaign while it ran. */
    INTERRUPTED
}
