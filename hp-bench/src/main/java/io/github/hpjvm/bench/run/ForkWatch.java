package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.run.watch.StartedProcesses;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends a fork for which JMH would wait forever. JMH starts the process itself and keeps its handle, so this class finds
 * the fork by a unique argument on its command line.
 */
final class ForkWatch implements AutoCloseable {
    private static final Duration SWEEP = Duration.ofMillis(50);

    private final String word;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hp-bench fork watch");
        thread.setDaemon(true);
        return thread;
    });
    private boolean killing;
    private volatile boolean timedOut;

    /**
     * @param word the unique argument of the fork, also on the command line of a profiler around it
     * @param limit timeout of the fork
     */
    @SuppressWarnings("FutureReturnValueIgnored") // close() ends the timer
    ForkWatch(String word, Duration limit) {
        this.word = word;
        timer.schedule(this::timeOut, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns whether the fork was killed because a limit was reached. */
    boolean timedOut() {
        return timedOut;
    }

    /** Returns whether the fork, or a profiler around it, runs. */
    boolean started() {
        return ProcessHandle.current().descendants().anyMatch(this::isFork);
    }

    /** Kills the fork because a limit was reached. */
    void timeOut() {
        timedOut = true;
        kill();
    }

    /**
     * Kills the fork, a profiler around it, and their children. A stopped process dies too. A fork that JMH starts
     * later is killed as soon as it appears.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // close() ends the timer
    synchronized void kill() {
        sweep();
        if (!killing && !timer.isShutdown()) {
            killing = true;
            timer.scheduleWithFixedDelay(this::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void sweep() {
        ProcessHandle.current().descendants().filter(this::isFork).forEach(fork -> {
            fork.descendants().forEach(ProcessHandle::destroyForcibly);
            fork.destroyForcibly();
        });
    }

    private boolean isFork(ProcessHandle process) {
        return StartedProcesses.hasWord(process.pid(), word);
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
    }
}
