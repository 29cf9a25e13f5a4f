package io.github.hpjvm.bench.fork;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Finds the kernel's number of the thread that runs the benchmark.
 *
 * <p>Java does not expose the number. But the JVM and the kernel report the same CPU time of a thread, in nanoseconds:
 * the JVM reads the thread's CPU clock, and the kernel shows it as the first value of
 * {@code /proc/self/task/TID/schedstat} (Documentation/scheduler/sched-stats.rst). The thread waits between iterations,
 * so both values are constant.
 */
final class WorkerThread {
    private static final String WORKER = "jmh-worker";

    private WorkerThread() {}

    /** Returns whether JMH 1.21 to 1.37 (BenchmarkHandler) gives this name to a thread that runs the benchmark. */
    static boolean isNamed(String thread) {
        return thread.contains(WORKER);
    }

    /** Thread number; -1 if not exactly one thread runs the benchmark, or the kernel does not show CPU times. */
    static long find() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = -1;
        for (long id : threads.getAllThreadIds()) {
            ThreadInfo thread = threads.getThreadInfo(id);
            if (thread != null && isNamed(thread.getThreadName())) {
                if (cpu >= 0) {
                    return -1;
                }
                cpu = threads.getThreadCpuTime(id);
            }
        }
        return cpu <= 0 ? -1 : withCpuTime(cpu);
    }

    private static long withCpuTime(long nanos) {
        long found = -1;
        for (String task : ProcessCpu.tasks()) {
            if (ProcessCpu.nanos(task) == nanos) {
                if (found >= 0) {
                    return -1;
                }
                found = Long.parseLong(task);
            }
        }
        return found;
    }
}
