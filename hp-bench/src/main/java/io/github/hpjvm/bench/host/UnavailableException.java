package io.github.hpjvm.bench.host;

/** Signals that this JVM or this kernel does not support the call; the message gives the reason in one line. */
public final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
