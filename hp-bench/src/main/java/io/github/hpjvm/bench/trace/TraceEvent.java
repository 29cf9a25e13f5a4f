package io.github.hpjvm.bench.trace;

/**
 * One event of a trace point.
 *
 * @param nanos time of CLOCK_MONOTONIC
 * @param tid the thread in which the kernel ran
 * @param what the event
 */
public record TraceEvent(long nanos, int tid, What what) {

    /** The kinds of events. */
    public sealed interface What {}

    /**
     * A thread begins direct compaction ({@code mm_compaction_try_to_compact_pages}).
     *
     * @param order binary logarithm of the number of pages
     * @param thp whether it is for a THP, and not for another block such as a page of a pool
     */
    public record CompactionAttempt(int order, boolean thp) implements What {}

    /** Compaction of one zone begins ({@code mm_compaction_begin}). */
    public record ZoneBegin() implements What {}

    /** Compaction of one zone ends ({@code mm_compaction_end}). */
    public record ZoneEnd(String status) implements What {}

    /** Compaction of one zone is deferred after failures ({@code mm_compaction_deferred}). */
    public record ZoneDeferred() implements What {}

    /** Compaction succeeds, possibly without work ({@code mm_compaction_defer_reset}). */
    public record ZoneSucceeded() implements What {}

    /**
     * A thread begins direct reclaim ({@code mm_vmscan_direct_reclaim_begin}).
     *
     * @param order binary logarithm of the number of pages
     * @param thp whether it is for a THP
     */
    public record ReclaimBegin(int order, boolean thp) implements What {}

    /**
     * The kernel has allocated a block of the size of a huge page, or failed to ({@code mm_page_alloc}).
     *
     * @param ok false if there was no block
     * @param pfn number of its first page
     * @param entry time at which the page fault began; 0 if the tracer does not know it
     */
    public record HugeAllocation(boolean ok, long pfn, long entry) implements What {}

    /** The kernel frees a block of the size of a huge page ({@code mm_page_free}). */
    public record HugeFree(long pfn) implements What {}

    /**
     * The kernel has allocated a page table ({@code mm_page_alloc} of one zeroed unmovable page): a fault on a huge page
     * does this after clearing the page, a fault that falls back does it after the failed allocation.
     */
    public record PageTable() implements What {}

    /** The fault in which a huge page was allocated has ended; bpftrace only. */
    public record FaultEnd() implements What {}

    /** A process has mapped shared memory ({@code rss_stat} of MM_SHMEMPAGES). */
    public record SharedMapped() implements What {}

    /** khugepaged or MADV_COLLAPSE has examined a range ({@code mm_khugepaged_scan_pmd}). */
    public record Scan(String status) implements What {}

    /** khugepaged or MADV_COLLAPSE has collapsed a range or failed to ({@code mm_collapse_huge_page}). */
    public record Collapse(String status) implements What {}

    /** khugepaged has collapsed a range of shared memory or failed to ({@code mm_khugepaged_collapse_file}). */
    public record FileCollapse(String status) implements What {}

    /** A thread has taken an mmap lock ({@code mmap_lock_acquire_returned}). */
    public record LockTaken(boolean write) implements What {}

    /** A thread has released an mmap lock ({@code mmap_lock_released}). */
    public record LockReleased(boolean write) implements What {}
}
