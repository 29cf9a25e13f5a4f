package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.time.LimitedWait;
import java.nio.file.Path;
import java.time.Duration;
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
 * Reads that may never return: of memory that a process has mapped from a file of FUSE, of a program on NFS whose server is gone
 * (hard in nfs(5)). Such a read cannot be ended. Its thread waits, and a later read of the same file fails without a wait.
 */
public final class LateReads {

    /** Limit of threads that wait. */
    private static final int MOST = 32;

    /** The files of which a read has not returned within its time. A monitor tries again in each reading. */
    private final Set<Path> late = ConcurrentHashMap.newKeySet();

    private final ThreadPoolExecutor threads;

    /**
     * Creates it with threads of its own, so that late reads of one kind do not prevent those of another.
     *
     * @param name of the threads
     */
    public LateReads(String name) {
        threads = new ThreadPoolExecutor(0, MOST, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Returns what was read. An exception is a fact that is MALFORMED: the file is that of another user, and a reader did not
     * expect something in it.
     *
     * @param file what is read, with its process
     * @param millis time limit; the reading is left to itself afterwards
     */
    public <T> Fact<T> read(Path file, long millis, Callable<Fact<T>> reader) {
        if (late.contains(file)) {
            return Fact.absent(Reason.TIMED_OUT, Source.of(file, "an earlier read of it has not returned"));
        }
        AtomicBoolean returned = new AtomicBoolean();
        Future<Fact<T>> read;
        try {
            read = threads.submit(() -> {
                try {
                    return reader.call();
                } finally {
                    returned.set(true);
                    late.remove(file);
                }
            });
        } catch (RejectedExecutionException e) {
            return Fact.absent(
                    Reason.SKIPPED, Source.of(file, MOST + " earlier reads of other processes have not returned"));
        }
        try {
            return new LimitedWait(Duration.ofMillis(millis)).on(read);
        } catch (TimeoutException e) {
            late.add(file);
            if (returned.get()) {
                late.remove(file);
            }
            return Fact.absent(Reason.TIMED_OUT, Source.of(file, "it did not arrive within " + millis + " ms"));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            return Fact.absent(Reason.MALFORMED, Source.of(file, "it cannot be read: " + e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fact.absent(Reason.TIMED_OUT, Source.of(file, "interrupted"));
        }
    }

    /**
     * The time limit of one read of many: less if others wait already, so that these do not delay a list of processes, and at
     * least a fifth.
     */
    public long share(long millis) {
        return Math.max(millis / 5, millis / (1 + late.size()));
    }
}
