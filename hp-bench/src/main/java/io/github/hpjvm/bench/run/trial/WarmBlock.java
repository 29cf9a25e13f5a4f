package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;

/**
 * A huge page of this process that is touched and freed before a step, so that the kernel copies to memory that the hypervisor
 * backs. It may have taken back free memory (Documentation/mm/free_page_reporting.rst); a copy to such memory takes several
 * times as long, and the target waits. The kernel gives the page that a CPU freed last to the next request of that CPU
 * (free_unref_page_commit in {@code mm/page_alloc.c}).
 *
 * <p>A second one stays, for {@link #drain}.
 */
final class WarmBlock implements AutoCloseable {
    /** {@code include/uapi/asm-generic/mman-common.h}, of all architectures of HotSpot. */
    private static final int READ_WRITE = 3;

    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final int NO_DESCRIPTOR = -1;
    private static final int DONTNEED = 4;
    private static final int HUGEPAGE = 14;

    /** Since 6.1. In any mode of the host, as the step that follows. */
    private static final int COLLAPSE = 25;

    /** To fill a page of 32 or 512 MiB takes longer than the copy. */
    private static final long LARGEST = 4 << 20;

    private static final int BLOCKS = 2;
    private static final long LARGEST_BASE_PAGE = 64 << 10;

    private final long size;
    private final long mapping;
    private final long block;

    private WarmBlock(long size, long mapping) {
        this.size = size;
        this.mapping = mapping;
        this.block = mapping + size - 1 & -size;
        if (mapping != 0) {
            advise(block, HUGEPAGE);
            CFunction.touch(kept(), 1, 1);
            // Else the first drain would take the page that was touched for the copy.
            advise(kept(), COLLAPSE);
        }
    }

    private long kept() {
        return block + size;
    }

    private long length() {
        return (BLOCKS + 1) * size;
    }

    /** Reserves addresses for a block; without them {@link #warm} does nothing. */
    static WarmBlock of(long size) {
        if (size > LARGEST) {
            return new WarmBlock(size, 0);
        }
        try {
            return new WarmBlock(
                    size,
                    CFunction.callForLong(
                            "mmap", 0L, (BLOCKS + 1) * size, READ_WRITE, PRIVATE_ANONYMOUS, NO_DESCRIPTOR, 0L));
        } catch (RefusedCallException e) {
            return new WarmBlock(size, 0);
        }
    }

    /**
     * Touches and frees a huge page. Without a free one, the step takes longer; the bound of its time holds.
     *
     * <p>To fill a page that the hypervisor does not back takes 5 ms of a CPU (docs/TRIAL.md). In a page fault the kernel lets
     * other threads run meanwhile, and in a collapse it does not. So a collapse serves only where the fault gives a base page, as
     * in the mode {@code never}.
     */
    void warm() {
        if (mapping != 0) {
            CFunction.touch(block, 1, 1);
            if (!isHuge()) {
                // What the page lacks is filled with zeros.
                advise(block, COLLAPSE);
            }
            // Also after a refusal: a page that another CPU has not put on its list yet would be refused each time.
            advise(block, DONTNEED);
        }
    }

    /** Returns whether the fault of the first byte has mapped the whole block. */
    private boolean isHuge() {
        byte[] resident = new byte[1];
        try {
            CFunction.call("mincore", block + size - LARGEST_BASE_PAGE, 1L, resident);
        } catch (RefusedCallException e) {
            return false;
        }
        return (resident[0] & 1) == 1;
    }

    /**
     * Lets the kernel empty the lists of pages that each CPU keeps apart (lru_add_drain_all in {@code mm/swap.c}). A copy does
     * that too, while it holds the lock of the target: on a busy CPU the worker that empties the list of this CPU waited for up
     * to 341 ms (Linux 6.18). Here this process waits, and the copy that follows at once finds the lists empty as a rule.
     * madvise_collapse in {@code mm/khugepaged.c} does it first, also where the page is huge already, or no huge page is free.
     */
    void drain() {
        if (mapping != 0) {
            advise(kept(), COLLAPSE);
        }
    }

    private void advise(long start, int advice) {
        try {
            CFunction.call("madvise", start, size, advice);
        } catch (RefusedCallException e) {
            // As without a free huge page.
        }
    }

    @Override
    public void close() {
        if (mapping != 0) {
            try {
                CFunction.call("munmap", mapping, length());
            } catch (RefusedCallException e) {
                // The error has no remedy.
            }
        }
    }
}
