package io.github.hpjvm.advisor.watch;

/** Cause of a change of coverage. */
public enum Cause {
    /** The kernel replaced huge pages, or their mappings, by base pages. */
    SPLIT,
    /** The THP shrinker split huge pages that hold zeros, and freed the zeros (Linux 6.12 and newer). */
    SHRINKER,
    /** The kernel moved memory of the process to swap. */
    RECLAIM,
    /** A child process shares the pages, and a write to a shared huge page splits its mapping. */
    FORK,
    /** The process returned parts of huge pages: MADV_DONTNEED, MADV_FREE, munmap. */
    MADVISE,
    /** New memory is on base pages. */
    GROWTH,
    /** Huge pages replaced base pages: khugepaged, or MADV_COLLAPSE. */
    COLLAPSE,
    /** The evidence does not show the cause. */
    UNKNOWN
}
