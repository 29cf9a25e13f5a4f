package io.github.hpjvm.jmh;

/** The heap of this JVM cannot be located or read; the message has the reason. */
final class UnknownHeapException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownHeapException(String message) {
        super(message);
    }
}
