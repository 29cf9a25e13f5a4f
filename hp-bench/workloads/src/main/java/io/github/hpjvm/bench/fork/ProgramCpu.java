package io.github.hpjvm.bench.fork;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A reading of the CPU time of this process without its compilers. The time of the process, in {@code /proc/self/stat}
 * (proc(5)), contains threads that have ended since, which no list of threads has.
 *
 * <p>The compilers' part is the CPU time of their threads. Where the kernel does not know these by name, on JDK 8, it is
 * the elapsed time of compilations, as the JVM reports it at the end of each.
 */
final class ProgramCpu {
    /** A tick: USER_HZ is 100 on each architecture of HotSpot. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Positions of user and system time after the name of the program. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private final Map<String, Long> compilers;
    private final long compiled;
    private final long ticks;

    private ProgramCpu(Map<String, Long> compilers, long compiled, long ticks) {
        this.compilers = compilers;
        this.compiled = compiled;
        this.ticks = ticks;
    }

    static ProgramCpu now() {
        long ticks = ticks(ProcessCpu.stat());
        return new ProgramCpu(ProcessCpu.compilers(), compiled(), ticks);
    }

    /** CPU nanoseconds since this reading; -1 if unknown. */
    long since() {
        ProgramCpu now = now();
        if (ticks < 0 || now.ticks < ticks) {
            return -1;
        }
        long compiling = now.compilers.isEmpty() ? now.compiled - compiled : since(compilers, now.compilers);
        return Math.max(0, (now.ticks - ticks) * TICK_NANOS - compiling);
    }

    /** CPU nanoseconds of the compilers that run now, some of which may be new. */
    static long since(Map<String, Long> before, Map<String, Long> now) {
        long sum = 0;
        for (Map.Entry<String, Long> one : now.entrySet()) {
            sum += Math.max(0, one.getValue() - before.getOrDefault(one.getKey(), 0L));
        }
        return sum;
    }

    /** Ticks of user and system time in the text of {@code /proc/PID/stat}; -1 if unknown. */
    static long ticks(String stat) {
        String[] words = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
        try {
            return words.length <= SYSTEM ? -1 : Long.parseLong(words[USER]) + Long.parseLong(words[SYSTEM]);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static long compiled() {
        CompilationMXBean compilation = ManagementFactory.getCompilationMXBean();
        return compilation != null && compilation.isCompilationTimeMonitoringSupported()
                ? TimeUnit.MILLISECONDS.toNanos(compilation.getTotalCompilationTime())
                : 0;
    }
}
