package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;

/**
 * A huge page of this process that is touched and freed before a step, so that the kernel copies to memory that the hypervisor
 * backs. It may have taken back free memory (Documentation/mm/free_page_reporting.rst); a copy to such memory takes several
 * times as long, and the target waits. The kernel gives the page that a CPU freed last to the next request of that CPU
 * (free_unref_page_commit in {@code mm/page_alloc.c}).
 */
final class WarmBlock implements AutoCloseable {
    /** {@code include/uapi/asm-generic/mman-common.h}, of all architectures of HotSpot. */
    private static final int READ_WRITE = 3;

    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int NO_DESCRIPTOR = -1;
    private static final int DONTNEED = 4;

    /** Since 6.1. In any mode of the host, as the step that follows. */
    private static final int COLLAPSE = 25;

    /** To fill a page of 32 or 512 MiB takes longer than the copy. */
    private static final long LARGEST = 4 << 20;

    private final long size;
    private final long mapping;
    private final long block;

    private WarmBlock(long size, long mapping) {
        this.size = size;
        this.mapping = mapping;
        this.block = mapping + size - 1 & -size;
    }

    /** Reserves addresses for a block; without them {@link #warm} does nothing. */
    static WarmBlock of(long size) {
        if (size > LARGEST) {
            return new WarmBlock(size, 0);
        }
        try {
            return new WarmBlock(
                    size,
                    CFunction.callForLong("mmap", 0L, 2 * size, READ_WRITE, PRIVATE_ANONYMOUS, NO_DESCRIPTOR, 0L));
        } catch (RefusedCallException e) {
            return new WarmBlock(size, 0);
        }
    }

    /** Touches and frees a huge page. Without a free one, the step takes longer; the bound of its time holds. */
    void warm() {
        if (mapping != 0) {
            // A page of which the kernel makes a huge one; what it lacks is filled with zeros.
            CFunction.touch(block, 1, 1);
            advise(COLLAPSE);
            // Also after a refusal: a page that another CPU has not put on its list yet would be refused each time.
            advise(DONTNEED);
        }
    }

    private void advise(int advice) {
        try {
            CFunction.call("madvise", block, size, advice);
        } catch (RefusedCallException e) {
            // As without a free huge page.
        }
    }

    @Override
    public void close() {
        if (mapping != 0) {
            try {
                CFunction.call("munmap", mapping, 2 * size);
            } catch (RefusedCallException e) {
                // The error has no remedy.
            }
        }
    }
}
