package io.github.hpjvm.advisor.term;

/** The kind of pages that back a part of memory. */
public enum PageKind {
    /** The base pages of the architecture: 4 KiB on x86-64. */
    BASE,
    /** Transparent huge pages mapped at PMD size, whether of anonymous memory, shmem or a file. */
    THP,
    /** Pages of a hugetlb pool. */
    HUGETLB,
    /** Several kinds; none prevails. */
    MIXED
}
