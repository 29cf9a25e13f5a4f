package io.github.hpjvm.bench.options;

/** Why a campaign stopped. */
public enum StopReason {
    /** It had all requested rounds. */
    ROUNDS,
    /** Every interval was as narrow as requested. */
    PRECISION,
    /** A precision was requested, but no comparison has an interval: no variant got its pages in a round. */
    NOT_REALISED,
    /** Another round would not have ended within the budget. */
    BUDGET,
    /** The user stopped it. */
    INTERRUPTED,
    /** It was still running when the results were written. */
    RUNNING
}
