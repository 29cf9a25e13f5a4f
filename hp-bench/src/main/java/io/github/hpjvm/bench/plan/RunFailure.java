package io.github.hpjvm.bench.plan;

import java.util.Objects;

/**
 * The reason why a run has no score.
 *
 * @param why in one line, for people
 * @param cause what decides whether the case is tried again
 */
public record RunFailure(String why, Cause cause) {
    /** Who caused it. */
    public enum Cause {
        /** No process was started: the host has no pages for it. */
        NOT_FORKED,
        /** The program ended by itself, or its JVM refused the flags. It would do so again. */
        PROGRAM,
        /** Another process may have caused it: a signal, which the OOM killer sends too, or the load of a server. */
        OUTSIDE,
        /** Not known: a timeout, a stop by the user, or a run that was read from a file. */
        UNKNOWN
    }

    public RunFailure {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(cause, "cause");
    }

    /** A failure of the program, or one by a signal. */
    public static RunFailure of(String why, boolean bySignal) {
        return new RunFailure(why, bySignal ? Cause.OUTSIDE : Cause.PROGRAM);
    }

    /** A failure of unknown cause. */
    public static RunFailure unknown(String why) {
        return new RunFailure(why, Cause.UNKNOWN);
    }
}
