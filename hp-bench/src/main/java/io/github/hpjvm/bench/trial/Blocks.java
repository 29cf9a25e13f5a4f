package io.github.hpjvm.bench.trial;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The blocks of a process that a trial changes, and the pages that backed them when it began. A block is naturally aligned
 * and as large as a huge page.
 */
public final class Blocks {
    /** A block of which fewer pages are resident stays as it is: most of a huge page would be new memory. */
    private static final double LEAST_RESIDENT = 0.5;

    private final long size;
    private final long[] starts;
    private final BitSet huge;
    private final long resident;
    private final long growth;
    private final long outside;

    private Blocks(long size, long[] starts, BitSet huge, long resident, long growth, long outside) {
        this.size = size;
        this.starts = starts;
        this.huge = huge;
        this.resident = resident;
        this.growth = growth;
        this.outside = outside;
    }

    /**
     * One block as it was found.
     *
     * @param huge its bytes on a huge page
     * @param base its bytes on base pages
     * @param zero its bytes on shared zero pages, to which a split maps pages that are full of zeros
     * @param swapped whether pages of it are in swap
     */
    public record Found(long start, long huge, long base, long zero, boolean swapped) {

        /** A block without zero pages and pages in swap. */
        public Found(long start, long huge, long base) {
            this(start, huge, base, 0, false);
        }

        /**
         * Returns whether it has pages of its own. If not, the process has returned it, or it is full of zeros; Linux before 6.18
         * makes no huge page of shared zero pages only (hpage_collapse_scan_pmd in {@code mm/khugepaged.c}).
         */
        public boolean isResident() {
            return huge + base > 0;
        }

        /** Bytes that the process has more of if a copy makes it huge: a copy makes no page where nothing is mapped. */
        public long growth(long size) {
            return huge + base + zero > 0 ? Math.max(0, size - huge - base) : 0;
        }
    }

    /** Chooses the blocks that can be huge. A copy would read the pages of a block from swap, and leave them in memory. */
    public static Blocks choose(long size, List<Found> found) {
        List<Found> chosen = new ArrayList<>();
        long outside = 0;
        for (Found one : found) {
            if (one.huge() + one.base() >= LEAST_RESIDENT * size && !one.swapped()) {
                chosen.add(one);
            } else {
                outside += one.huge() + one.base();
            }
        }
        BitSet huge = new BitSet();
        long resident = 0;
        long growth = 0;
        for (int i = 0; i < chosen.size(); i++) {
            Found one = chosen.get(i);
            huge.set(i, isHuge(one, size));
            resident += one.huge() + one.base();
            growth += one.growth(size);
        }
        return new Blocks(size, chosen.stream().mapToLong(Found::start).toArray(), huge, resident, growth, outside);
    }

    /**
     * Restores blocks that were saved.
     *
     * @param huge parts of them, which do not overlap
     */
    public static Blocks saved(long size, List<AddressRange> all, List<AddressRange> huge) {
        long[] starts = all.stream()
                .flatMapToLong(range -> startsIn(size, range).stream().mapToLong(Long::longValue))
                .toArray();
        NavigableMap<Long, AddressRange> sorted = new TreeMap<>(Long::compareUnsigned);
        huge.forEach(range -> sorted.put(range.start(), range));
        BitSet set = new BitSet();
        for (int i = 0; i < starts.length; i++) {
            Map.Entry<Long, AddressRange> before = sorted.floorEntry(starts[i]);
            set.set(i, before != null && before.getValue().contains(starts[i]));
        }
        return new Blocks(size, starts, set, starts.length * size, 0, 0);
    }

    /**
     * Returns these blocks, and those of the others that are not among them, as they were. A block of both counts as huge if it was
     * so in both: else one of two changes made it huge.
     */
    public Blocks with(Blocks others) {
        Set<Long> known = new HashSet<>();
        LongStream.of(starts).forEach(known::add);
        Set<Long> based = new HashSet<>();
        IntStream.range(0, others.count()).filter(i -> !others.wasHuge(i)).forEach(i -> based.add(others.start(i)));
        int[] more = IntStream.range(0, others.count())
                .filter(i -> !known.contains(others.start(i)))
                .toArray();
        BitSet set = (BitSet) huge.clone();
        IntStream.range(0, count()).filter(i -> based.contains(starts[i])).forEach(set::clear);
        long[] all = Arrays.copyOf(starts, count() + more.length);
        for (int i = 0; i < more.length; i++) {
            all[count() + i] = others.start(more[i]);
            set.set(count() + i, others.wasHuge(more[i]));
        }
        return new Blocks(size, all, set, resident + others.resident, growth + others.growth, outside + others.outside);
    }

