package io.github.hpjvm.bench;

/** The user asked for something that cannot be: one line, what was wrong and what to type instead. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
