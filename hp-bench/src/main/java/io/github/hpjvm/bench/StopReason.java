package io.github.hpjvm.bench;

/** Why a campaign made no more rounds. */
public enum StopReason {
    /** It had as many as were asked for. */
    ROUNDS,
    /** Every interval was as narrow as was asked for. */
    PRECISION,
    /** Another round would not have ended within the budget. */
    BUDGET,
    /** The user stopped it, or it still runs. */
    INTERRUPTED
}
