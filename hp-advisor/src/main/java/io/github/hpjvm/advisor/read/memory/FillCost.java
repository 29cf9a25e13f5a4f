package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The memory that huge pages would fill: for each naturally aligned block of the size of a huge page that has a present page,
 * the pages that are not present (bit 63 of {@code /proc/PID/pagemap}). A block that a huge page backs has all its pages. The
 * zero page is present there, although a huge page would replace it.
 */
public final class FillCost {
    /** Blocks that are read, one call each: those of 2 GiB. Of more blocks a sample is read, unless all are wanted. */
    static final int MOST = 1024;

    private static final long SEED = 203;

    private FillCost() {}

    /**
     * Returns the bytes; an estimate from {@value #MOST} blocks if there are more and not all are wanted. Empty if pagemap
     * cannot be read.
     *
     * @param page the size of a base page
     * @param huge the size of a huge page
     */
    public static Optional<Bytes> of(
            Path procRoot, long pid, List<AddressRange> ranges, Bytes page, Bytes huge, boolean all) {
        List<long[]> runs = new ArrayList<>();
        long blocks = 0;
        for (AddressRange range : ranges) {
            long first = (range.start() + huge.value() - 1) / huge.value();
            long count = range.end() / huge.value() - first;
            if (range.start() >= 0 && count > 0) {
                runs.add(new long[] {first, count});
                blocks += count;
            }
        }
        if (page.isZero() || blocks == 0) {
            return Optional.of(Bytes.ZERO);
        }
        try (SeekableByteChannel pagemap = Files.newByteChannel(ProcessFile.path(procRoot, pid, "pagemap"))) {
            Blocks read = new Blocks(pagemap, page, huge);
            boolean sampled = blocks > MOST && !all;
            long sum = 0;
            if (sampled) {
                SplittableRandom random = new SplittableRandom(SEED);
                for (int i = 0; i < MOST; i++) {
                    sum += read.fill(at(runs, random.nextLong(blocks)));
                }
                sum = Math.round((double) sum / MOST * blocks);
            } else {
                for (long i = 0; i < blocks; i++) {
                    sum += read.fill(at(runs, i));
                }
            }
            return Optional.of(Bytes.of(sum));
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns the number of a block in the address space. */
    private static long at(List<long[]> runs, long index) {
        long left = index;
        for (long[] run : runs) {
            if (left < run[1]) {
                return run[0] + left;
            }
            left -= run[1];
        }
        throw new IllegalArgumentException("no block " + index);
    }

    /** Reads single blocks. */
    private static final class Blocks {
        private final SeekableByteChannel pagemap;
        private final long page;
        private final int pages;
        private final ByteBuffer entries;
        private final Pace pace = new Pace();

        Blocks(SeekableByteChannel pagemap, Bytes page, Bytes huge) {
            this.pagemap = pagemap;
            this.page = page.value();
            this.pages = (int) (huge.value() / page.value());
            this.entries = ByteBuffer.allocate(pages * Long.BYTES).order(ByteOrder.nativeOrder());
        }

        long fill(long block) throws IOException {
            entries.clear();
            pagemap.position(block * pages * Long.BYTES);
            long begun = System.nanoTime();
            while (entries.hasRemaining()) {
                if (pagemap.read(entries) <= 0) {
                    throw new IOException("pagemap ends");
                }
            }
            pace.held(System.nanoTime() - begun);
            entries.flip();
            int present = 0;
            while (entries.hasRemaining()) {
                present += entries.getLong() < 0 ? 1 : 0;
            }
            return present == 0 ? 0 : (pages - present) * page;
        }
    }
}
