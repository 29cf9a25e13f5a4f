package io.github.hpjvm.bench.run.trace;

/** Signals that no tracer can be used here; the message says what is missing, and how to get it. */
public final class TraceUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    TraceUnavailableException(String message) {
        super(message);
    }
}
