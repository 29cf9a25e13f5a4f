package io.github.hpjvm.advisor.read.memory;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A value that another thread computes while this one continues. The thread is a daemon: a caller that does not need
 * the value does not wait for it.
 *
 * @param <T> the value
 */
public final class Meanwhile<T> {

    private final FutureTask<T> task;

    private Meanwhile(FutureTask<T> task) {
        this.task = task;
    }

    /**
     * Starts at once.
     *
     * @param what for the name of the thread, such as "reads the host"
     */
    public static <T> Meanwhile<T> begin(String what, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        start(what, task);
        return new Meanwhile<>(task);
    }

    /** Returns a value that is there. */
    public static <T> Meanwhile<T> of(T value) {
        FutureTask<T> task = new FutureTask<>(() -> value);
        task.run();
        return new Meanwhile<>(task);
    }

    /**
     * Starts at once, and runs a second action in the same thread after the value is there. The start of a thread costs
     * more than some milliseconds of work, and its creator waits until it runs.
     *
     * @param then no caller waits for it; it must not throw
     */
    public static <T> Meanwhile<T> begin(String what, Callable<T> work, Runnable then) {
        FutureTask<T> task = new FutureTask<>(work);
        start(what, () -> {
            task.run();
            then.run();
        });
        return new Meanwhile<>(task);
    }

    private static void start(String what, Runnable work) {
        Thread thread = new Thread(work, "hp-advisor " + what);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits for the value, also if it is interrupted; the interrupt status is set again before it returns.
     *
     * @throws IllegalStateException if the work threw, with what it threw
     */
    public T get() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
