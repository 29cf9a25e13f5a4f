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
        Thread thread = new Thread(task, "hp-advisor " + what);
        thread.setDaemon(true);
        thread.start();
        return new Meanwhile<>(task);
    }

    /** Returns a value that is there. */
    public static <T> Meanwhile<T> of(T value) {
        FutureTask<T> task = new FutureTask<>(() -> value);
        task.run();
        return new Meanwhile<>(task);
    }

    /**
     * Waits for the value, also if it is interrupted; the interrupt status is set again before it returns.
     *
     * @throws IllegalStateException if the work threw an exception, which is the cause
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
