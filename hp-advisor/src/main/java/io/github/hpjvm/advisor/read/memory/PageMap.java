package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;

/**
 * The present pages of a process: bit 63 of the entries of {@code /proc/PID/pagemap}
 * (Documentation/admin-guide/mm/pagemap.rst). It shows each base page, also those of huge pages and of hugetlb, and the
 * zero page, which smaps does not count.
 */
public final class PageMap {

    private static final int ENTRY = Long.BYTES;

    /** Length of one read: the entries of 4 MiB of addresses with base pages of 4 KiB. */
    private static final int CHUNK = 8 * 1024;

    private final Path file;
    private final Bytes pageSize;
    private final Bytes most;

    private final Path procRoot;
    private Optional<ReadLimit> left = Optional.empty();

    /**
     * Creates the reader.
     *
     * @param pageSize the size of a base page
     * @param most no larger range is read: reading takes about 6 ms for each GiB of it
     */
    public PageMap(Path procRoot, long pid, Bytes pageSize, Bytes most) {
        this.procRoot = procRoot;
        this.file = ProcessFile.path(procRoot, pid, "pagemap");
        this.pageSize = pageSize;
        this.most = most;
    }

    Bytes pageSize() {
        return pageSize;
    }

    /**
     * Returns a bit for each page of a range, set if it is present. Empty if the range is too large, its ends are not
     * on pages, or the file cannot be read to its end. Empty also if all ranges together need more reads than {@link
     * ReadLimit} permits: a process has 65 530 mappings.
     */
    public Optional<BitSet> present(AddressRange range) {
        long page = pageSize.value();
        boolean readable = page > 0 && range.start() >= 0 && range.start() % page == 0 && range.end() % page == 0;
        if (!readable || range.size().compareTo(most) > 0) {
            return Optional.empty();
        }
        if (!isLeft(range.size().value() / page * ENTRY / CHUNK + 1)) {
            return Optional.empty();
        }
        int pages = (int) (range.size().value() / page);
        BitSet present = new BitSet(pages);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(range.start() / page * ENTRY);
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(CHUNK, (long) pages * ENTRY))
                    .order(ByteOrder.nativeOrder());
            Pace pace = new Pace();
            int at = 0;
            while (at < pages) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), (long) (pages - at) * ENTRY));
                long begun = System.nanoTime();
                if (channel.read(buffer) <= 0) {
                    return Optional.empty();
                }
                pace.held(System.nanoTime() - begun);
                buffer.flip();
                while (buffer.remaining() >= ENTRY) {
                    if (buffer.getLong() < 0) {
                        present.set(at);
                    }
                    at++;
                }
            }
            return Optional.of(present);
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    private boolean isLeft(long reads) {
        if (left.isEmpty()) {
            left = Optional.of(new ReadLimit());
            left.get().set(ReadLimit.ofHost(procRoot));
        }
        try {
            left.get().take(reads);
            return true;
        } catch (RefusedCallException e) {
            return false;
        }
    }
}
