package io.github.hpjvm.bench.error;

/** There is nothing that could be measured: no JVM, or none of the kind that we know. In one line. */
public final class NothingToSeeException extends BenchException {
    private static final long serialVersionUID = 1L;

    public NothingToSeeException(String message) {
        super(message);
    }
}
