package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The mappings of one process on the hugetlb pool of one page size.
 *
 * @param pageSize the size of the pages
 * @param mapped the size of the mappings, touched or not; each part of a file once
 * @param touched touched bytes; a page that is mapped twice counts twice
 * @param shared part of them that other processes map as well
 */
public record HugetlbUse(Bytes pageSize, Bytes mapped, Bytes touched, Bytes shared) {

    public HugetlbUse {
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(mapped, "mapped");
        Objects.requireNonNull(touched, "touched");
        Objects.requireNonNull(shared, "shared");
    }

    /** The number of pages by page size that are only reserved, at least; mappings of unknown page size are left out. */
    public static Map<Bytes, Long> untouched(List<HugetlbUse> uses) {
        Map<Bytes, Long> pages = new HashMap<>();
        for (HugetlbUse use : uses) {
            if (!use.pageSize().isZero()) {
                Bytes reserved = use.mapped().minus(use.touched().min(use.mapped()));
                pages.put(use.pageSize(), reserved.value() / use.pageSize().value());
            }
        }
        return pages;
    }

    /** The number of mapped pages by page size; mappings of unknown page size are left out. */
    public static Map<Bytes, Long> pages(List<HugetlbUse> uses) {
        Map<Bytes, Long> pages = new HashMap<>();
        for (HugetlbUse use : uses) {
            if (!use.pageSize().isZero()) {
                pages.put(use.pageSize(), use.mapped().dividedRoundingUp(use.pageSize()));
            }
        }
        return pages;
    }
}
