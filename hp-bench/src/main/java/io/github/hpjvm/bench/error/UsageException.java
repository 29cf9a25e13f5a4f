package io.github.hpjvm.bench.error;

/** The user asked for something that cannot be: one line, what was wrong and what to type instead. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Characters that break the line or change what a terminal shows; what the user named may hold them. */
    private static final String HIDDEN = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]";

    public UsageException(String message) {
        super(message.replaceAll(HIDDEN, "?"));
    }
}
