package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Lets the calling thread run before all usual threads (sched(7), SCHED_FIFO at the lowest priority), for work of a few
 * milliseconds that holds a lock of another process: a nice value counts only among the threads of one group. Where the
 * kernel refuses that, the thread gets a lower nice value.
 */
public final class RealTime implements AutoCloseable {
    /** {@code include/uapi/linux/sched.h}; children of the thread do not inherit it. */
    private static final int FIFO = 1;

    private static final int OTHER = 0;
    private static final int RESET_ON_FORK = 0x40000000;

    private final Priority nice;
    private final boolean set;

    private RealTime(Priority nice, boolean set) {
        this.nice = nice;
        this.set = set;
    }

    /** Raises the calling thread. */
    public static RealTime raise() {
        Priority nice = Priority.raise();
        return new RealTime(nice, schedule(FIFO | RESET_ON_FORK, 1));
    }

    private static boolean schedule(int policy, int priority) {
        byte[] parameter = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putInt(priority)
                .array();
        try {
            return CFunction.call("sched_setscheduler", 0, policy, parameter) == 0;
        } catch (RefusedCallException | LinkageError e) {
            return false;
        }
    }

    /** Restores the usual policy. The same thread must call it. */
    @Override
    public void close() {
        if (set) {
            schedule(OTHER | RESET_ON_FORK, 0);
        }
        nice.close();
    }
}
