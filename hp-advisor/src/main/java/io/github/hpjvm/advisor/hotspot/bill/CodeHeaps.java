package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;

/**
 * The division of a code cache: CodeCache::initialize_heaps in {@code src/hotspot/share/code/codeCache.cpp}, if no
 * argument sets the size of a code heap.
 *
 * @param nonMethods for stubs and compiler buffers; all of it if there is one code heap
 * @param profiled for methods with profiles; zero if there is no such code heap
 * @param nonProfiled for all other methods; zero if there is no such code heap
 */
record CodeHeaps(Bytes nonMethods, Bytes profiled, Bytes nonProfiled) {

    /** From this release on the code heaps are rounded one by one (JDK-8311248). */
    private static final int ROUNDS_EACH_SINCE = 23;

    private static final int ALL = 3;

    /**
     * Returns the code heaps of that cache.
     *
     * @param nonMethods the size that stubs and buffers need, before rounding
     * @param page the page size of its reservation
     */
    static CodeHeaps of(int release, CodeCache cache, Bytes nonMethods, Bytes page) {
        Bytes size = cache.size().roundUpTo(page);
        if (!cache.segmented()) {
            return new CodeHeaps(size, Bytes.ZERO, Bytes.ZERO);
        }
        if (release < ROUNDS_EACH_SINCE) {
            return within(size, cache, nonMethods, page);
        }
        return cache.isRoundedDown()
                ? eachRoundedDown(size, cache, nonMethods, page)
                : eachRoundedUp(size, cache, nonMethods, page);
    }

    /** Divides a fixed size: two code heaps are rounded down, to one page at least, and the last one has the rest. */
    private static CodeHeaps eachRoundedDown(Bytes size, CodeCache cache, Bytes wanted, Bytes page) {
        Bytes nonMethods = down(wanted.min(size), page).max(page);
        Bytes profiled = cache.heaps() == ALL
                ? down(size.minus(wanted.min(size)).dividedBy(2), page).max(page)
                : Bytes.ZERO;
        return new CodeHeaps(nonMethods, profiled, size.minus(profiled).minus(nonMethods));
    }

    /**
     * Divides a fixed size: the code heap with profiles is rounded down, that for stubs up, and the last one has the
     * rest.
     */
    private static CodeHeaps within(Bytes size, CodeCache cache, Bytes wanted, Bytes page) {
        Bytes nonMethods = wanted.min(cache.size());
        Bytes profiled = Bytes.ZERO;
        if (cache.heaps() == ALL) {
            profiled = down(cache.size().minus(nonMethods).dividedBy(2), page);
        }
        Bytes rounded = nonMethods.roundUpTo(page).min(size.minus(profiled));
        return new CodeHeaps(rounded, profiled, size.minus(profiled).minus(rounded));
    }

    private static CodeHeaps eachRoundedUp(Bytes size, CodeCache cache, Bytes nonMethods, Bytes page) {
        int methods = cache.heaps() - 1;
        boolean enough = size.compareTo(nonMethods.plus(page.times(methods))) > 0;
        Bytes each = enough ? size.minus(nonMethods).dividedBy(methods).roundUpTo(page) : page;
        Bytes rest = nonMethods.roundUpTo(page);
        CodeHeaps heaps = new CodeHeaps(rest, cache.heaps() == ALL ? each : Bytes.ZERO, each);
        return cache.given() ? heaps.shrunkTo(size, page) : heaps;
    }

    /**
     * Returns the division within a size that an argument sets. The code heaps for methods lose a page each, in turn.
     */
    private CodeHeaps shrunkTo(Bytes size, Bytes page) {
        CodeHeaps heaps = this;
        boolean ofNonProfiled = true;
        while (heaps.total().compareTo(size) > 0
                && heaps.nonProfiled.max(heaps.profiled).compareTo(page) > 0) {
            boolean takes =
                    ofNonProfiled && heaps.nonProfiled.compareTo(page) > 0 || heaps.profiled.compareTo(page) <= 0;
            heaps = takes
                    ? new CodeHeaps(heaps.nonMethods, heaps.profiled, heaps.nonProfiled.minus(page))
                    : new CodeHeaps(heaps.nonMethods, heaps.profiled.minus(page), heaps.nonProfiled);
            ofNonProfiled = !ofNonProfiled;
        }
        return heaps;
    }

    private static Bytes down(Bytes size, Bytes page) {
        return page.times(size.value() / page.value());
    }

    /** Returns the sum of all code heaps. */
    Bytes total() {
        return nonMethods.plus(profiled).plus(nonProfiled);
    }
}
