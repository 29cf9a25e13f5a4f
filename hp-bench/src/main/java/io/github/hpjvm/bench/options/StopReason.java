package io.github.hpjvm.bench.options;

/** Reasons why a campaign ends. */
public enum StopReason {
    /** All requested rounds are complete. */
    ROUNDS,
    /** Each interval is as narrow as requested. */
    PRECISION,
    /** A precision is requested, but no comparison has an interval: no variant got its pages in a round. */
    NOT_REALISED,
    /** A further round would exceed the budget. */
    BUDGET,
    /** No fork succeeded, so no further round would. */
    FAILED,
    /** The user stopped the campaign, or an error did. */
    INTERRUPTED,
    /** The campaign is still running. */
    RUNNING
}
