package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Lets the calling thread run before all usual threads (sched(7), SCHED_FIFO at the lowest priority), for work of a few
 * milliseconds that holds a lock of another process: a nice value counts only among the threads of one group. Where the
 * kernel refuses that, the thread gets a lower nice value.
 */
public final class RealTime implements AutoCloseable {
    /** {@code include/uapi/linux/sched.h}; children of the thread do not inherit it. */
    private static final int FIFO = 1;

    /** SCHED_FIFO, SCHED_RR and SCHED_DEADLINE: a thread with one of these runs before usual threads already. */
    private static final Set<Integer> REAL_TIME = Set.of(FIFO, 2, 6);

    private static final int RESET_ON_FORK = 0x40000000;

    private final Priority nice;
    private final OptionalInt before;

    private RealTime(Priority nice, OptionalInt before) {
        this.nice = nice;
        this.before = before;
    }

    /** Raises the calling thread. */
    public static RealTime raise() {
        Priority nice = Priority.raise();
        OptionalInt before = policy();
        return new RealTime(
                nice,
                before.isPresent() && !isRealTime(before.getAsInt()) && schedule(FIFO | RESET_ON_FORK, 1)
                        ? before
                        : OptionalInt.empty());
    }

    private static boolean isRealTime(int policy) {
        return REAL_TIME.contains(policy & ~RESET_ON_FORK);
    }

    private static OptionalInt policy() {
        try {
            return OptionalInt.of(CFunction.call("sched_getscheduler", 0));
        } catch (RefusedCallException | LinkageError e) {
            return OptionalInt.empty();
        }
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

    /** Restores the earlier policy. The same thread must call it. */
    @Override
    public void close() {
        // A process without CAP_SYS_NICE may not clear the flag.
        before.ifPresent(policy -> schedule(policy | RESET_ON_FORK, 0));
        nice.close();
    }
}
