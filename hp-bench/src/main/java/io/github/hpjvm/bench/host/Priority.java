package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;

/**
 * Raises the priority of the calling thread (setpriority(2)). Threads and processes that it starts inherit the nice
 * value.
 *
 * <p>Calls the kernel through JNA. Where JNA cannot be loaded, or the kernel refuses the call (EACCES without
 * CAP_SYS_NICE and RLIMIT_NICE), the nice value does not change.
 */
public final class Priority implements AutoCloseable {
    /** Beside a thread of nice 0 this one gets nine tenths of a CPU (sched_prio_to_weight, kernel/sched/core.c). */
    private static final int RAISED = -10;

    /** PRIO_PROCESS of include/uapi/linux/resource.h: with the number 0 it is the calling thread. */
    private static final int PRIO_PROCESS = 0;

    private final int before;
    private final int nice;

    private Priority(int before, int nice) {
        this.before = before;
        this.nice = nice;
    }

    /** Raises the calling thread to nice -10, unless its nice value is lower already. */
    public static Priority raise() {
        int before = current();
        if (before > RAISED) {
            set(RAISED);
        }
        return new Priority(before, current());
    }

    /** The nice value of the calling thread, from -20 to 19; 0 if unknown. */
    static int current() {
        try {
            return CFunction.call("getpriority", PRIO_PROCESS, 0);
        } catch (RefusedCallException | LinkageError e) {
            return 0;
        }
    }

    private static void set(int nice) {
        try {
            CFunction.call("setpriority", PRIO_PROCESS, 0, nice);
        } catch (RefusedCallException | LinkageError e) {
            // The priority does not change, as current() shows.
        }
    }

    /** The nice value of this thread after the call. */
    public int nice() {
        return nice;
    }

    /** Restores the previous nice value. The same thread must call it. */
    @Override
    public void close() {
        if (nice != before) {
            set(before);
        }
    }
}
