package io.github.hpjvm.advisor.read.memory;

import java.util.concurrent.locks.LockSupport;

/**
 * The pauses between system calls that take the lock of a process' mappings for reading. A reader that takes it again
 * and again can keep a writer waiting for milliseconds, however short each call is: it takes the lock before the writer
 * that was woken runs (rwsem_down_read_slowpath in {@code kernel/locking/rwsem.c}). The writer is a thread that calls
 * mmap or munmap. For one thread.
 */
final class Pace {

    /** Time after which a pause is due. */
    private static final long BURST_NANOS = 200_000;

    /** Length of a pause. The kernel adds up to 50 µs. */
    private static final long PAUSE_NANOS = 100_000;

    private long held;

    /** Takes note of the duration of a call, and pauses if pauses are due. */
    void held(long nanos) {
        held += nanos;
        if (held >= BURST_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
            held = 0;
        }
    }
}
