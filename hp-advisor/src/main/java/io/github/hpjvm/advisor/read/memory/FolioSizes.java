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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The sizes of the folios that back ranges of a process: THP smaller than the PMD size (mTHP), which smaps does not
 * show. It reads {@code /proc/PID/pagemap} and {@code /proc/kpageflags}, which needs CAP_SYS_ADMIN.
 */
public final class FolioSizes {

    /**
     * The bytes on folios of one size.
     *
     * @param min lower bound; with 95 % confidence if only a sample was read
     * @param max upper bound, likewise
     */
    public record Range(Bytes min, Bytes max) {}

    private static final long SEED = 11;

    /** Standard errors on each side of an estimate. */
    private static final double DEVIATIONS = 2;

    /** A sample has at least so many blocks. */
    private static final int LEAST = 64;

    private final Path pagemap;
    private final Path kpageflags;
    private final long pageSize;
    private final long pmdSize;

    /**
     * Creates the reader.
     *
     * @param pageSize the size of a base page
     * @param pmdSize the size of a THP that a PMD maps
     */
    public FolioSizes(Path procRoot, long pid, Bytes pageSize, Bytes pmdSize) {
        this.pagemap = ProcessFile.path(procRoot, pid, "pagemap");
        this.kpageflags = procRoot.resolve("kpageflags");
        this.pageSize = pageSize.value();
        this.pmdSize = pmdSize.value();
    }

    /**
     * Returns the bytes by size of folio, for sizes between base page and PMD size; sizes that do not occur are left
     * out. The blocks of PMD size are read in random order until all are read or the time is over. Empty if the files
     * cannot be read.
     *
     * @param millis time limit
     */
    public Optional<Map<Bytes, Range>> of(List<AddressRange> ranges, long millis) {
        Blocks blocks = new Blocks(ranges, pmdSize);
        Shuffled order = new Shuffled(blocks.count());
        long deadline = System.nanoTime() + millis * 1_000_000;
        List<Map<Integer, Long>> counts = new ArrayList<>();
        Pace pace = new Pace();
        try (SeekableByteChannel entries = Files.newByteChannel(pagemap);
                SeekableByteChannel flags = Files.newByteChannel(kpageflags)) {
            while (order.hasNext() && (counts.size() < LEAST || System.nanoTime() <= deadline)) {
                AddressRange block = blocks.get(order.next());
                FolioCount count = new FolioCount();
                int pages = (int) (block.size().value() / pageSize);
                long begun = System.nanoTime();
                long[] ofBlock = read(entries, block.start() / pageSize, pages);
                pace.held(System.nanoTime() - begun);
                count.add(ofBlock, (pfn, more) -> read(flags, pfn, more));
                if (count.isHidden()) {
                    return Optional.empty();
                }
                counts.add(count.pages());
            }
        } catch (IOException | UncheckedReadException | SecurityException e) {
            return Optional.empty();
        }
        return Optional.of(estimate(counts, blocks.count()));
    }

    private Map<Bytes, Range> estimate(List<Map<Integer, Long>> counts, long blocks) {
        Map<Integer, double[]> sums = new TreeMap<>();
        for (Map<Integer, Long> count : counts) {
            count.forEach((size, pages) -> {
                if (size > 1 && size * pageSize < pmdSize) {
                    double[] sum = sums.computeIfAbsent(size, key -> new double[2]);
                    sum[0] += pages;
                    sum[1] += (double) pages * pages;
                }
            });
        }
        Map<Bytes, Range> sizes = new TreeMap<>();
        int n = counts.size();
        sums.forEach((size, sum) -> {
            double mean = sum[0] / n;
            double rest = 1 - (double) n / blocks;
            double variance = n < 2 ? 0 : Math.max(0, sum[1] - n * mean * mean) / (n - 1) / n * rest;
            double error = DEVIATIONS * Math.sqrt(variance) * blocks;
            double total = mean * blocks;
            sizes.put(Bytes.of(size * pageSize), new Range(bytes(total - error), bytes(total + error)));
        });
        return sizes;
    }

    private Bytes bytes(double pages) {
        return Bytes.of(Math.max(0, Math.round(pages)) * pageSize);
    }

    /** The parts of ranges in each block of PMD size, by number. A range of any size takes the same memory. */
    private static final class Blocks {
        private final long size;
        private final List<AddressRange> ranges = new ArrayList<>();

        /** Number of blocks before each range, and of all. */
        private final long[] before;

        Blocks(List<AddressRange> all, long size) {
            this.size = size;
            all.stream()
                    .filter(range -> range.start() >= 0 && range.end() > range.start())
                    .forEach(ranges::add);
            this.before = new long[ranges.size() + 1];
            for (int i = 0; i < ranges.size(); i++) {
                AddressRange range = ranges.get(i);
                before[i + 1] = before[i] + (range.end() - 1) / size - range.start() / size + 1;
            }
        }

        long count() {
            return before[ranges.size()];
        }

        AddressRange get(long number) {
            int at = Arrays.binarySearch(before, number);
            AddressRange range = ranges.get(at >= 0 ? at : -at - 2);
            long block = range.start() / size + number - before[at >= 0 ? at : -at - 2];
            return new AddressRange(
                    Math.max(range.start(), block * size), Math.min(range.end() - block * size, size) + block * size);
        }
    }

    /** The numbers below a count in random order. Only the numbers that were drawn take memory. */
    private static final class Shuffled {
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final Map<Long, Long> moved = new HashMap<>();
        private final long count;
        private long drawn;

        Shuffled(long count) {
            this.count = count;
        }

        boolean hasNext() {
            return drawn < count;
        }

        /** Draws one of those that are left, and puts the first of them in its place. */
        long next() {
            long place = random.nextLong(drawn, count);
            long first = at(drawn);
            long number = at(place);
            moved.put(place, first);
            moved.remove(drawn);
            drawn++;
            return number;
        }

        private long at(long place) {
            return moved.getOrDefault(place, place);
        }
    }

    private static long[] read(SeekableByteChannel channel, long index, int count) {
        ByteBuffer buffer = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.nativeOrder());
        try {
            channel.position(index * Long.BYTES);
            while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                // The kernel returns parts of large reads.
            }
        } catch (IOException e) {
            throw new UncheckedReadException(e);
        }
        buffer.flip();
        long[] values = new long[buffer.remaining() / Long.BYTES];
        buffer.asLongBuffer().get(values);
        return values;
    }

    /** Carries a failed read out of a callback. */
    private static final class UncheckedReadException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UncheckedReadException(IOException cause) {
            super(cause);
        }
    }
}
