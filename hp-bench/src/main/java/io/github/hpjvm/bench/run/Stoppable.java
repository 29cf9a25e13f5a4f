package io.github.hpjvm.bench.run;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs work that Ctrl-C or {@code kill} ends early: the work completes its output before the JVM exits. */
public final class Stoppable {
    private static final long SHUTDOWN_SECONDS = 10;

    private Stoppable() {}

    /** Runs the work. The JVM's exit waits for its end, at most 10 s. */
    public static <T> T run(Function<Interruption, T> work) {
        Interruption interruption = new Interruption();
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(() -> {
            interruption.request();
            try {
                done.await(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.apply(interruption);
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
