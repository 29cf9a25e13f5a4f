package io.github.hpjvm.bench.trace;

import java.util.Optional;

/** Parses the lines of a tracer. Each character of a line is one byte; lines of other forms are ignored. */
public interface TracerLines {
    /** Returns the event of a line; empty if it has none that matters. */
    Optional<TraceEvent> event(String line);

    /** Returns the number of events that the tracer lost according to this line; 0 for other lines. */
    long lost(String line);

    /** Nanoseconds from the two parts of a time stamp. */
    static long nanos(String seconds, String nanoseconds) {
        return Long.parseLong(seconds) * 1_000_000_000L + Long.parseLong(nanoseconds);
    }
}
