package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.host.KernelFiles;
import io.github.hpjvm.os.libc.KernelAbi;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The pagemap of a process, open for the ioctl {@code PAGEMAP_SCAN} (kernel 6.7;
 * Documentation/admin-guide/mm/pagemap.rst, include/uapi/linux/fs.h): the present pages of a range, and whether a PMD
 * maps them. The huge zero page counts as absent. It takes 3 ms for a GiB in base pages, where smaps takes 10, and
 * almost no time for huge pages. The kernel holds the lock of the mappings during one call (do_pagemap_scan in {@code
 * fs/proc/task_mmu.c}). A range is therefore scanned in slices, with pauses.
 */
public final class PagemapScan implements PageScan {

    /** The kind of page at one address. */
    public enum Window {
        ABSENT,
        BASE,
        HUGE
    }

    /**
     * The present bytes of a range.
     *
     * @param huge on pages that a PMD maps, whether THP or hugetlb
     * @param base on all others
     * @param zero on shared zero pages of the size of a base page, which are not in the two others
     */
    public record Present(long huge, long base, long zero) {

        /** A range without shared zero pages. */
        public Present(long huge, long base) {
            this(huge, base, 0);
        }

        Present plus(Present other) {
            return new Present(huge + other.huge, base + other.base, zero + other.zero);
        }
    }

    /**
     * The memory in which the kernel reads the question and writes the answer. It is freed by a collection of garbage: a reader
     * that opens many scans, one after the other, keeps it.
     */
    public static final class Buffers {
        private final ByteBuffer argument = buffer(ARGUMENT);
        private final ByteBuffer regions = buffer(REGIONS * REGION);
    }

    /** _IOWR('f', 16, struct pm_scan_arg), a structure of 96 bytes. */
    private static final long PAGEMAP_SCAN = 0xc0606610L;

    /** Size of a slice. Most of a reserved region is not touched, and the kernel skips that quickly. */
    private static final long SLICE = 64 << 20;

    /** Present bytes after which a scan of a slice ends. They take up to 40 µs; fewer cost more calls than they save. */
    private static final long PRESENT_BYTES = 8 << 20;

    private static final int ARGUMENT = 96;
    private static final int REGIONS = 512;
    private static final int REGION = 24;
    private static final long PRESENT = 1 << 3;
    private static final long SWAPPED = 1 << 4;
    private static final long ZERO = 1 << 5;
    private static final long HUGE = 1 << 6;
    private static final int ESRCH = 3;

    private final NativeCalls calls;
    private final Pace pace = new Pace();
    private final ReadLimit left = new ReadLimit();
    private final long pageSize;
    private final int descriptor;
    private final ByteBuffer argument;
    private final ByteBuffer regions;
    private final long argumentAddress;
    private final long regionsAddress;

    /**
     * Opens the pagemap.
     *
     * @param file {@code /proc/PID/pagemap}
     * @param pageSize the size of a base page
     * @throws RefusedCallException also if the process is ending or a zombie
     */
    public PagemapScan(NativeCalls calls, Path file, long pageSize) throws RefusedCallException {
        this(calls, file, pageSize, new Buffers());
    }

    /**
     * Opens the pagemap.
     *
     * @param buffers those of no other open scan
     * @throws RefusedCallException as above
     */
    public PagemapScan(NativeCalls calls, Path file, long pageSize, Buffers buffers) throws RefusedCallException {
        this.calls = calls;
        this.argument = buffers.argument;
        this.regions = buffers.regions;
        this.pageSize = pageSize;
        this.argumentAddress = calls.address(argument);
        this.regionsAddress = calls.address(regions);
        this.descriptor = calls.openat(KernelAbi.AT_FDCWD, file.toString(), KernelAbi.O_CLOEXEC);
        try {
            requireMemory();
        } catch (RefusedCallException e) {
            calls.close(descriptor);
            throw e;
        }
    }

