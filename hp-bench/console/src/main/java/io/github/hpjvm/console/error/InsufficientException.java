package io.github.hpjvm.console.error;

/** Too little can be seen for an answer: exit code 4. The message is one line: the reason, then what to type. */
public final class InsufficientException extends BenchException {
    private static final long serialVersionUID = 1L;

    public InsufficientException(String message) {
        super(message);
    }

    public InsufficientException(String message, Throwable cause) {
        super(message, cause);
    }
}
