package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;

/**
 * A longer time slice for a thread that works beside a program which it should not delay. A thread that wakes up runs at once
 * if its slice is shorter than that of the running thread (PREEMPT_SHORT in {@code kernel/sched/features.h}, Linux 6.12);
 * else it waits until the running thread has used its slice, and the next tick. The share of CPU time stays the same.
 */
public final class LongSlice {
    /** Above the usual slice: at most 3 ms in Linux 6.12 (8 CPUs or more), 1.4 ms on two CPUs of 6.18 ({@code se.slice} of /proc/PID/sched). */
    private static final long NANOS = 4_000_000;

    /** {@code arch/x86/entry/syscalls/syscall_64.tbl} and {@code include/uapi/asm-generic/unistd.h}. */
    private static final Map<String, Long> SCHED_SETATTR = Map.of("amd64", 314L, "aarch64", 274L);

    /** {@code struct sched_attr} of {@code include/uapi/linux/sched/types.h}, without the later fields. */
    private static final int SIZE = 48;

    private static final long KEEP_POLICY = 8;

    private LongSlice() {}

    /** Gives the calling thread a longer slice. Older kernels ignore it, and a refusal changes nothing. */
    public static void request() {
        Optional.ofNullable(SCHED_SETATTR.get(System.getProperty("os.arch"))).ifPresent(number -> {
            byte[] attributes = ByteBuffer.allocate(SIZE)
                    .order(ByteOrder.nativeOrder())
                    .putInt(SIZE)
                    .putInt(0)
                    .putLong(KEEP_POLICY)
                    .putInt(Priority.current())
                    .putInt(0)
                    .putLong(NANOS)
                    .array();
            try {
                CFunction.callForLong("syscall", number, 0L, attributes, 0L);
            } catch (RefusedCallException | LinkageError e) {
                // The slice stays as it is.
            }
        });
    }
}
