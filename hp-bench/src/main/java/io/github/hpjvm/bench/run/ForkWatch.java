package io.github.hpjvm.bench.run;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Ends a fork that JMH would wait for for ever. JMH starts the process itself and keeps its handle, so the fork is
 * known as what has become a descendant of ours since the watch began.
 */
final class ForkWatch implements AutoCloseable {
    private final Set<Long> before = descendants();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hp-bench fork watch");
        thread.setDaemon(true);
        return thread;
    });
    private final ScheduledFuture<?> alarm;
    private volatile boolean timedOut;

    /** @param limit how long the fork may take */
    ForkWatch(Duration limit) {
        alarm = timer.schedule(this::onTimeOut, limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether the limit was reached, and the fork killed for it. */
    boolean timedOut() {
        return timedOut;
    }

    /** Kills what was started since, the fork and a profiler around it. A stopped process dies of it too. */
    void kill() {
        ProcessHandle.current()
                .descendants()
                .filter(process -> !before.contains(process.pid()))
                .forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        alarm.cancel(false);
        timer.shutdownNow();
    }

    private void onTimeOut() {
        timedOut = true;
        kill();
    }

    private static Set<Long> descendants() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
