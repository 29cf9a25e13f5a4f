package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.hotspot.PoolBill.Item;
import java.util.List;
import java.util.Optional;

/**
 * The pages of the code cache, which is reserved first ({@code src/hotspot/share/code/codeCache.cpp}), and of the maps
 * of its segments ({@code src/hotspot/share/memory/heap.cpp}), of one byte for each segment.
 */
final class CodeCachePages {

    private static final Bytes DEFAULT = Bytes.ofMiB(240);

    /** CodeCache::page_size wants room for eight pages, so that not all of the cache is one page. */
    private static final Bytes LEAST = Bytes.ofMiB(16);

    /** What the code heap for stubs and adapters may take: it grows with the number of compiler threads. */
    private static final Bytes LEAST_NON_METHOD = Bytes.ofMiB(4);

    private static final Bytes MOST_NON_METHOD = Bytes.ofMiB(32);

    private CodeCachePages() {}

    static List<Item> items(int release, Optional<Bytes> reserved) {
        Bytes size = reserved.orElse(DEFAULT);
        Span code = code(release, reserved);
        Item item = new Item("code", code.min(), code.max(), why(size, code));
        Span map = code.equals(Span.NONE) ? Span.NONE : segmentMap(release, size);
        return map.max() == 0
                ? List.of(item)
                : List.of(item, new Item("code segment map", map.min(), map.max(), "its map of segments"));
    }

    private static Span code(int release, Optional<Bytes> reserved) {
        Bytes size = reserved.orElse(DEFAULT);
        if (size.compareTo(LEAST) < 0) {
            return Span.NONE;
        }
        if (release >= 25 && reserved.isEmpty()) {
            // The three code heaps are rounded up one by one: 242 MiB (JDK-8311248).
            return Span.exactly(121);
        }
        boolean whole = size.value() % PoolBill.PAGE_SIZE.value() == 0;
        return release == 11 && !whole ? Span.NONE : Reservation.roundedUp(size);
    }

    private static String why(Bytes size, Span code) {
        if (size.compareTo(LEAST) < 0) {
            return "a code cache of " + size + " stays on base pages: below " + LEAST;
        }
        return code.equals(Span.NONE)
                ? "a code cache of " + size + " stays on base pages: Java 11 wants a multiple of the page size"
                : "a code cache of " + size + ", reserved before the heap";
    }

    private static Span segmentMap(int release, Bytes size) {
        if (release == 8) {
            return Reservation.ANYWHERE.pages(size.dividedBy(64));
        }
        Reservation reservation = Reservation.of(release);
        if (size.compareTo(DEFAULT) < 0) {
            return reservation.pages(size.dividedBy(128));
        }
        // SegmentedCodeCache: profiled and non-profiled methods get half each of what stubs leave.
        Bytes least = size.minus(MOST_NON_METHOD).dividedBy(2 * 128);
        Bytes most = size.minus(LEAST_NON_METHOD).dividedBy(2 * 128);
        return reservation.pagesBetween(least, most).times(2);
    }
}
