package io.github.hpjvm.bench.trial;

/** Why a trial ended. */
public enum TrialEnd {
    /** All rounds were measured, or as many as the time or growth of the regions permits, with an answer. */
    COMPLETE,
    /** The user did not agree: it has not begun. */
    DECLINED,
    /** The user stopped it. */
    INTERRUPTED,
    /** The process ended. */
    TARGET_ENDED,
    /** Steps took longer than the limit. */
    STALL_BOUND,
    /** Memory of the host or of a control group does not suffice. */
    NO_ROOM,
    /**
     * The kernel did not change the pages, or it freed or unmapped pages that the process got back in the turns, or the regions
     * have grown.
     */
    NOT_REALISED,
    /** The time is too short for the fewest rounds. */
    TOO_SHORT,
    /** Turns do not count: the counter of work cannot be read or does not grow, or the process uses no CPU time. */
    NO_WORK
}
