package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** Limits of CPU time. Unlike limits of elapsed time, they hold on a loaded machine. */
public final class CpuTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuTime() {}

    /**
     * Runs a task on this thread, and fails if the thread used more CPU time. A task that waits for another thread or for
     * a file needs a limit of elapsed time instead.
     */
    public static void atMost(Duration limit, Runnable task) {
        long start = THREADS.getCurrentThreadCpuTime();
        task.run();
        Duration used = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start);
        assertTrue(
                used.compareTo(limit) <= 0,
                () -> "took " + used.toMillis() + " ms of CPU time, limit " + limit.toMillis() + " ms");
    }
}
