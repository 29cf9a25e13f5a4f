package io.github.hpjvm.advisor.facts;

/** Why a fact is absent. */
public enum Reason {
    /** The source does not exist. */
    NOT_PRESENT,
    /** It exists, and we may not read it. */
    DENIED,
    /** It was read and does not have the form it should have. */
    MALFORMED,
    /** It did not answer in time. */
    TIMED_OUT,
    /** We did not look: it would have cost more than was allowed. */
    SKIPPED,
    /** The process ended while, or before, we looked. */
    VANISHED,
    /** This kernel, JVM or platform does not have such a thing. */
    NOT_SUPPORTED
}
