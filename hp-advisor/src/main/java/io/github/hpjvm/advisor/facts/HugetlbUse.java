package io.github.hpjvm.advisor.facts;

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
}
