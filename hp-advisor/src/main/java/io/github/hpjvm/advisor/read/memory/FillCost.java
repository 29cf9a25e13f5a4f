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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The memory that huge pages would fill: for each naturally aligned block of the size of a huge page that has a present page,
 * the pages that are not present (bit 63 of {@code /proc/PID/pagemap}). A block that a huge page backs has all its pages. The
 * shared zero page, and pages that KSM merged, are present there, but take no memory of their own: a frame counts as absent
 * where two adjacent pages have it and page frame numbers are visible.
 */
public final class FillCost {
    /** Blocks that are read, one call each: those of 8 GiB. Of more blocks a sample is read, unless all are wanted. */
    static final int MOST = 4096;

    private static final long SEED = 203;

    private FillCost() {}

    /**
     * Returns the bytes; an estimate from {@value #MOST} blocks if there are more and not all are wanted: one at random in
     * each part of the same length. All are as many as {@link ReadLimit} permits. Empty if pagemap cannot be read.
     *
     * @param page the size of a base page
     * @param huge the size of a huge page
     */
    public static Optional<Bytes> of(
            Path procRoot, long pid, List<AddressRange> ranges, Bytes page, Bytes huge, boolean all) {
        HugeBlocks blocks = HugeBlocks.in(ranges, huge);
        if (page.isZero() || blocks.count() == 0) {
            return Optional.of(Bytes.ZERO);
        }
        try (SeekableByteChannel pagemap = Files.newByteChannel(ProcessFile.path(procRoot, pid, "pagemap"))) {
            Reader read = new Reader(pagemap, page, huge);
            long most = all ? ReadLimit.ofHost(procRoot) / ReadLimit.ofBlock(huge.value() / page.value()) : MOST;
            long count = Math.min(blocks.count(), most);
            SplittableRandom random = new SplittableRandom(SEED);
            double sum = 0;
            for (long i = 0; i < count; i++) {
                long from = first(i, count, blocks.count());
                long to = first(i + 1, count, blocks.count());
                long index = count == blocks.count() ? i : from + random.nextLong(to - from);
                sum += (double) read.fill(blocks.address(index)) * (to - from);
            }
            return Optional.of(page.times(Math.round(sum / page.value())));
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns the first block of a part of the same length. */
    private static long first(long part, long parts, long blocks) {
        return blocks / parts * part + blocks % parts * part / parts;
    }

    /** Reads single blocks. */
    private static final class Reader {
        private static final long FRAME = (1L << 55) - 1;

        private final SeekableByteChannel pagemap;
        private final long page;
        private final int pages;
        private final ByteBuffer entries;
        private final Pace pace = new Pace();
        private long zeroFrame;

        Reader(SeekableByteChannel pagemap, Bytes page, Bytes huge) {
            this.pagemap = pagemap;
            this.page = page.value();
            this.pages = (int) (huge.value() / page.value());
            this.entries = ByteBuffer.allocate(pages * Long.BYTES).order(ByteOrder.nativeOrder());
        }

        long fill(long address) throws IOException {
            entries.clear();
            pagemap.position(address / page * Long.BYTES);
            long begun = System.nanoTime();
            while (entries.hasRemaining()) {
                if (pagemap.read(entries) <= 0) {
                    throw new IOException("pagemap ends");
                }
            }
            pace.held(System.nanoTime() - begun);
            entries.flip();
            Set<Long> shared = shared();
            int present = 0;
            for (int i = 0; i < pages; i++) {
                long entry = entries.getLong(i * Long.BYTES);
                present += entry < 0 && !shared.contains(entry & FRAME) ? 1 : 0;
            }
            return present == 0 ? 0 : (pages - present) * page;
        }

        /** The frames that two adjacent pages of the block have, and the first such frame of an earlier block. */
        private Set<Long> shared() {
            Set<Long> shared = new HashSet<>();
            long last = 0;
            for (int i = 0; i < pages; i++) {
                long entry = entries.getLong(i * Long.BYTES);
                long frame = entry < 0 ? entry & FRAME : 0;
                if (frame != 0 && frame == last) {
                    shared.add(frame);
                    zeroFrame = zeroFrame == 0 ? frame : zeroFrame;
                }
                last = frame;
            }
            if (zeroFrame != 0) {
                shared.add(zeroFrame);
            }
            return shared;
        }
    }
}
