package io.github.hpjvm.bench.fork;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/** CPU time of the threads that run the benchmark. */
final class MeasuringThreadsCpu extends CpuClock {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /** All threads of the JVM at the last search for workers; names of the same threads need not be read again. */
    private long[] all = {};

    private long[] workers = {};

    @Override
    long nanos() {
        long[] now = threads.getAllThreadIds();
        if (!Arrays.equals(now, all)) {
            all = now;
            workers = Arrays.stream(now).filter(this::isWorker).toArray();
        }
        long sum = 0;
        for (long worker : workers) {
            sum += Math.max(0, threads.getThreadCpuTime(worker));
        }
        return workers.length == 0 ? -1 : sum;
    }

    private boolean isWorker(long id) {
        ThreadInfo thread = threads.getThreadInfo(id);
        return thread != null && WorkerThread.isNamed(thread.getThreadName());
    }
}
