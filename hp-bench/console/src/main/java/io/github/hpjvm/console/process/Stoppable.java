package io.github.hpjvm.console.process;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs work that Ctrl-C or {@code kill} ends early: the command prints its output before the JVM exits, and the exit
 * code is that of the signal. A main method that runs such work ends with {@link #exit}.
 */
public final class Stoppable {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);

    /** Open until the main method has printed everything. */
    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private static volatile boolean stopped;

    private Stoppable() {}

    /** Work that a stop request ends. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run(Interruption interruption) throws E;
    }

    /** Runs the work. After a stop request, the JVM's exit waits for {@link #exit}, at most 10 s. */
    public static <T, E extends Exception> T run(Work<T, E> work) throws E {
        return run(SHUTDOWN, work);
    }

    /** Runs the work as {@link #run(Duration, Runnable, Work)}, and says nothing if the time does not suffice. */
    public static <T, E extends Exception> T run(Duration shutdown, Work<T, E> work) throws E {
        return run(shutdown, () -> {}, work);
    }

    /**
     * Runs the work.
     *
     * @param shutdown the longest time that the JVM's exit waits for {@link #exit} after a stop request
     * @param cut called if that time does not suffice, before the JVM exits
     */
    public static <T, E extends Exception> T run(Duration shutdown, Runnable cut, Work<T, E> work) throws E {
        Interruption interruption = new Interruption();
        Thread hook = new Thread(() -> {
            stopped = true;
            interruption.request();
            try {
                if (!ENDED.await(shutdown.toMillis(), TimeUnit.MILLISECONDS)) {
                    cut.run();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.run(interruption);
        } finally {
            if (!interruption.requested()) {
                remove(hook);
            }
        }
    }

    /**
     * Ends the JVM; does not return.
     *
     * <p>After a stop request, the JVM is exiting with the code of the signal, and this thread only waits. System.exit
     * would be a race: {@code java.lang.Shutdown.exit} of JDK 17 halts at once with its own code if the hooks have
     * ended, before the first caller halts with the code of the signal.
     */
    public static void exit(int code) {
        ENDED.countDown();
        while (stopped) {
            LockSupport.park();
        }
        System.exit(code);
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is exiting.
        }
    }
}
