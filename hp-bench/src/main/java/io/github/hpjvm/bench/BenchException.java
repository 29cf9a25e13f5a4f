package io.github.hpjvm.bench;

/** The campaign cannot go on, for a reason of the host or of ours: one line, why and what to do. */
public final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
