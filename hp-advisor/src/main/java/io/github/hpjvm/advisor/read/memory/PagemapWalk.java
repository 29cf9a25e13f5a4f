package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Window;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * The pages of a process by {@code /proc/PID/pagemap} and {@code /proc/kpageflags}
 * (Documentation/admin-guide/mm/pagemap.rst), for kernels without {@code PAGEMAP_SCAN}, and for a program that reads once:
 * it needs no native call. The kernel shows page frame numbers to CAP_SYS_ADMIN only.
 *
 * <p>A huge page is an aligned block whose pages are one folio of that size, in order. smaps counts such a block as base
 * pages if its PMD was split and the folio was not. A shared zero page counts as absent where two of them are adjacent.
 */
public final class PagemapWalk implements PageScan {

    private static final long SYS_ADMIN = 1L << 21;
    private static final long PRESENT = 1L << 63;
    private static final long SWAPPED = 1L << 62;
    private static final long FRAME = (1L << 55) - 1;
    private static final long HEAD = 1L << 15;
    private static final long TAIL = 1L << 16;
    private static final long HUGETLB = 1L << 17;
    private static final long THP = 1L << 22;
    private static final long ZERO = 1L << 24;

    private final FileChannel pagemap;
    private final FileChannel flags;
    private final long pageSize;
    private final int blockPages;
    private final ByteBuffer buffer;
    private final Pace pace = new Pace();
    private final ReadLimit left = new ReadLimit();
    private long zeroFrame = -1;

    private PagemapWalk(FileChannel pagemap, FileChannel flags, long pageSize, long pmdSize) {
        this.pagemap = pagemap;
        this.flags = flags;
        this.pageSize = pageSize;
        this.blockPages = (int) (pmdSize / pageSize);
        this.buffer = ByteBuffer.allocateDirect(blockPages * Long.BYTES).order(ByteOrder.nativeOrder());
    }

