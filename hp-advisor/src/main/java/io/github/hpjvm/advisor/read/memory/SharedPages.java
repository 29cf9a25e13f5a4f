package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The share of resident pages that another process maps as well, as after fork(2): bit 56 of the entries of
 * {@code /proc/PID/pagemap} is set for a page that is mapped once (Documentation/admin-guide/mm/pagemap.rst).
 */
public final class SharedPages {

    private static final long PRESENT = 1L << 63;
    private static final long EXCLUSIVE = 1L << 56;
    private static final long SEED = 7;

    private SharedPages() {}

    /**
     * Returns the share in a sample of single pages; empty if none of them is present, or the file cannot be read.
     *
     * @param pageSize the size of a base page
     * @param most the number of pages that are read
     */
    public static Optional<Double> sample(Path procRoot, long pid, List<AddressRange> ranges, long pageSize, int most) {
        long pages = ranges.stream().mapToLong(r -> r.size().value() / pageSize).sum();
        if (pages == 0) {
            return Optional.empty();
        }
        SplittableRandom random = new SplittableRandom(SEED);
        ByteBuffer entry = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        Pace pace = new Pace();
        int present = 0;
        int shared = 0;
        try (SeekableByteChannel pagemap = Files.newByteChannel(ProcessFile.path(procRoot, pid, "pagemap"))) {
            for (int i = 0; i < most; i++) {
                long address = address(ranges, random.nextLong(pages), pageSize);
                pagemap.position(address / pageSize * Long.BYTES);
                long begun = System.nanoTime();
                entry.clear();
                if (pagemap.read(entry) < Long.BYTES) {
                    return Optional.empty();
                }
                pace.held(System.nanoTime() - begun);
                long bits = entry.getLong(0);
                present += (bits & PRESENT) != 0 ? 1 : 0;
                shared += (bits & PRESENT) != 0 && (bits & EXCLUSIVE) == 0 ? 1 : 0;
            }
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
        return present == 0 ? Optional.empty() : Optional.of((double) shared / present);
    }

    private static long address(List<AddressRange> ranges, long page, long pageSize) {
        long left = page;
        for (AddressRange range : ranges) {
            long inside = range.size().value() / pageSize;
            if (left < inside) {
                return range.start() + left * pageSize;
            }
            left -= inside;
        }
        throw new IllegalArgumentException("no page " + page);
    }
}
