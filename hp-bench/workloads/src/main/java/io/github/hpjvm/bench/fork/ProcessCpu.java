package io.github.hpjvm.bench.fork;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of all threads of the process except those of the compiler, from {@code /proc/self/task} (proc(5); schedstat
 * is Documentation/scheduler/sched-stats.rst). HotSpot sets the kernel's thread names from 9 on; on 8 the compiler is
 * included.
 */
final class ProcessCpu extends CpuClock {
    private static final String TASKS = "/proc/self/task/";
    private static final String COMPILER = "CompilerThre";
    private static final int LONGEST = 1024;

    @Override
    long nanos() {
        long sum = 0;
        for (String task : tasks()) {
            if (!isCompiler(task)) {
                sum += Math.max(0, nanos(task));
            }
        }
        return sum == 0 ? -1 : sum;
    }

    private static boolean isCompiler(String task) {
        return read(TASKS + task + "/comm").contains(COMPILER);
    }

    /** CPU time of each compiler thread in nanoseconds; none on JDK 8. */
    static Map<String, Long> compilers() {
        Map<String, Long> all = new HashMap<>();
        for (String task : tasks()) {
            if (isCompiler(task)) {
                all.put(task, Math.max(0, nanos(task)));
            }
        }
        return all;
    }

    /** The text of {@code /proc/self/stat}; empty if it cannot be read. */
    static String stat() {
        return read("/proc/self/stat");
    }

    /** Numbers of the threads of this process; none if unknown. */
    static String[] tasks() {
        String[] tasks = new File(TASKS).list();
        return tasks == null ? new String[0] : tasks;
    }

    /** CPU time of one thread in nanoseconds; -1 if the thread has ended, or its time is unknown. */
    static long nanos(String task) {
        return scheduled(task, 0);
    }

    /** Time in which one thread was ready to run and waited for a CPU, in nanoseconds; -1 if unknown. */
    static long waitedNanos(String task) {
        return scheduled(task, 1);
    }

    private static long scheduled(String task, int value) {
        String text = read(TASKS + task + "/schedstat");
        String[] values = text.split(" ");
        return text.isEmpty() || values.length <= value ? -1 : Long.parseLong(values[value].trim());
    }

    /** The text of a file; empty if the thread has ended, or the file cannot be read. */
    private static String read(String file) {
        byte[] buffer = new byte[LONGEST];
        try (InputStream in = new FileInputStream(file)) {
            int length = in.read(buffer);
            return length < 0 ? "" : new String(buffer, 0, length, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }
}