    /**
     * Reads one entry. Before 6.16 and the fixes of 2025 in stable kernels, the kernel opens the file of a process that has
     * freed its memory, and the ioctl then uses a null pointer in the kernel (commit 65c66047259f, "proc: fix the issue of
     * proc_mem_open returning NULL"). read(2) of such a descriptor returns 0.
     */
    private void requireMemory() throws RefusedCallException {
        Optional<KernelAbi> abi = KernelAbi.here();
        if (abi.isPresent() && calls.syscall(abi.get().read(), descriptor, argumentAddress, Long.BYTES) == 0) {
            throw new RefusedCallException(ESRCH);
        }
    }

    /** Returns whether the kernel is 6.7 or newer, by its release; a newer one may still refuse. */
    public static boolean isKnown(Path procRoot) {
        return KernelFiles.read(procRoot)
                .known()
                .flatMap(kernel -> kernel.isAtLeast(6, 7))
                .orElse(false);
    }

    private static ByteBuffer buffer(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

    @Override
    public void limit(long reads) {
        left.set(reads);
    }

    @Override
    public Window at(long address) throws RefusedCallException {
        int count = scan(address, address + pageSize, PRESENT);
        if (count == 0) {
            return Window.ABSENT;
        }
        long categories = regions.getLong(16);
        if ((categories & ZERO) != 0) {
            return Window.ABSENT;
        }
        return (categories & HUGE) != 0 ? Window.HUGE : Window.BASE;
    }

    /** Reads slices, each by a call or more. A range that has too many slices is refused before the first call. */
    @Override
    public Present of(AddressRange range, long mostBase) throws RefusedCallException {
        left.take((range.end() - 1) / SLICE - range.start() / SLICE + 1);
        long huge = 0;
        long base = 0;
        long shared = 0;
        long at = range.start();
        long last = at;
        while (Long.compareUnsigned(at, range.end()) < 0 && base <= mostBase) {
            // A scan that ends inside of a huge page goes on there: its category is the same for each part.
            long slice = (at & -SLICE) + SLICE;
            if (slice == last) {
                left.take(1);
            }
            last = slice;
            int count = scan(at, Long.compareUnsigned(slice, range.end()) < 0 ? slice : range.end(), PRESENT);
            for (int i = 0; i < count; i++) {
                long size = regions.getLong(i * REGION + 8) - regions.getLong(i * REGION);
                long categories = regions.getLong(i * REGION + 16);
                boolean zero = (categories & ZERO) != 0;
                huge += !zero && (categories & HUGE) != 0 ? size : 0;
                base += !zero && (categories & HUGE) == 0 ? size : 0;
                shared += zero && (categories & HUGE) == 0 ? size : 0;
            }
            long walked = argument.getLong(32);
            if (Long.compareUnsigned(walked, at) <= 0) {
                throw new RefusedCallException(0);
            }
            at = walked;
        }
        return new Present(huge, base, shared);
    }

    @Override
    public boolean hasSwapped(AddressRange range) throws RefusedCallException {
        return scan(range.start(), range.end(), SWAPPED) > 0;
    }

    /** Scans for the pages of a category. */
    private int scan(long start, long end, long wanted) throws RefusedCallException {
        for (int i = 0; i < ARGUMENT; i += Long.BYTES) {
            argument.putLong(i, 0);
        }
        argument.putLong(0, ARGUMENT);
        argument.putLong(16, start);
        argument.putLong(24, end);
        argument.putLong(40, regionsAddress);
        argument.putLong(48, REGIONS);
        argument.putLong(56, PRESENT_BYTES / pageSize);
        argument.putLong(72, wanted);
        argument.putLong(88, PRESENT | ZERO | HUGE);
        long begun = System.nanoTime();
        int count = calls.ioctl(descriptor, PAGEMAP_SCAN, argumentAddress);
        pace.held(System.nanoTime() - begun);
        return Math.min(REGIONS, count);
    }

    @Override
    public void close() {
        calls.close(descriptor);
    }
}
