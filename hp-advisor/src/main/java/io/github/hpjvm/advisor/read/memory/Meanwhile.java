package io.github.hpjvm.advisor.read.memory;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What another thread finds out while this one goes on. The thread is a daemon: who does not ask for the answer does not
 * wait for it.
 *
 * @param <T> the answer
 */
public final class Meanwhile<T> {

    private final FutureTask<T> task;

    private Meanwhile(FutureTask<T> task) {
        this.task = task;
    }

    /**
     * Begins at once.
     *
     * @param what for the name of the thread, such as "reads the host"
     */
    public static <T> Meanwhile<T> begin(String what, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        start(what, task);
        return new Meanwhile<>(task);
    }

    /**
     * Begins at once, and in the same thread does something else when the answer is there: to start a thread costs more
     * than some milliseconds of work, and who starts it waits until it runs.
     *
     * @param then nobody waits for it; it must not throw
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
     * Waits for the answer, however often it is interrupted; an interrupt is kept for who asks for it later.
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
