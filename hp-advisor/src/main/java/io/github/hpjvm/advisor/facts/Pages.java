package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.Objects;

/**
 * The bytes of a region that pages of one kind and size back. They are exact if both bounds are equal.
 *
 * @param kind BASE, THP or HUGETLB; never MIXED
 * @param pageSize size of one page; zero if the kernel does not print it
 * @param min lower bound of the resident bytes
 * @param max upper bound of the resident bytes
 */
public record Pages(PageKind kind, Bytes pageSize, Bytes min, Bytes max) {

    public Pages {
        Objects.requireNonNull(pageSize, "pageSize");
        if (kind == PageKind.MIXED) {
            throw new IllegalArgumentException("pages are of one kind, not MIXED");
        }
        if (min.compareTo(max) > 0) {
            throw new IllegalArgumentException("the lower bound is above the upper one: " + min + " > " + max);
        }
    }

    public static Pages exactly(PageKind kind, Bytes pageSize, Bytes bytes) {
        return new Pages(kind, pageSize, bytes, bytes);
    }

    public boolean exact() {
        return min.equals(max);
    }

    /** Returns whether these pages are larger than base pages. */
    public boolean huge() {
        return kind != PageKind.BASE;
    }

    /** The pages for reports: {@code THP 2 MiB: 62 MiB}, or {@code THP 2 MiB: 60 MiB to 62 MiB}. */
    @Override
    public String toString() {
        String size = pageSize.isZero() ? "" : " " + pageSize;
        return kind + size + ": " + min + (exact() ? "" : " to " + max);
    }

    Pages plus(Pages other) {
        return new Pages(kind, pageSize, min.plus(other.min), max.plus(other.max));
    }
}
