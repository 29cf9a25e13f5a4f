package io.github.hpjvm.bench;

import io.github.hpjvm.bench.run.trace.StallTrace;
import io.github.hpjvm.bench.run.trace.TraceOptions;
import io.github.hpjvm.bench.run.trace.TraceUnavailableException;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.console.process.Stoppable;
import java.time.Duration;
import java.util.function.Predicate;

/** A trace of stalls: {@code hp-cli stalls}. */
public final class StallReport {
    /** Time in which a stopped trace removes its instance and prints its result. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    private StallReport() {}

    /**
     * Traces, and passes the results of the intervals and the whole result on. Ctrl-C and SIGTERM end the trace early; the
     * JVM then exits when the result was passed on.
     *
     * @param result returns whether it takes more
     * @throws TraceUnavailableException if this host has no usable tracer
     * @throws io.github.hpjvm.console.error.BenchException if the host prevents the trace
     */
    public static void run(TraceOptions options, Predicate<Stalls> result) throws TraceUnavailableException {
        Stoppable.run(SHUTDOWN, interruption -> {
            Stalls stalls = StallTrace.run(options, result, interruption);
            result.test(stalls);
            return stalls;
        });
    }
}
