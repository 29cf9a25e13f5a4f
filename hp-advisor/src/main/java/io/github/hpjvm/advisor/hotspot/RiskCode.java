package io.github.hpjvm.advisor.hotspot;

/** Risks after the start of a JVM. */
public enum RiskCode {
    /** A control group's {@code hugetlb.*.max} is below the memory that the JVM will touch: SIGBUS ends it. */
    SIGBUS_CGROUP_MAX,
    /** ZGC commits its heap page by page, and the pool is exhausted before the heap is grown: OutOfMemoryError. */
    POOL_ENDS_WHILE_GROWING,
    /** The pages are available only by overcommit, which depends on contiguous free memory at that moment. */
    POOL_BY_OVERCOMMIT,
    /** The JVM takes pages of the pool, and the heap gets none of them. */
    POOL_WASTED,
    /** The maximum heap is larger than requested: rounded up to the page size. */
    HEAP_ROUNDED_UP,
    /** LargePageSizeInBytes names a size that the kernel has no pool of, so another is used. */
    PAGE_SIZE_IGNORED,
    /** A memory limit is below the maximum heap: the kernel kills the JVM when it grows. */
    OUT_OF_MEMORY_KILL,
    /** The heap is larger than the available memory of the host. */
    HOST_MEMORY_SHORT,
    /** The JVM does not apply the limits of its control groups, so that its heap depends on the memory of the host. */
    LIMITS_IGNORED,
    /** Java 8 ignores options in a variable that is too long, or has too many of them. */
    OPTIONS_IGNORED,
    /** malloc takes pages of the pool, which the prediction does not count. */
    MALLOC_ON_POOL,
    /** Thread stacks may be backed by huge pages, 2 MiB for each. */
    STACKS_ON_THP,
    /** A page fault may stall in direct compaction. */
    COMPACTION_STALLS,
    /** A fault may find no huge page: memory is fragmented, and khugepaged needs time. */
    FRAGMENTED,
    /** The part of the heap that grows after the start does not get huge pages. */
    GROWTH_NOT_ADVISED
}
