package io.github.hpjvm.advisor.hotspot.bill;

import io.github.hpjvm.advisor.term.Bytes;

/**
 * The division of a code cache: CodeCache::initialize_heaps in {@code src/hotspot/share/code/codeCache.cpp}.
 *
 * @param nonMethods for stubs and compiler buffers; all of it if there is one code heap
 * @param profiled for methods with profiles; zero if there is no such code heap
 * @param nonProfiled for all other methods; zero if there is no such code heap
 */
record CodeHeaps(Bytes nonMethods, Bytes profiled, Bytes nonProfiled) {

    /** From this release on the code heaps are rounded one by one (JDK-8311248). */
    private static final int ROUNDS_EACH_SINCE = 23;

    private static final int ALL = 3;

    /** ProfiledCodeHeapSize without an argument: it is added to a given NonProfiledCodeHeapSize if there are two code heaps. */
    private static final Bytes UNUSED_PROFILED = Bytes.ofMiB(22);

    /** CodeCacheMinimumUseSpace: what the code heap for stubs needs besides the buffers of the compilers. */
    private static final Bytes LEAST_STUBS = Bytes.ofKiB(400);

    /** The default of NonNMethodCodeHeapSize. */
    private static final Bytes STUBS = Bytes.ofMiB(5);

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
        if (!cache.parts().isEmpty()) {
            CodeHeaps heaps = ofParts(cache, nonMethods, page);
            return cache.isRoundedDown() ? heaps.roundedDown(page) : heaps.roundedUp(page);
        }
        if (release < ROUNDS_EACH_SINCE) {
            return within(size, cache, nonMethods, page);
        }
        return cache.isRoundedDown()
                ? eachRoundedDown(size, cache, nonMethods, page)
                : eachRoundedUp(size, cache, nonMethods, page);
    }

    /**
     * Returns the code heaps of a cache whose size follows from them, before rounding: set_size_of_unset_code_heap (JDK-8311248).
     * Observed on 25.0.5 with one, two and three sizes, and with two and three code heaps.
     */
    static CodeHeaps ofParts(CodeCache cache, Bytes wanted, Bytes page) {
        CodeHeapSizes parts = cache.parts();
        Bytes size = cache.size().roundUpTo(page);
        Bytes nonMethods = parts.nonMethods().orElse(wanted);
        if (cache.heaps() < ALL) {
            Bytes nonProfiled = parts.nonProfiled()
                    .map(parts.profiled().orElse(UNUSED_PROFILED)::plus)
                    .orElseGet(() -> rest(size, nonMethods, page));
            return new CodeHeaps(nonMethods, Bytes.ZERO, nonProfiled).withStubs(cache, size, wanted);
        }
        if (parts.profiled().isEmpty() && parts.nonProfiled().isEmpty()) {
            boolean enough = size.compareTo(nonMethods.plus(page.times(2))) > 0;
            Bytes each = enough ? size.minus(nonMethods).dividedBy(2) : page;
            return new CodeHeaps(nonMethods, each, each);
        }
        Bytes profiled = parts.profiled()
                .orElseGet(() -> rest(size, nonMethods.plus(parts.nonProfiled().get()), page));
        Bytes nonProfiled = parts.nonProfiled().orElseGet(() -> rest(size, nonMethods.plus(profiled), page));
        CodeHeaps heaps = new CodeHeaps(nonMethods, profiled, nonProfiled);
        return parts.profiled().isPresent() ? heaps.withStubs(cache, size, wanted) : heaps;
    }

    /** Returns a copy whose code heap for stubs has the rest of the size, if arguments set the sizes of the others only. */
    private CodeHeaps withStubs(CodeCache cache, Bytes size, Bytes wanted) {
        CodeHeapSizes parts = cache.parts();
        if (parts.nonMethods().isPresent() || parts.nonProfiled().isEmpty()) {
            return this;
        }
        Bytes least = LEAST_STUBS.plus(wanted.minus(STUBS.min(wanted)));
        return new CodeHeaps(rest(size, profiled.plus(nonProfiled), least), profiled, nonProfiled);
    }

    /** Returns what is left of the size, or the least if less is left. */
    private static Bytes rest(Bytes size, Bytes used, Bytes least) {
        return size.compareTo(used.plus(least)) > 0 ? size.minus(used) : least;
    }

    private CodeHeaps roundedUp(Bytes page) {
        return new CodeHeaps(nonMethods.roundUpTo(page), profiled.roundUpTo(page), nonProfiled.roundUpTo(page));
    }

    /** The code heap without profiles also has what rounding takes from the others, and the reservation is rounded up. */
    private CodeHeaps roundedDown(Bytes page) {
        Bytes stubs = down(nonMethods, page);
        Bytes withProfiles = down(profiled, page);
        return new CodeHeaps(
                stubs, withProfiles, total().roundUpTo(page).minus(stubs).minus(withProfiles));
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
