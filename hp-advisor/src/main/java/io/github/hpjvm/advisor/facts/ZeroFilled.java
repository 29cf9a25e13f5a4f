package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;

/**
 * The base pages of zeros in the huge pages of a region: memory that is resident because the pages are huge. On base pages it
 * would not be, unless the program wrote zeros. The kernel's THP shrinker compares in the same way (thp_underused in {@code
 * mm/huge_memory.c}, since commit dafff3f4c850 of Linux 6.12).
 *
 * @param bytes the bytes; an estimate if {@code min} and {@code max} differ
 * @param min lower bound, with 95 % confidence
 * @param max upper bound, likewise
 * @param huge bytes of the region on huge pages of the PMD size or larger
 * @param underused the part of {@code bytes} in huge pages with more than {@code max_ptes_none} base pages of zeros, which
 *     the shrinker splits when memory is short; zero with the default of {@code max_ptes_none}, with which it splits none
 * @param compared number of base pages that were compared with zero
 */
public record ZeroFilled(Bytes bytes, Bytes min, Bytes max, Bytes huge, Bytes underused, long compared) {

    public ZeroFilled {
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(min, "min");
        Objects.requireNonNull(max, "max");
        Objects.requireNonNull(huge, "huge");
        Objects.requireNonNull(underused, "underused");
    }

    /** Returns the fact of a region without huge pages. */
    public static ZeroFilled none() {
        return new ZeroFilled(Bytes.ZERO, Bytes.ZERO, Bytes.ZERO, Bytes.ZERO, Bytes.ZERO, 0);
    }

    /** Returns whether all base pages of all huge pages were compared. */
    public boolean exact() {
        return min.equals(max);
    }
}
