package io.github.hpjvm.console.error;

/** The command starts no JVM, or no HotSpot JVM, so that nothing can be verified. The message is one line. */
public final class NoVisibleJvmException extends BenchException {
    private static final long serialVersionUID = 1L;

    public NoVisibleJvmException(String message) {
        super(message);
    }
}
