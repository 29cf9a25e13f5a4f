package io.github.hpjvm.bench;

import io.github.hpjvm.bench.run.Interruption;
import io.github.hpjvm.bench.run.trace.StallTrace;
import io.github.hpjvm.bench.run.trace.TraceOptions;
import io.github.hpjvm.bench.run.trace.TraceUnavailableException;
import io.github.hpjvm.bench.trace.Stalls;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A trace of stalls: {@code hp-cli stalls}. */
public final class StallReport {
    /** Time in which a stopped trace removes its instance and prints its result. */
    private static final long SHUTDOWN_SECONDS = 30;

    private StallReport() {}

    /**
     * Traces, and passes the result on. Ctrl-C and SIGTERM end the trace early; the JVM then exits when the result was
     * passed on.
     *
     * @throws TraceUnavailableException if this host has no usable tracer
     * @throws io.github.hpjvm.bench.error.BenchException if the host prevents the trace
     */
    public static void run(TraceOptions options, Consumer<Stalls> result) throws TraceUnavailableException {
        Interruption interruption = new Interruption();
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            interruption.request();
            await(done);
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            result.accept(StallTrace.run(options, interruption));
        } finally {
            done.countDown();
        }
    }

    private static void await(CountDownLatch done) {
        try {
            done.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
