package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The pages of the 2 MiB hugetlb pool that a HotSpot JVM with {@code -XX:+UseLargePages} takes, piece by piece and in
 * the order in which it reserves them. A pool that is too small serves the first pieces. The rest, which is the heap,
 * then stays on base pages.
 *
 * <p>Every piece is reserved whole when the JVM starts; only ZGC takes its heap page by page, {@code -Xms} at start.
 * The heap is billed fully grown. Pieces that depend on the size of a generation assume the default NewRatio. The bill
 * does not contain what a debugger, {@code -XX:+UseNUMA} or {@code glibc.malloc.hugetlb=2} adds.
 *
 * <p>A bill is exact where its bounds are equal: nearly always on 17 and newer. Before, a reservation whose size is no
 * multiple of the page size can start at any base page. The number of huge pages that fit into it then depends on
 * address-space randomisation (reserve_memory_special_huge_tlbfs_mixed in {@code src/hotspot/os/linux/os_linux.cpp}; in
 * 8 {@code hotspot/src/os/linux/vm/os_linux.cpp}). 8, 11, 17, 21, 25, 26, 27 and 28 were measured. A release between
 * two of them is billed at least the lower and at most the higher of both, and a newer one like 28. The default code
 * cache of 25.0.3 and newer takes a page more on some hosts of eight processors or more: its code heaps are rounded up one
 * by one, and that for stubs grows with the number of compiler threads (JDK-8311248). If the processors are not known,
 * the bounds cover both cases.
 *
 * @param pageSize the page size of the pool, 2 MiB
 * @param items the pieces, in the order of reservation
 */
public record PoolBill(Bytes pageSize, List<Item> items) {

    /** The page size that was measured. */
    public static final Bytes PAGE_SIZE = Bytes.ofMiB(2);

    /** The address space that Linux gives a process with five levels of page tables. */
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
     * @param why how that number is computed
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
     * Returns the bill of one JVM on an unknown host.
     *
     * @param maxHeap the maximum heap, {@code -Xmx}
     * @param reservedCodeCache ReservedCodeCacheSize if it is set; else the default of tiered compilation is used.
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
        return of(version, collector, maxHeap, reservedCodeCache, pageSize, OptionalInt.empty(), BASE_PAGE);
    }

    /**
     * Returns the bill on a host with that number of processors and those base pages.
     *
     * @param processors the number that HotSpot sees: a quota of a container lowers it
     * @param basePage the heap is aligned to what a base page of cards covers: 2 MiB with 4 KiB, 32 MiB with 64 KiB
     * @throws IllegalArgumentException as above
     */
    public static PoolBill of(
            JavaVersion version,
            Collector collector,
            Bytes maxHeap,
            Optional<Bytes> reservedCodeCache,
            Bytes pageSize,
            OptionalInt processors,
            Bytes basePage) {
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
        CodeCache code = CodeCache.of(reservedCodeCache).on(version);
        List<Piece> pieces = MeasuredRelease.pieces(
                version.feature(),
                HeapRequest.of(version, collector, maxHeap),
                processors.isPresent() ? code.withCompilers(CodeCache.compilers(processors.getAsInt())) : code,
                PageSizes.of(pageSize),
                basePage);
        return new PoolBill(pageSize, pieces.stream().map(PoolBill::item).toList());
    }

    private static Item item(Piece piece) {
        return new Item(piece.name(), piece.all().min(), piece.all().max(), piece.why());
    }

    /** Returns the lower bound of all pages. */
    public long min() {
        return items.stream().mapToLong(Item::minPages).sum();
    }

    /** Returns the upper bound of all pages. A pool with so many free pages is enough. */
    public long max() {
        return items.stream().mapToLong(Item::maxPages).sum();
    }

    /** Returns whether both bounds are equal. */
    public boolean exact() {
        return min() == max();
    }
}
