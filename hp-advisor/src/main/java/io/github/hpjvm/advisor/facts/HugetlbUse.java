package io.github.hpjvm.advisor.facts;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one process has mapped of the hugetlb pool of one size.
 *
 * @param pageSize the size of the pages
 * @param mapped the size of the mappings, touched or not; each part of a file once
 * @param touched what it has touched; a page that it has mapped twice counts twice
 * @param shared the part of that which is mapped elsewhere too
 */
public record HugetlbUse(Bytes pageSize, Bytes mapped, Bytes touched, Bytes shared) {

    public HugetlbUse {
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(mapped, "mapped");
        Objects.requireNonNull(touched, "touched");
        Objects.requireNonNull(shared, "shared");
    }

    /** How many pages of each size are mapped; of a size that is not known none. */
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
