package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * How much of a region stands on pages of one kind and size. It is known exactly when both bounds are equal.
 *
 * @param kind BASE, THP or HUGETLB; never MIXED
 * @param pageSize the size of one page; zero if the kernel did not say
 * @param min at least so much is resident
 * @param max at most so much is resident
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

    /** Whether these pages are larger than base pages. */
    public boolean huge() {
        return kind != PageKind.BASE;
    }

    /** For people: {@code THP 2 MiB: 62 MiB}, or {@code THP 2 MiB: 60 MiB to 62 MiB}. */
    @Override
    public String toString() {
        String size = pageSize.isZero() ? "" : " " + pageSize;
        return kind + size + ": " + min + (exact() ? "" : " to " + max);
    }

    Pages plus(Pages other) {
        return new Pages(kind, pageSize, min.plus(other.min), max.plus(other.max));
    }
}
