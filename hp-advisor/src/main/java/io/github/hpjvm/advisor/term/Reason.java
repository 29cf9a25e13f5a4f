package io.github.hpjvm.advisor.term;

/** Why a fact is absent. */
public enum Reason {
    /** The source does not exist. */
    NOT_PRESENT,
    /** The source exists, and permission to read it is missing. */
    DENIED,
    /** The source does not have the expected form. */
    MALFORMED,
    /** The source did not answer in time. */
    TIMED_OUT,
    /** The source was not read, because it is not needed or would have cost too much. */
    SKIPPED,
    /** The process ended before or while the source was read. */
    VANISHED,
    /** This kernel, JVM or platform does not have the source. */
    NOT_SUPPORTED
}
