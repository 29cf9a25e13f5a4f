package io.github.hpjvm.it.kill;

/** A way to end a campaign. */
enum Means {
    SIGKILL,
    SIGTERM,
    SIGINT,
    /** SIGKILL right after the undo file appears: during the changes of the host. */
    SIGKILL_WHILE_CHANGING,
    /** SIGTERM at that time. */
    SIGTERM_WHILE_CHANGING,
    /** The disk of the output is full. */
    FULL_OUTPUT,
    /** {@code /run} is full. */
    FULL_RUN,
    /** {@code ulimit -n}. */
    FEW_DESCRIPTORS,
    /** The memory limit of a control group. */
    OUT_OF_MEMORY;

    /** Returns whether a signal is sent while the campaign runs; else its surroundings end it. */
    boolean isSignal() {
        return ordinal() <= SIGTERM_WHILE_CHANGING.ordinal();
    }

    boolean isWhileChanging() {
        return this == SIGKILL_WHILE_CHANGING || this == SIGTERM_WHILE_CHANGING;
    }
}
