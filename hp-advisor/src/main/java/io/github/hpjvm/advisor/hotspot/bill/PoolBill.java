package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How many pages of the 2 MiB hugetlb pool a HotSpot JVM with {@code -XX:+UseLargePages} takes, piece by piece and in
 * the order in which it reserves them: a pool that is too small serves the first ones and leaves the rest, which is
 * the heap, on base pages.
 *
 * <p>Every piece is reserved whole when the JVM starts; only ZGC takes its heap page by page, {@code -Xms} at start.
 * The heap is billed fully grown. Pieces that depend on the size of a generation assume the default NewRatio. Not
 * billed is what a debugger, {@code -XX:+UseNUMA} or {@code glibc.malloc.hugetlb=2} adds.
 *
 * <p>A bill is exact where its bounds are equal: nearly always on 17 and newer. Before, a reservation whose size is no
 * multiple of the page size can start at any base page, and which huge pages fit into it then depends on address-space
 * randomisation (reserve_memory_special_huge_tlbfs_mixed in {@code src/hotspot/os/linux/os_linux.cpp}; in 8
 * {@code hotspot/src/os/linux/vm/os_linux.cpp}). 8, 11, 17, 21, 25, 26, 27 and 28 were measured; a release between
 * two of them is billed at least the lower and at most the higher of both, and a newer one like 28. The default code
 * cache of 23 and newer takes a page more on some hosts of eight processors or more: its code heaps are rounded up one by
 * one, and that for stubs grows with the number of compiler threads (JDK-8311248). Where the processors are not known it
 * is billed both ways.
 *
 * @param pageSize the page size of the pool, 2 MiB
 * @param items the pieces, in the order of reservation
 */
public record PoolBill(Bytes pageSize, List<Item> items) {

    /** The page size that was measured. */
    public static final Bytes PAGE_SIZE = Bytes.ofMiB(2);

    /** What Linux leaves to a process with five levels of page tables. */
    private static final Bytes ADDRESS_SPACE = Bytes.ofGiB(1L << 26);

    private static final Bytes BASE_PAGE = Bytes.ofKiB(4);

    public PoolBill {
        Objects.requireNonNull(pageSize, "pageSize");
        items = List.copyOf(items);
    }

    /**
     * One piece of memory.
     *
     * @param region {@code code}, {@code heap}, or the name of another piece
     * @param minPages at least so many pages
     * @param maxPages at most so many pages
     * @param why how that number comes about
     */
    public record Item(String region, long minPages, long maxPages, String why) {
        public Item {
            Objects.requireNonNull(region, "region");
            Objects.requireNonNull(why, "why");
            if (minPages < 0 || minPages > maxPages) {
                throw new IllegalArgumentException("not an interval of pages: " + minPages + " to " + maxPages);
            }
        }
    }

    /**
     * The bill of one JVM on a host of which nothing is known.
     *
     * @param maxHeap the maximum heap, {@code -Xmx}
     * @param reservedCodeCache ReservedCodeCacheSize if it is set; else the default of tiered compilation is taken.
     *     Without tiered compilation HotSpot reserves 48 MiB, which has to be given here
     * @param pageSize the page size of the pool
     * @throws IllegalArgumentException if that release does not have the collector or is older than 8, if the heap is
     *     zero or larger than an address space, and for any page size but 2 MiB: nothing else was measured
     */
    public static PoolBill of(
            JavaVersion version,
            Collector collector,
            Bytes maxHeap,
            Optional<Bytes> reservedCodeCache,
            Bytes pageSize) {
        return of(version, collector, maxHeap, CodeCache.of(reservedCodeCache), pageSize);
    }

    /**
     * The same on a host with that number of processors.
     *
     * @param processors those that HotSpot sees: fewer than the host has where a container has a quota
     * @throws IllegalArgumentException as above
     */
    public static PoolBill of(
            JavaVersion version,
            Collector collector,
            Bytes maxHeap,
            Optional<Bytes> reservedCodeCache,
            Bytes pageSize,
            int processors) {
        CodeCache code = CodeCache.of(reservedCodeCache).withCompilers(CodeCache.compilers(processors));
        return of(version, collector, maxHeap, code, pageSize);
    }

    private static PoolBill of(
            JavaVersion version, Collector collector, Bytes maxHeap, CodeCache code, Bytes pageSize) {
        if (!pageSize.equals(PAGE_SIZE)) {
            throw new IllegalArgumentException("only pools of 2 MiB pages can be billed, not of " + pageSize);
        }
        if (version.feature() < 8 || !collector.isIn(version.feature())) {
            throw new IllegalArgumentException("Java " + version + " has no " + collector + " that we know");
        }
        if (maxHeap.isZero()) {
            throw new IllegalArgumentException("a JVM needs a heap");
        }
        if (maxHeap.compareTo(ADDRESS_SPACE) > 0) {
            throw new IllegalArgumentException("no process has room for a heap of " + maxHeap);
        }
        List<Piece> pieces = MeasuredRelease.pieces(
                version.feature(), HeapRequest.of(collector, maxHeap), code, PageSizes.of(pageSize), BASE_PAGE);
        return new PoolBill(pageSize, pieces.stream().map(PoolBill::item).toList());
    }

    private static Item item(Piece piece) {
        return new Item(piece.name(), piece.all().min(), piece.all().max(), piece.why());
    }

    /** At least so many pages are taken in all. */
    public long min() {
        return items.stream().mapToLong(Item::minPages).sum();
    }

    /** At most so many pages are taken in all: a pool that has them free is enough. */
    public long max() {
        return items.stream().mapToLong(Item::maxPages).sum();
    }

    /** Whether the number is known to the page. */
    public boolean exact() {
        return min() == max();
    }
}
