package io.github.hpjvm.cli.fleet;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Runs a task for each of many items on several threads. The results arrive in the order of the items. */
final class OrderedTasks {
    /** Number of results that may wait for an earlier one, for each thread. */
    private static final int AHEAD = 8;

    /** Takes a result, on the thread of the caller. */
    interface Sink<R> {
        void accept(R result) throws IOException;
    }

    private OrderedTasks() {}

    /**
     * Runs the tasks.
     *
     * @throws IOException of the sink; later results are then dropped
     */
    static <T, R> void run(List<T> items, int threads, Function<T, R> task, Sink<R> sink) throws IOException {
        ExecutorService executor = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "hp-cli reads snapshots");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Deque<Future<R>> running = new ArrayDeque<>();
            for (T item : items) {
                if (running.size() == threads * AHEAD) {
                    sink.accept(result(running.remove()));
                }
                running.add(executor.submit(() -> task.apply(item)));
            }
            while (!running.isEmpty()) {
                sink.accept(result(running.remove()));
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static <R> R result(Future<R> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }
}
