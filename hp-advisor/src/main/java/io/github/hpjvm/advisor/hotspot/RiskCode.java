package io.github.hpjvm.advisor.hotspot;

/** What can go wrong after a JVM was started. */
public enum RiskCode {
    /** A control group's {@code hugetlb.*.max} is below what the JVM will touch: it dies of SIGBUS. */
    SIGBUS_CGROUP_MAX,
    /** ZGC commits its heap page by page, and the pool ends before it is grown: OutOfMemoryError. */
    POOL_ENDS_WHILE_GROWING,
    /** The pages are only to be had by overcommit, which takes what free memory is contiguous at that moment. */
    POOL_BY_OVERCOMMIT,
    /** Pages are taken from the pool, and the heap gets none of them. */
    POOL_WASTED,
    /** The maximum heap is larger than what was asked for: rounded up to the page size. */
    HEAP_ROUNDED_UP,
    /** A memory limit is below the maximum heap: the JVM is killed when it grows. */
    OUT_OF_MEMORY_KILL,
    /** Thread stacks may be backed by huge pages, 2 MiB for each. */
    STACKS_ON_THP,
    /** A page fault may stall in direct compaction. */
    COMPACTION_STALLS,
    /** Huge pages may not be found at a fault: memory is fragmented, and khugepaged takes its time. */
    FRAGMENTED,
    /** The part of the heap that grows after the start does not get the pages. */
    GROWTH_NOT_ADVISED
}
