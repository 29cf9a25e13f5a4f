package io.github.hpjvm.advisor.hotspot;

/** Messages of HotSpot about pages and flags with which it still starts. */
public enum WarningCode {
    /** "UseLargePages disabled, no large pages configured and available on the system." (17 and newer). */
    LARGE_PAGES_DISABLED,
    /** "HugeTLBFS is not supported by the operating system." (to 21, in 17 and newer "not configured or not"). */
    HUGETLBFS_NOT_SUPPORTED,
    /** "Failed to reserve shared memory." (to 21): System V shared memory of a pool was requested. */
    SHARED_MEMORY_NOT_RESERVED,
    /** "Large pages using UseSHM are not configured on this system." (17 to 21). */
    SHARED_MEMORY_NOT_CONFIGURED,
    /** "Failed to reserve large pages memory" or "Failed to reserve and commit memory": the pool has too little. */
    RESERVATION_FAILED,
    /**
     * "UseTransparentHugePages disabled, transparent huge pages are not supported by the operating system." (21.0.2, 17.0.10
     * and newer, JDK-8313782), "TransparentHugePages is not supported by the operating system." (before).
     */
    THP_DISABLED,
    /** "Anonymous transparent huge pages are not enabled in the OS." (22 and newer, with each collector, JDK-8319969). */
    ANONYMOUS_THP_NOT_ENABLED,
    /** "Shared memory transparent huge pages are not enabled in the OS." (22 and newer, with ZGC, JDK-8319969). */
    SHMEM_THP_NOT_ENABLED,
    /**
     * "Code cache size too small for 2048K pages. Reverting to smaller page size (4096B)." (25 and newer, where the code cache
     * has several heaps, which a small one has only with {@code -XX:+SegmentedCodeCache}; 17 and 21 say nothing).
     */
    CODE_CACHE_TOO_SMALL,
    /** "Setting LargePageSizeInBytes has no effect on this OS." (8 and 11). */
    LARGE_PAGE_SIZE_IGNORED,
    /** "MaxHeapSize (...) must be large enough for 4 * page-size; Disabling UseLargePages for heap": Parallel since 26. */
    HEAP_TOO_SMALL,
    /** "Large pages size (2048K) is too large to afford page-sized regions, disabling uncommit": Shenandoah. */
    UNCOMMIT_DISABLED,
    /** The flag works and will be removed: "was deprecated in version". */
    FLAG_DEPRECATED,
    /** The flag has no effect any more: "Ignoring option; support was removed in". */
    FLAG_OBSOLETE,
    /** Any other message about an argument. */
    FLAG_CONFLICT
}
