package io.github.hpjvm.bench.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs work that Ctrl-C or {@code kill} ends early: the work completes its output before the JVM exits. */
public final class Stoppable {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);

    private Stoppable() {}

    /** Work that a stop request ends. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run(Interruption interruption) throws E;
    }

    /** Runs the work. The JVM's exit waits for its end, at most 10 s. */
    public static <T, E extends Exception> T run(Work<T, E> work) throws E {
        return run(SHUTDOWN, work);
    }

    /**
     * Runs the work.
     *
     * @param shutdown the longest time that the JVM's exit waits for the end of the work
     */
    public static <T, E extends Exception> T run(Duration shutdown, Work<T, E> work) throws E {
        Interruption interruption = new Interruption();
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            interruption.request();
            try {
                done.await(shutdown.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.run(interruption);
        } finally {
            done.countDown();
            if (!interruption.requested()) {
                remove(hook);
            }
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is exiting.
        }
    }
}
