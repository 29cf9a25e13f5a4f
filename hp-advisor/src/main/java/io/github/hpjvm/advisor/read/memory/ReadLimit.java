package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A limit of the reads of a pagemap. A process can map 128 TiB that take no memory, or the same few pages again and again, and
 * the kernel has an entry for each base page of them. So the reads are counted, not the time: a JVM whose memory fits into the
 * host is read as a whole, however slow the host is. For one thread.
 */
public final class ReadLimit {
    /** Memory that a smaller host, or one whose memory is unknown, counts as. */
    private static final Bytes LEAST = Bytes.ofGiB(64);

    /** A heap of ZGC is mapped three times, and other memory once. */
    private static final int TIMES = 4;

    /** Size of the smallest block that one read shows. */
    private static final Bytes BLOCK = Bytes.ofMiB(2);

    /** The base pages of that block on most hosts: with so many entries of pagemap a read counts once. */
    private static final long PAGES = 512;

    /** errno of a range for which too few reads are left (asm-generic/errno-base.h). */
    static final int E2BIG = 7;

    private long left = Long.MAX_VALUE;

    /** Returns the reads for four times the memory and swap of the host. */
    public static long ofHost(Path procRoot) {
        return of(MemInfo.read(procRoot).known().orElse(Map.of()));
    }

    static long of(Map<String, Bytes> memInfo) {
        Bytes memory = memInfo.getOrDefault("MemTotal", Bytes.ZERO).plus(memInfo.getOrDefault("SwapTotal", Bytes.ZERO));
        return memory.max(LEAST).value() / BLOCK.value() * TIMES;
    }

    /** Returns as how many reads a read of a block of so many base pages counts: 16 of the 512 MiB with base pages of 64 KiB. */
    static long ofBlock(long pages) {
        return Math.max(1, pages / PAGES);
    }

    /** Permits so many reads from now on. Before the first call they have no limit. */
    void set(long reads) {
        left = reads;
    }

    /**
     * Takes reads from those that are left.
     *
     * @throws RefusedCallException if fewer are left; none is taken then
     */
    void take(long reads) throws RefusedCallException {
        if (reads > left) {
            throw new RefusedCallException(E2BIG);
        }
        left -= reads;
    }
}
