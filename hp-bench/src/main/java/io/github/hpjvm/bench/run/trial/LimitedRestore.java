package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.bench.trial.RestoredPages;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.os.time.LimitedWait;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Runs a restore on a thread of its own, and waits as long as it goes on. A process can hold up each look at its pages, and each
 * step, for as long as it lives: a page fault in a file of FUSE keeps the lock of its mappings for reading, and a thread that wants
 * to map memory then keeps all others from it (__access_remote_vm in {@code mm/memory.c}).
 */
final class LimitedRestore {
    /** Longer than a step with its pause, and a look at the pages of a block. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Duration limit;
    private final LimitedWait wait;
    private volatile boolean isLeft;

    private LimitedRestore(Duration limit) {
        this.limit = limit;
        this.wait = new LimitedWait(limit);
    }

    /** A restore. */
    interface Work {

        /**
         * Restores pages.
         *
         * @param ends to be asked before each step, which shows that the restore goes on; it is to end when this is true
         */
        Optional<RestoredPages> run(BooleanSupplier ends) throws IOException;
    }

    /**
     * Runs a restore.
     *
     * @param name of what is restored, with the file that stays
     * @throws BenchException if it does not go on; it is left to itself then
     */
    static Optional<RestoredPages> run(String name, Work work) throws IOException {
        return run(name, Patience.with(LIMIT), work);
    }

    static Optional<RestoredPages> run(String name, Duration limit, Work work) throws IOException {
        LimitedRestore restore = new LimitedRestore(limit);
        FutureTask<Optional<RestoredPages>> task = new FutureTask<>(() -> work.run(restore::ends));
        Thread thread = new Thread(task, "hp-bench restores pages");
        thread.setDaemon(true);
        thread.start();
        return restore.await(task, name);
    }

    private boolean ends() {
        wait.renew();
        return isLeft;
    }

    private Optional<RestoredPages> await(FutureTask<Optional<RestoredPages>> task, String name) throws IOException {
        try {
            return wait.on(task);
        } catch (TimeoutException e) {
            isLeft = true;
            throw new BenchException(
                    "the restore of " + name + " does not go on: for " + limit.toSeconds()
                            + " s its pages could be neither read nor changed",
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            isLeft = true;
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
