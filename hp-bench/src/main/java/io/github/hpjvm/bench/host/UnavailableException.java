package io.github.hpjvm.bench.host;

/** This JVM or this kernel cannot do what was asked; the message says why in one line. */
public final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
