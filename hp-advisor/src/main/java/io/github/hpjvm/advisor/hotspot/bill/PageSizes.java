package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The large page sizes that a JVM may use: os::page_sizes() in {@code src/hotspot/share/runtime/os.cpp} without the
 * base page.
 *
 * @param sizes the largest first; the largest one is os::large_page_size(). None if it uses no large pages
 */
public record PageSizes(List<Bytes> sizes) {

    private static final Bytes SMALLEST = Bytes.ofKiB(4);
    private static final Bytes LARGEST = Bytes.ofGiB(16);

    /** Base pages alone. */
    public static final PageSizes NONE = new PageSizes(List.of());

    public PageSizes {
        List<Bytes> largestFirst = new ArrayList<>(sizes);
        largestFirst.sort(Comparator.reverseOrder());
        sizes = List.copyOf(largestFirst);
    }

    /**
     * Returns whether some processor has pages of that size: a power of two from 4 KiB to 16 GiB. The size in a damaged
     * fact may be another one.
     */
    public static boolean exists(Bytes size) {
        return Long.bitCount(size.value()) == 1 && size.compareTo(SMALLEST) >= 0 && size.compareTo(LARGEST) <= 0;
    }

    /** Returns that size alone. */
    public static PageSizes of(Bytes size) {
        return new PageSizes(List.of(size));
    }

    /**
     * Returns the largest one.
     *
     * @throws IndexOutOfBoundsException if there are none
     */
    public Bytes largest() {
        return sizes.get(0);
    }

    /** Returns whether the JVM uses base pages alone. */
    public boolean isEmpty() {
        return sizes.isEmpty();
    }

    /** Returns the sizes for retries of a reservation that failed at {@code size}, in their order. */
    public List<Bytes> smallerThan(Bytes size) {
        return sizes.stream().filter(one -> one.compareTo(size) < 0).toList();
    }

    /**
     * os::page_size_for_region_unaligned: returns the largest size for which {@code pages} pages fit into the region;
     * empty if there is none.
     */
    public Optional<Bytes> fitting(Bytes region, int pages) {
        return First.of(sizes, size -> size.compareTo(region.dividedBy(pages)) <= 0);
    }

    /** os::page_size_for_region_aligned: the same, among the sizes that divide the region. */
    Optional<Bytes> dividing(Bytes region, int pages) {
        return new PageSizes(sizes.stream()
                        .filter(size -> region.value() % size.value() == 0)
                        .toList())
                .fitting(region, pages);
    }
}
