package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.os.time.Patience;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reads of files that may never return, as those of a program on NFS whose server is gone (hard in nfs(5)). Such a read cannot be
 * ended: its thread waits for as long as the server does, and a later read of the same file fails without a wait.
 */
public final class LateFiles {

    /** Limit of threads that wait. */
    private static final int MOST = 32;

    private static final long MILLIS = 500;

    private static final Set<Path> LATE = ConcurrentHashMap.newKeySet();

    private static final ThreadPoolExecutor THREADS =
            new ThreadPoolExecutor(0, MOST, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "hp-advisor reads a file");
                thread.setDaemon(true);
                return thread;
            });

    private LateFiles() {}

    /** The time of one read: less if others wait, and at least a fifth. */
    private static long share(long millis) {
        return Math.max(millis / 5, millis / (1 + LATE.size()));
    }

    /**
     * Returns what was read; empty if that fails or takes too long. The time is shared with the reads that wait already, so that
     * a list of processes is not delayed by the number of those that cannot be read.
     *
     * @param file what is read, with its process
     */
    public static <T> Optional<T> read(Path file, Callable<T> reader) {
        return read(file, Patience.with(MILLIS), reader);
    }

    static <T> Optional<T> read(Path file, long millis, Callable<T> reader) {
        if (LATE.contains(file)) {
            return Optional.empty();
        }
        AtomicBoolean returned = new AtomicBoolean();
        Future<T> read;
        try {
            read = THREADS.submit(() -> {
                try {
                    return reader.call();
                } finally {
                    returned.set(true);
                    LATE.remove(file);
                }
            });
        } catch (RejectedExecutionException e) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(read.get(share(millis), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            LATE.add(file);
            if (returned.get()) {
                LATE.remove(file);
            }
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
