package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Missing;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The large pages that a JVM selects at its start, before it has reserved any memory: os::large_page_init.
 *
 * @param type which kind of them; empty if it cannot be known
 * @param sizes the sizes that it may use, none for {@link Type#NONE}
 * @param pool the sizes that it requests of hugetlb pools, also if it then uses none; none if it requests no pool
 * @param thpRequested whether transparent huge pages were requested and not disabled again: since JDK-8319969 ZGC
 *     considers it even if they were then turned off
 * @param warnings its messages
 * @param why the reason, as a sentence for people
 * @param source where HotSpot decides it
 * @param unknowns what was missing
 */
record LargePages(
        Optional<Type> type,
        PageSizes sizes,
        PageSizes pool,
        boolean thpRequested,
        List<Warning> warnings,
        String why,
        String source,
        List<Missing> unknowns) {

    /** A kind of large pages. */
    enum Type {
        /** Base pages. */
        NONE,
        /** Transparent huge pages, requested with madvise. */
        THP,
        /** Pages of a hugetlb pool, by mmap with MAP_HUGETLB. */
        HUGETLB,
        /** Pages of a hugetlb pool, by System V shared memory; not for code. */
        SHM
    }

    LargePages {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(pool, "pool");
        warnings = List.copyOf(warnings);
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(source, "source");
        unknowns = List.copyOf(unknowns);
    }

    boolean is(Type other) {
        return type.equals(Optional.of(other));
    }

    /** Returns whether they come from a pool. */
    boolean pooled() {
        return is(Type.HUGETLB) || is(Type.SHM);
    }
}
