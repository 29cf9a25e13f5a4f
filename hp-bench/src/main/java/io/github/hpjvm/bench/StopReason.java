package io.github.hpjvm.bench;

/** Why a campaign made no more rounds. */
public enum StopReason {
    /** It had as many as were asked for. */
    ROUNDS,
    /** Every interval was as narrow as was asked for, and there was one at least. */
    PRECISION,
    /** A precision was asked for, and no variant was ever realised together with baseline: there is nothing to narrow. */
    NOT_REALISED,
    /** Another round would not have ended within the budget. */
    BUDGET,
    /** The user stopped it, or it still runs. */
    INTERRUPTED
}
