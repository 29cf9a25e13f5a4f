package io.github.hpjvm.bench.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The trace points that a host offers, and the filters with which they are used.
 *
 * @param available names as {@code compaction:mm_compaction_begin}
 * @param hugeOrder binary logarithm of a huge page's size in base pages: 9 for 2 MiB on 4 KiB
 * @param khugepaged thread of khugepaged; 0 if it does not run
 * @param bits bits of allocation flags
 */
public record TracePoints(List<String> available, int hugeOrder, int khugepaged, GfpBits bits) {
    /** The trace points of both back ends, in the order in which they are enabled. */
    public static final List<String> ALL = List.of(
            "compaction:mm_compaction_try_to_compact_pages",
            "compaction:mm_compaction_begin",
            "compaction:mm_compaction_end",
            "compaction:mm_compaction_deferred",
            "compaction:mm_compaction_defer_reset",
            "vmscan:mm_vmscan_direct_reclaim_begin",
            "kmem:rss_stat",
            "huge_memory:mm_khugepaged_scan_pmd",
            "huge_memory:mm_collapse_huge_page",
            "huge_memory:mm_khugepaged_collapse_file",
            "mmap_lock:mmap_lock_acquire_returned",
            "mmap_lock:mmap_lock_released",
            "kmem:mm_page_free",
            "kmem:mm_page_alloc");

    /** MM_SHMEMPAGES (include/linux/mm_types_task.h). */
    private static final int SHARED = 3;

    private static final long SMALLEST_BASE_PAGE = 4096;

    /** No CPU clears memory as fast: a shorter time has another reason. */
    private static final long FASTEST_BYTES_PER_NANO = 200;

    public TracePoints {
        available = List.copyOf(available);
    }

    /** Returns whether an event exists and has the fields that its filter and its parser use. */
    public static boolean hasFields(String event, String format) {
        List<String> fields = switch (event) {
            case "kmem:mm_page_alloc" -> List.of("pfn", "order", "migratetype", "gfp_flags");
            case "kmem:rss_stat" -> List.of("member", "curr");
            case "vmscan:mm_vmscan_direct_reclaim_begin" -> List.of("order", "gfp_flags");
            case "compaction:mm_compaction_try_to_compact_pages" -> List.of("order", "gfp_mask");
            case "kmem:mm_page_free" -> List.of("pfn", "order");
            case "compaction:mm_compaction_end",
                    "huge_memory:mm_khugepaged_scan_pmd",
                    "huge_memory:mm_collapse_huge_page" -> List.of("status");
            case "huge_memory:mm_khugepaged_collapse_file" -> List.of("filename", "result");
            case "mmap_lock:mmap_lock_acquire_returned" -> List.of("write", "success");
            case "mmap_lock:mmap_lock_released" -> List.of("write");
            default -> List.of();
        };
        return !format.isEmpty() && fields.stream().allMatch(field -> format.contains(" " + field + ";"));
    }

    public boolean has(String event) {
        return available.contains(event);
    }

    /**
     * The filter of an event in the syntax of Documentation/trace/events.rst; empty for none. A page table is a zeroed,
     * unmovable page. The file name is the name of ZGC's heap, and is compared as a whole: no other text of
     * a process gets into the trace.
     */
    public Optional<String> filter(String event) {
        return switch (event) {
            case "kmem:mm_page_alloc" ->
                Optional.of("order >= " + hugeOrder + " || (order == 0 && migratetype == 0 && gfp_flags & "
                        + bits.zero() + ")");
            case "kmem:rss_stat" -> Optional.of("member == " + SHARED + " && curr == 1");
            case "vmscan:mm_vmscan_direct_reclaim_begin", "kmem:mm_page_free" -> Optional.of("order >= " + hugeOrder);
            case "mmap_lock:mmap_lock_acquire_returned", "mmap_lock:mmap_lock_released" ->
                Optional.of("common_pid == " + khugepaged);
            case "huge_memory:mm_khugepaged_collapse_file" -> Optional.of("filename == \"memfd:java_heap\"");
            default -> Optional.empty();
        };
    }

    /** Returns the available events that this host needs: without khugepaged its locks do not occur. */
    public List<String> wanted() {
        return ALL.stream()
                .filter(this::has)
                .filter(event -> khugepaged > 0 || !event.startsWith("mmap_lock:"))
                .toList();
    }

    /** Returns the measurements that this host does not allow, and the measurements that its kernel makes invalid. */
    public List<Unmeasured> unmeasured(TraceMeasurement measured) {
        List<Unmeasured> lacking = new ArrayList<>();
        long half = measured.histogram("huge_fault_clearing").below(0.5);
        if (half > 0 && half < (SMALLEST_BASE_PAGE << hugeOrder) / FASTEST_BYTES_PER_NANO) {
            lacking.add(new Unmeasured(
                    "huge_fault_clearing",
                    "the kernel clears pages in the allocation (init_on_alloc), or after it has allocated the page table"
                            + " (before Linux 6.13), so times of faults lack the clearing; bpftrace has the times of"
                            + " whole faults"));
        }
        if (!has("compaction:mm_compaction_try_to_compact_pages") || !has("compaction:mm_compaction_end")) {
            lacking.add(new Unmeasured("direct_compaction", "the kernel has no trace points of compaction"));
        }
        if (!has("kmem:mm_page_alloc")) {
            lacking.add(new Unmeasured("huge_fault", "the kernel has no trace point kmem:mm_page_alloc"));
        }
        if (!has("huge_memory:mm_khugepaged_scan_pmd")) {
            lacking.add(new Unmeasured("khugepaged_scan", "the kernel has no trace points huge_memory:*"));
        }
        if (khugepaged == 0) {
            lacking.add(new Unmeasured("khugepaged_scan", "khugepaged does not run: THP are disabled"));
        } else if (!has("mmap_lock:mmap_lock_released")) {
            lacking.add(new Unmeasured(
                    "collapse_lock_hold", "the kernel has no trace points mmap_lock:* (Linux 5.11 and newer)"));
        }
        return lacking;
    }
}
