package io.github.hpjvm.bench.fork;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * CPU time of all threads of the process but those of the compiler, by {@code /proc/self/task} (proc(5); schedstat is
 * Documentation/scheduler/sched-stats.rst). HotSpot names its threads to the kernel from 9 on; on 8 the compiler is in it.
 */
final class ProcessCpu extends CpuClock {
    private static final String COMPILER = "CompilerThre";

    @Override
    long nanos() {
        String[] tasks = new File("/proc/self/task").list();
        if (tasks == null) {
            return -1;
        }
        long sum = 0;
        for (String task : tasks) {
            String folder = "/proc/self/task/" + task;
            String time = read(folder + "/schedstat");
            if (!time.isEmpty() && !read(folder + "/comm").contains(COMPILER)) {
                sum += Long.parseLong(time.substring(0, time.indexOf(' ')));
            }
        }
        return sum == 0 ? -1 : sum;
    }

    /** Empty if the thread is gone, or the kernel does not tell. */
    private static String read(String file) {
        byte[] buffer = new byte[128];
        try (InputStream in = new FileInputStream(file)) {
            int length = in.read(buffer);
            return length < 0 ? "" : new String(buffer, 0, length, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }
}
