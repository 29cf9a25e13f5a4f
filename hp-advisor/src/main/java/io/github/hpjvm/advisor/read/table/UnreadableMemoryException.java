package io.github.hpjvm.advisor.read.table;

/** Thrown where the memory of a process does not have what HotSpot keeps there, or may not be read further. */
final class UnreadableMemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param problem the missing or impossible thing
     */
    UnreadableMemoryException(String problem) {
        super(problem, null, false, false);
    }
}
