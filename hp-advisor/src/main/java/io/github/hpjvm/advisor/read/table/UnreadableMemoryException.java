package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.term.Reason;

/** Thrown where the memory of a process does not have what HotSpot keeps there, or may not be read further. */
final class UnreadableMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /**
     * Creates the exception.
     *
     * @param problem the missing or impossible thing
     */
    UnreadableMemoryException(String problem) {
        this(Reason.MALFORMED, problem);
    }

    UnreadableMemoryException(Reason reason, String problem) {
        super(problem, null, false, false);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
