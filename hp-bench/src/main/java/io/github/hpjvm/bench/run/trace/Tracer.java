package io.github.hpjvm.bench.run.trace;

import java.io.IOException;
import java.time.Duration;

/** A running tracer. Its lines go to a consumer, on a thread of the tracer. */
interface Tracer extends AutoCloseable {
    /** Returns whether it still delivers events. */
    boolean isAlive();

    /** CPU time of the process that it started. */
    Duration cpu();

    /** Stops tracing, and returns when all lines were delivered. */
    void stop();

    /**
     * Removes everything that was set up.
     *
     * @throws IOException if the kernel refuses it
     */
    @Override
    void close() throws IOException;
}
