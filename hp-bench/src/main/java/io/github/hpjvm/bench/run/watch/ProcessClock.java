package io.github.hpjvm.bench.run.watch;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The CPU clock of another process, in nanoseconds of all its threads, including ended ones (clock_getcpuclockid(3)).
 * {@code /proc} has the same value in units of 10 ms.
 */
final class ProcessClock {
    /** CPUCLOCK_SCHED of include/linux/posix-timers_types.h: time counted by the scheduler. */
    private static final int SCHED = 2;

    private static final int PID_SHIFT = 3;
    private static final int LONG = 8;

    private ProcessClock() {}

    /** CPU time since the start of the process; empty if it has ended, or where JNA cannot be loaded. */
    static OptionalLong nanos(long pid) {
        try {
            return Native.nanos(id((int) pid));
        } catch (LinkageError e) {
            return OptionalLong.empty();
        }
    }

    /** MAKE_PROCESS_CPUCLOCK of the kernel. */
    static int id(int pid) {
        return ~pid << PID_SHIFT | SCHED;
    }

    /** The only class that uses JNA, so that the other class loads without it. */
    private static final class Native {
        private Native() {}

        static OptionalLong nanos(int clock) {
            try (Memory timespec = new Memory(2 * LONG)) {
                int failed = NativeLibrary.getProcess()
                        .getFunction("clock_gettime", Function.C_CONVENTION)
                        .invokeInt(new Object[] {clock, timespec});
                return failed == 0
                        ? OptionalLong.of(TimeUnit.SECONDS.toNanos(timespec.getLong(0)) + timespec.getLong(LONG))
                        : OptionalLong.empty();
            }
        }
    }
}