    /**
     * Opens the files; empty if they may not be opened, or if the kernel hides page frame numbers from us.
     *
     * @param pageSize the size of a base page
     * @param pmdSize the size of a huge page that a PMD maps
     */
    public static Optional<PagemapWalk> open(Path procRoot, long pid, Bytes pageSize, Bytes pmdSize) {
        if (pageSize.isZero() || pmdSize.value() % pageSize.value() != 0 || !showsFrames(procRoot)) {
            return Optional.empty();
        }
        try {
            FileChannel flags = FileChannel.open(procRoot.resolve("kpageflags"), StandardOpenOption.READ);
            try {
                FileChannel pagemap =
                        FileChannel.open(ProcessFile.path(procRoot, pid, "pagemap"), StandardOpenOption.READ);
                return Optional.of(new PagemapWalk(pagemap, flags, pageSize.value(), pmdSize.value()));
            } catch (IOException | SecurityException e) {
                flags.close();
                return Optional.empty();
            }
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns whether we have CAP_SYS_ADMIN (pagemap_open in {@code fs/proc/task_mmu.c}). */
    private static boolean showsFrames(Path procRoot) {
        return TextFile.read(procRoot.resolve("self/status"), StatusFile::parse)
                .known()
                .flatMap(ProcStatus::capabilities)
                .filter(capabilities -> (capabilities & SYS_ADMIN) != 0)
                .isPresent();
    }

    @Override
    public void limit(long reads) {
        left.set(reads);
    }

    /** Reads the whole block only if the page is of a larger folio. */
    @Override
    public Window at(long address) throws RefusedCallException {
        long[] entries = entries(address, 1);
        if (!isPresent(entries[0])) {
            return Window.ABSENT;
        }
        long[] kind = read(flags, entries[0] & FRAME, 1);
        if (kind.length == 0 || (kind[0] & ZERO) != 0) {
            return Window.ABSENT;
        }
        return (kind[0] & (THP | HUGETLB)) != 0 && isHuge(entries(address & -blockSize(), blockPages))
                ? Window.HUGE
                : Window.BASE;
    }

    /**
     * Returns whether the block at this address is one resident huge page, or a part of one: a read of it then finds all its
     * pages. False for the huge zero page, which takes no memory.
     */
    boolean isResidentHugePage(long address) throws RefusedCallException {
        long first = entries(address, 1)[0];
        if (!isPresent(first) || (first & FRAME) % blockPages != 0) {
            return false;
        }
        long[] kind = read(flags, first & FRAME, 1);
        if (kind.length == 0 || (kind[0] & (THP | HUGETLB)) == 0 || (kind[0] & ZERO) != 0) {
            return false;
        }
        return inOrder(entries(address, blockPages));
    }

    private boolean inOrder(long[] entries) {
        for (int i = 0; i < entries.length; i++) {
            if ((entries[i] & (PRESENT | FRAME)) != (PRESENT | (entries[0] & FRAME) + i)) {
                return false;
            }
        }
        return true;
    }

    /** Reads each block, also where nothing is mapped. A range that needs too many reads is refused before the first one. */
    @Override
    public Present of(AddressRange range, long mostBase) throws RefusedCallException {
        long blocks = (range.end() - 1) / blockSize() - range.start() / blockSize() + 1;
        left.take(blocks * ReadLimit.ofBlock(blockPages));
        long huge = 0;
        long base = 0;
        long zero = 0;
        for (long at = range.start(); at < range.end() && base <= mostBase; ) {
            long end = Math.min((at & -blockSize()) + blockSize(), range.end());
            long[] entries = entries(at, (int) ((end - at) / pageSize));
            if (entries.length == blockPages && isHuge(entries)) {
                huge += isZero(entries[0] & FRAME) ? 0 : blockSize();
            } else {
                long present = present(entries);
                base += pageSize * present;
                zero += pageSize
                        * (Arrays.stream(entries).filter(PagemapWalk::isPresent).count() - present);
            }
            at = end;
        }
        return new Present(huge, base, zero);
    }

    @Override
    public boolean hasSwapped(AddressRange range) throws RefusedCallException {
        boolean swapped = false;
        for (long at = range.start(); at < range.end() && !swapped; at += blockSize()) {
            long[] entries = entries(at, (int) (Math.min(blockSize(), range.end() - at) / pageSize));
            swapped = Arrays.stream(entries).anyMatch(entry -> (entry & SWAPPED) != 0);
        }
        return swapped;
    }

    private long blockSize() {
        return blockPages * pageSize;
    }

    private long present(long[] entries) {
        long present = 0;
        long last = 0;
        for (long entry : entries) {
            if (isPresent(entry)) {
                if (zeroFrame < 0 && isPresent(last) && (entry & FRAME) == (last & FRAME)) {
                    zeroFrame = entry & FRAME;
                    return present(entries);
                }
                present += isSharedZero(entry) ? 0 : 1;
            }
            last = entry;
        }
        return present;
    }

    /** Bit 63 is the sign. */
    private static boolean isPresent(long entry) {
        return entry < 0;
    }

    /** Pages of one range that are mapped to the same frame are the shared zero page. */
    private boolean isSharedZero(long entry) {
        return zeroFrame >= 0 && (entry & FRAME) == zeroFrame;
    }

    /** Returns whether the pages of a block are one folio of its size, in order. */
    private boolean isHuge(long[] entries) throws RefusedCallException {
        long first = entries[0] & FRAME;
        if (!isPresent(entries[0]) || first % blockPages != 0 || !inOrder(entries)) {
            return false;
        }
        long[] kinds = read(flags, first, entries.length);
        boolean folio = kinds.length == entries.length && (kinds[0] & HEAD) != 0 && (kinds[0] & (THP | HUGETLB)) != 0;
        for (int i = 1; folio && i < kinds.length; i++) {
            folio = (kinds[i] & TAIL) != 0;
        }
        return folio;
    }

    private boolean isZero(long frame) throws RefusedCallException {
        long[] kind = read(flags, frame, 1);
        return kind.length == 1 && (kind[0] & ZERO) != 0;
    }

    private long[] entries(long address, int count) throws RefusedCallException {
        long begun = System.nanoTime();
        long[] entries = read(pagemap, address / pageSize, count);
        pace.held(System.nanoTime() - begun);
        for (long entry : entries) {
            if (isPresent(entry) && (entry & FRAME) == 0) {
                throw new RefusedCallException(0); // The kernel hides page frame numbers.
            }
        }
        if (entries.length != count) {
            throw new RefusedCallException(0);
        }
        return entries;
    }

    private long[] read(FileChannel channel, long index, int count) throws RefusedCallException {
        buffer.clear().limit(count * Long.BYTES);
        try {
            while (buffer.hasRemaining() && channel.read(buffer, index * Long.BYTES + buffer.position()) > 0) {
                continue;
            }
        } catch (IOException e) {
            throw new RefusedCallException(0);
        }
        buffer.flip();
        long[] values = new long[buffer.remaining() / Long.BYTES];
        buffer.asLongBuffer().get(values);
        return values;
    }

    @Override
    public void close() {
        try (pagemap;
                flags) {
            return;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