    /** Returns those of these blocks that begin in one of the ranges, as they were. */
    public Blocks within(List<AddressRange> ranges) {
        return only(index -> ranges.stream().anyMatch(range -> range.contains(starts[index])));
    }

    /** Returns these blocks without those that are among others. */
    public Blocks without(Blocks others) {
        Set<Long> gone = new HashSet<>();
        LongStream.of(others.starts).forEach(gone::add);
        return only(index -> !gone.contains(starts[index]));
    }

    /** Returns those of these blocks that no huge page backed: the only ones that a collapse changes. */
    public Blocks onBase() {
        return only(index -> !huge.get(index));
    }

    private Blocks only(IntPredicate wanted) {
        int[] kept = IntStream.range(0, count()).filter(wanted).toArray();
        BitSet set = new BitSet();
        for (int i = 0; i < kept.length; i++) {
            set.set(i, huge.get(kept[i]));
        }
        long[] some = IntStream.of(kept).mapToLong(index -> starts[index]).toArray();
        return new Blocks(size, some, set, some.length * size, 0, 0);
    }

    /** A number of blocks in words: {@code 128 blocks of 2 MiB}. */
    public static String words(int count, long size) {
        return count + (count == 1 ? " block of " : " blocks of ") + Bytes.of(size);
    }

    /** Returns the starts of the whole blocks in a range. */
    public static List<Long> startsIn(long size, AddressRange range) {
        List<Long> starts = new ArrayList<>();
        for (long at = range.start() + size - 1 & -size;
                Long.compareUnsigned(range.end(), at) > 0 && range.end() - at >= size;
                at += size) {
            starts.add(at);
        }
        return starts;
    }

    /** Returns whether a huge page backs the block. */
    public static boolean isHuge(Found found, long size) {
        return found.huge() >= size;
    }

    public int count() {
        return starts.length;
    }

    /** The size of a block. */
    public long size() {
        return size;
    }

    public long start(int index) {
        return starts[index];
    }

    /** Returns whether a huge page backed it when the trial began. */
    public boolean wasHuge(int index) {
        return huge.get(index);
    }

    /** The number of blocks that were huge when the trial began. */
    public int hugeBefore() {
        return huge.cardinality();
    }

    /** The number of blocks that had other pages than wanted when they were chosen. */
    public int differing(PageState wanted) {
        return wanted == PageState.THP ? count() - hugeBefore() : hugeBefore();
    }

    /** Bytes of the blocks that were resident. */
    public long resident() {
        return resident;
    }

    /** Bytes that the process has more of if all blocks are huge. */
    public long growth() {
        return growth;
    }

    /** Resident bytes outside of the blocks. */
    public long outside() {
        return outside;
    }

    /** Returns whether that is more than 5 % of the resident bytes. */
    public boolean isMuchOutside() {
        return outside > (1 - TrialTurn.REALISED) * (resident + outside);
    }

    /** Returns the state of a block that ends a trial: the one in which it was found. */
    public PageState before(int index) {
        return huge.get(index) ? PageState.THP : PageState.BASE;
    }

    /** All blocks, adjacent ones joined. */
    public List<AddressRange> ranges() {
        return joined(index -> true);
    }

    /** The blocks that were huge, adjacent ones joined. */
    public List<AddressRange> hugeRanges() {
        return joined(huge::get);
    }

    private List<AddressRange> joined(IntPredicate wanted) {
        long[] sorted = IntStream.range(0, starts.length)
                .filter(wanted)
                .mapToLong(index -> starts[index])
                .toArray();
        Arrays.sort(sorted);
        List<AddressRange> ranges = new ArrayList<>();
        for (int i = 0; i < sorted.length; ) {
            int end = i + 1;
            while (end < sorted.length && sorted[end] == sorted[end - 1] + size) {
                end++;
            }
            ranges.add(new AddressRange(sorted[i], sorted[end - 1] + size));
            i = end;
        }
        return ranges;
    }
}
