package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The pages of the code cache, which is reserved first ({@code src/hotspot/share/code/codeCache.cpp}), and of its
 * segment maps ({@code src/hotspot/share/memory/heap.cpp}), with one byte for each segment.
 */
public final class CodeCachePages {

    /** CodeCache::page_size requires room for eight pages, so that one page does not hold the whole cache. */
    public static final int LEAST_PAGES = 8;

    /** Bytes of code in a segment of 8. */
    private static final int BYTES_OF_SEGMENT_OF_8 = 64;

    private static final int MOST_COMPILERS = 40;

    private CodeCachePages() {}

    static List<Piece> pieces(int release, CodeCache cache, PageSizes sizes) {
        Optional<Bytes> page = pageSize(cache, sizes);
        if (page.isEmpty()) {
            return List.of(new Piece(
                    RegionName.CODE, "code", 1, smallest(sizes), Span.NONE, false, onBasePages(cache, sizes)));
        }
        List<Piece> pieces = new ArrayList<>();
        String why = "a code cache of " + cache.whole() + ", reserved before the heap";
        pieces.add(new Piece(RegionName.CODE, "code", 1, page.get(), code(release, cache, page.get()), true, why));
        segmentMap(release, cache, page.get(), sizes).ifPresent(pieces::add);
        return pieces;
    }

    /** Returns the page size of the code cache's reservation; empty for base pages. */
    public static Optional<Bytes> pageSize(CodeCache cache, PageSizes sizes) {
        int least = cache.fitsOnePage() ? 1 : LEAST_PAGES;
        return cache.isExact() ? sizes.dividing(cache.size(), least) : sizes.fitting(cache.size(), least);
    }

    private static Bytes smallest(PageSizes sizes) {
        return sizes.sizes().get(sizes.sizes().size() - 1);
    }

    private static Span code(int release, CodeCache cache, Bytes page) {
        return divisions(release, cache, page).stream()
                .map(heaps -> Span.exactly(
                        heaps.total().plus(cache.hot().roundUpTo(page)).dividedRoundingUp(page)))
                .reduce(Span::hull)
                .orElseThrow();
    }

    /** Returns one division if the number of compiler threads is known, else those with 2 to 40 threads. */
    private static List<CodeHeaps> divisions(int release, CodeCache cache, Bytes page) {
        if (release == 8) {
            return List.of(new CodeHeaps(cache.size().roundUpTo(page), Bytes.ZERO, Bytes.ZERO));
        }
        Stream<Bytes> stubs = cache.nonMethods()
                .map(Stream::of)
                .orElseGet(() -> IntStream.rangeClosed(2, MOST_COMPILERS).mapToObj(CodeCache::nonMethods));
        return stubs.map(nonMethods -> CodeHeaps.of(release, cache, nonMethods, page))
                .distinct()
                .toList();
    }

    /** Returns why a code cache without a page size stays on base pages. */
    public static String onBasePages(CodeCache cache, PageSizes sizes) {
        Bytes page = smallest(sizes);
        String stays = "a code cache of " + cache.size() + " stays on base pages: ";
        return cache.size().compareTo(page.times(LEAST_PAGES)) < 0
                ? stays + "it has no room for " + LEAST_PAGES + " large pages"
                : stays + "this Java version requires a multiple of " + page;
    }

    /**
     * CodeHeap::reserve: each code heap has a map, which is on huge pages if it is large enough. The code heaps of
     * methods with and without profiles have the same size, except for a page.
     */
    private static Optional<Piece> segmentMap(int release, CodeCache cache, Bytes codePage, PageSizes sizes) {
        Reservation reservation = Reservation.of(release);
        List<Bytes> maps = List.of(cache.size().dividedBy(BYTES_OF_SEGMENT_OF_8));
        int count = 1;
        if (release > 8) {
            count = Math.max(1, cache.heaps() - 1);
            maps = divisions(release, cache, codePage).stream()
                    .flatMap(heaps -> cache.segmented()
                            ? Stream.of(heaps.profiled(), heaps.nonProfiled()).skip(3 - cache.heaps())
                            : Stream.of(heaps.nonMethods()))
                    .map(heap -> heap.dividedBy(cache.segmentBytes()))
                    .toList();
        }
        // The largest page that fits (os::page_size_for_region_unaligned with one page).
        Bytes page = maps.stream()
                .reduce(Bytes::max)
                .flatMap(largest -> sizes.fitting(largest, 1))
                .orElse(smallest(sizes));
        Span map = maps.stream()
                .map(bytes -> reservation.pages(bytes, page))
                .reduce(Span::hull)
                .orElse(Span.NONE);
        String why = "the map of its segments, a byte for each";
        return map.max() == 0
                ? Optional.empty()
                : Optional.of(new Piece(RegionName.GC, "code segment map", count, page, map, false, why));
    }
}
