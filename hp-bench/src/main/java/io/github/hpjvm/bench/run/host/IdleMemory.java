package io.github.hpjvm.bench.run.host;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Memory of this process that nothing reads during a measurement. A hypervisor that takes idle memory of a virtual machine
 * away maps a page again at its next read. That takes microseconds, as reading a page back from swap does, and the
 * processor counts it as time of the program.
 *
 * <p>Measured on a virtual machine (KVM, Linux 6.18) during such a phase, base pages of 512 MiB that had not been read for
 * 0.1, 1 and 4 s: 0.7, 2.3 and 9.1 µs a page, and 0.3 µs at once after that. Huge pages took 0.4 µs after 4 s.
 */
public final class IdleMemory {
    private static final int PAGES = 4096;

    /** The smallest base page; on larger ones, most reads find a page that is there. */
    private static final int PAGE = 4096;

    /** Less time does not show whether idle memory is taken away. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    /** A read that misses caches, TLB and the lines of page tables of a guest and its host takes less than 1 µs. */
    private static final long SLOW_NANOS = 2000;

    private static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(PAGES * PAGE);

    private final Duration least;
    private final long begun;

    IdleMemory(Duration least) {
        this.least = least;
        for (int i = 0; i < PAGES; i++) {
            MEMORY.put(i * PAGE, (byte) 1);
        }
        begun = System.nanoTime();
    }

    /** Writes each page of 16 MiB; to be called before a measurement. Measurements of a process must not overlap. */
    public static IdleMemory start() {
        return new IdleMemory(LEAST);
    }

    /**
     * Reads each page once, and returns the share of reads that took more than 2 µs, in per cent. Interrupts make it some
     * hundredths. Empty if less than a second has passed since the start.
     */
    public OptionalDouble slowReadsPercent() {
        if (System.nanoTime() - begun < least.toNanos()) {
            return OptionalDouble.empty();
        }
        int slow = 0;
        long before = System.nanoTime();
        for (int i = 0; i < PAGES; i++) {
            long read = MEMORY.get(i * PAGE);
            long after = System.nanoTime();
            // The value read is 1, so the read cannot be removed.
            slow += after - before > SLOW_NANOS * read ? 1 : 0;
            before = after;
        }
        return OptionalDouble.of(100.0 * slow / PAGES);
    }
}
