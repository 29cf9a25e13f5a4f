package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.term.Reason;

/** Thrown where the memory of a process does not have what HotSpot keeps there, or may not be read further. */
class UnreadableMemoryException extends RuntimeException {
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

    /** Thrown where a process has no memory, or has none any more. */
    static final class Unmapped extends UnreadableMemoryException {
        private static final long serialVersionUID = 1L;

        Unmapped(long address) {
            super("no memory at 0x" + Long.toHexString(address));
        }
    }
}
