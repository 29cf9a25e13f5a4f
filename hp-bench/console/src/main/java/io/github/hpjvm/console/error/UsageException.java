package io.github.hpjvm.console.error;

/** Invalid usage. The message is one line: the error, then what to type. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    /** Characters that break the line or control a terminal; names that the user gives may contain them. */
    private static final String HIDDEN = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]";

    public UsageException(String message) {
        super(message.replaceAll(HIDDEN, "?"));
    }
}
