package io.github.hpjvm.os.libc;

import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Advice to the kernel about the memory of another process: process_madvise(2), which needs CAP_SYS_NICE and the right to
 * read that process (ptrace(2)). The data of the process does not change. The process is named by a descriptor, so a later
 * process with the same number is never meant.
 */
public final class RemoteAdvice implements AutoCloseable {
    /** The numbers of both calls are the same on all architectures ({@code include/uapi/asm-generic/unistd.h}). */
    private static final long PIDFD_OPEN = 434;

    private static final long PROCESS_MADVISE = 440;

    /** {@code include/uapi/asm-generic/mman-common.h}. */
    private static final long MADV_COLD = 20;

    /** Since 6.1. */
    private static final long MADV_COLLAPSE = 25;

    private final int descriptor;

    private RemoteAdvice(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * Names the process that has this number now.
     *
     * @throws RefusedCallException ESRCH if there is none
     */
    public static RemoteAdvice of(long pid) throws RefusedCallException {
        return new RemoteAdvice((int) CFunction.callForLong("syscall", PIDFD_OPEN, pid, 0L));
    }

    /**
     * Copies the base pages of a range into a huge page, in any mode of the host but {@code deny} for shared memory. Pages
     * that the range lacks are added. Nothing changes if it is one already.
     *
     * @param start a multiple of the size of a huge page
     * @param bytes that size
     */
    public void collapse(long start, long bytes) throws RefusedCallException {
        advise(start, bytes, MADV_COLLAPSE);
    }

    /**
     * Splits the huge page that has this address: the kernel splits a huge page before it makes a part of it cold
     * (madvise_cold_or_pageout_pte_range in {@code mm/madvise.c}). It also succeeds if it cannot split, as where the page is
     * shared.
     *
     * @param start address of a base page
     * @param basePage size of a base page
     */
    public void split(long start, long basePage) throws RefusedCallException {
        advise(start, basePage, MADV_COLD);
    }

    /**
     * Asks whether advice is permitted, by one about no memory.
     *
     * @throws RefusedCallException EPERM if it is not
     */
    public void requirePermitted() throws RefusedCallException {
        call(new byte[2 * Long.BYTES], 0, MADV_COLD);
    }

    private void advise(long start, long bytes, long advice) throws RefusedCallException {
        byte[] iovec = new byte[2 * Long.BYTES];
        ByteBuffer.wrap(iovec).order(ByteOrder.nativeOrder()).putLong(start).putLong(bytes);
        call(iovec, 1, advice);
    }

    private void call(byte[] iovec, long count, long advice) throws RefusedCallException {
        CFunction.callForLong("syscall", PROCESS_MADVISE, (long) descriptor, iovec, count, advice, 0L);
    }

    @Override
    public void close() {
        try {
            CFunction.call("close", descriptor);
        } catch (RefusedCallException e) {
            // The error has no remedy.
        }
    }
}
