package io.github.hpjvm.bench.fork;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** CPU time of the threads that run the benchmark, which JMH names so from 1.21 to 1.37 (BenchmarkHandler). */
final class MeasuringThreadsCpu extends CpuClock {
    private static final String WORKER = "jmh-worker";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Override
    long nanos() {
        long sum = 0;
        boolean found = false;
        for (long id : threads.getAllThreadIds()) {
            ThreadInfo thread = threads.getThreadInfo(id);
            if (thread != null && thread.getThreadName().contains(WORKER)) {
                found = true;
                sum += Math.max(0, threads.getThreadCpuTime(id));
            }
        }
        return found ? sum : -1;
    }
}
