package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pages of the code cache, which is reserved first ({@code src/hotspot/share/code/codeCache.cpp}), and of the maps
 * of its segments ({@code src/hotspot/share/memory/heap.cpp}), of one byte for each segment.
 */
public final class CodeCachePages {

    /** CodeCache::page_size wants room for eight pages, so that not all of the cache is one page. */
    public static final int LEAST_PAGES = 8;

    /** What the code heap for stubs and adapters may take: it grows with the number of compiler threads. */
    private static final Bytes LEAST_NON_METHOD = Bytes.ofMiB(4);

    private static final Bytes MOST_NON_METHOD = Bytes.ofMiB(32);

    private CodeCachePages() {}

    static List<Piece> pieces(int release, CodeCache cache, PageSizes sizes) {
        Optional<Bytes> page = pageSize(release, cache, sizes);
        if (page.isEmpty()) {
            return List.of(new Piece(
                    RegionName.CODE, "code", 1, smallest(sizes), Span.NONE, false, tooSmall(release, cache, sizes)));
        }
        List<Piece> pieces = new ArrayList<>();
        String why = "a code cache of " + cache.size() + ", reserved before the heap";
        pieces.add(new Piece(RegionName.CODE, "code", 1, page.get(), code(release, cache, page.get()), true, why));
        Span map = segmentMap(release, cache.size(), smallest(sizes));
        if (map.max() > 0) {
            pieces.add(new Piece(
                    RegionName.GC, "code segment map", 1, smallest(sizes), map, false, "its map of segments"));
        }
        return pieces;
    }

    /** What the code cache is reserved with; empty for base pages. 9 to 16 want a multiple of the page size. */
    public static Optional<Bytes> pageSize(int release, CodeCache cache, PageSizes sizes) {
        return release > 8 && release < 17
                ? sizes.dividing(cache.size(), LEAST_PAGES)
                : sizes.fitting(cache.size(), LEAST_PAGES);
    }

    private static Bytes smallest(PageSizes sizes) {
        return sizes.sizes().get(sizes.sizes().size() - 1);
    }

    private static Span code(int release, CodeCache cache, Bytes page) {
        boolean roundsEach =
                release >= 23 && cache.segmented() && cache.reserved().isEmpty();
        if (!roundsEach) {
            return Span.exactly(cache.size().dividedRoundingUp(page));
        }
        // The three code heaps are rounded up one by one (JDK-8311248).
        return cache.nonMethods()
                .map(least -> Span.exactly(rounded(cache.size(), least, page)))
                .orElseGet(() -> roundedSomehow(cache.size(), page));
    }

    private static Span roundedSomehow(Bytes size, Bytes page) {
        Span span = Span.exactly(rounded(size, CodeCache.nonMethods(2), page));
        for (int compilers = 3; compilers <= 40; compilers++) {
            span = span.hull(Span.exactly(rounded(size, CodeCache.nonMethods(compilers), page)));
        }
        return span;
    }

    private static long rounded(Bytes size, Bytes nonMethods, Bytes page) {
        Bytes methods = size.minus(nonMethods).dividedBy(2);
        return nonMethods.dividedRoundingUp(page) + 2 * methods.dividedRoundingUp(page);
    }

    private static String tooSmall(int release, CodeCache cache, PageSizes sizes) {
        Bytes least = smallest(sizes).times(LEAST_PAGES);
        String stays = "a code cache of " + cache.size() + " stays on base pages: ";
        return cache.size().compareTo(least) < 0
                ? stays + "below " + least
                : stays + "Java " + release + " wants a multiple of the page size";
    }

    private static Span segmentMap(int release, Bytes size, Bytes page) {
        if (release == 8) {
            return Reservation.ANYWHERE.pages(size.dividedBy(64), page);
        }
        Reservation reservation = Reservation.of(release);
        if (size.compareTo(CodeCache.DEFAULT) < 0) {
            return reservation.pages(size.dividedBy(128), page);
        }
        // SegmentedCodeCache: profiled and non-profiled methods get half each of what stubs leave.
        Bytes least = size.minus(MOST_NON_METHOD.min(size)).dividedBy(2 * 128);
        Bytes most = size.minus(LEAST_NON_METHOD).dividedBy(2 * 128);
        return reservation.pagesBetween(least, most, page).times(2);
    }
}
