package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The CPU clock of another process, in nanoseconds of all its threads, including ended ones (clock_getcpuclockid(3)).
 * {@code /proc} has the same value in units of 10 ms.
 */
public final class ProcessClock {
    /** CPUCLOCK_SCHED of include/linux/posix-timers_types.h: time counted by the scheduler. */
    private static final int SCHED = 2;

    private static final int PID_SHIFT = 3;

    private ProcessClock() {}

    /** CPU time since the start of the process; empty if it has ended, or where JNA cannot be loaded. */
    public static OptionalLong nanos(long pid) {
        return clock(id((int) pid));
    }

    private static OptionalLong clock(int id) {
        try {
            byte[] timespec = new byte[2 * Long.BYTES];
            if (CFunction.call("clock_gettime", id, timespec) != 0) {
                return OptionalLong.empty();
            }
            ByteBuffer time = ByteBuffer.wrap(timespec).order(ByteOrder.nativeOrder());
            return OptionalLong.of(TimeUnit.SECONDS.toNanos(time.getLong(0)) + time.getLong(Long.BYTES));
        } catch (RefusedCallException | LinkageError e) {
            return OptionalLong.empty();
        }
    }

    /** MAKE_PROCESS_CPUCLOCK of the kernel. */
    static int id(int pid) {
        return ~pid << PID_SHIFT | SCHED;
    }
}
