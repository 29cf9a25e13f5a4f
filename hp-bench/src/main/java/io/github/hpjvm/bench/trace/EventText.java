package io.github.hpjvm.bench.trace;

import io.github.hpjvm.bench.trace.TraceEvent.What;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses the arguments of an event as the kernel's print formats write them (include/trace/events/compaction.h, kmem.h,
 * vmscan.h, huge_memory.h and mmap_lock.h): words {@code name=value}. The values of symbols are texts, so the numbers
 * behind them may differ between kernels.
 */
final class EventText {
    private EventText() {}

    /** Returns the event; empty if it is another one, or malformed. */
    static Optional<What> parse(String event, String arguments) {
        return Optional.ofNullable(
                switch (event) {
                    case "mm_page_alloc" -> allocation(arguments);
                    case "mm_page_free" ->
                        order(arguments) > 0 && pfn(arguments) > 0 ? new TraceEvent.HugeFree(pfn(arguments)) : null;
                    case "mm_compaction_try_to_compact_pages" ->
                        order(arguments) < 0
                                ? null
                                : new TraceEvent.CompactionAttempt(
                                        order(arguments), isThp(value(arguments, "gfp_mask")));
                    case "mm_compaction_begin" -> new TraceEvent.ZoneBegin();
                    case "mm_compaction_end" -> new TraceEvent.ZoneEnd(symbol(arguments, "status"));
                    case "mm_compaction_deferred" -> new TraceEvent.ZoneDeferred();
                    case "mm_compaction_defer_reset" -> new TraceEvent.ZoneSucceeded();
                    case "mm_vmscan_direct_reclaim_begin" ->
                        order(arguments) < 0
                                ? null
                                : new TraceEvent.ReclaimBegin(order(arguments), isThp(value(arguments, "gfp_flags")));
                    case "fault_end" -> new TraceEvent.FaultEnd();
                    case "rss_stat" -> new TraceEvent.SharedMapped();
                    case "mm_khugepaged_scan_pmd" -> new TraceEvent.Scan(symbol(arguments, "status"));
                    case "mm_collapse_huge_page" -> new TraceEvent.Collapse(symbol(arguments, "status"));
                    case "mm_khugepaged_collapse_file" -> new TraceEvent.FileCollapse(symbol(arguments, "result"));
                    case "mmap_lock_acquire_returned" ->
                        value(arguments, "success").equals("false")
                                ? null
                                : new TraceEvent.LockTaken(isTrue(arguments, "write"));
                    case "mmap_lock_released" -> new TraceEvent.LockReleased(isTrue(arguments, "write"));
                    default -> null;
                });
    }

    /**
     * The kernel reports a failed allocation with pfn -1, which the print format writes as 0 or as -1. The huge zero
     * page is allocated with __GFP_ZERO, pages for faults without.
     */
    private static @Nullable What allocation(String arguments) {
        int order = order(arguments);
        String flags = value(arguments, "gfp_flags");
        if (order == 0) {
            return flags.contains("GFP_HIGHUSER") || flags.contains("__GFP_MOVABLE")
                    ? null
                    : new TraceEvent.PageTable();
        }
        if (order < 0 || flags.contains("__GFP_ZERO") || !isThp(flags)) {
            return null;
        }
        long pfn = pfn(arguments);
        return new TraceEvent.HugeAllocation(pfn > 0, pfn, Math.max(0, number(value(arguments, "entry"))));
    }

    /** The page number, decimal or with 0x; 0 or below for none. */
    private static long pfn(String arguments) {
        String text = value(arguments, "pfn");
        if (!text.startsWith("0x")) {
            return number(text);
        }
        boolean hex = text.length() <= 17
                && text.chars().skip(2).allMatch(c -> Character.digit(c, 16) >= 0)
                && text.length() > 2;
        return hex ? Long.parseLong(text.substring(2), 16) : -1;
    }

    private static boolean isThp(String flags) {
        return flags.contains("GFP_TRANSHUGE");
    }

    private static int order(String arguments) {
        long order = number(value(arguments, "order"));
        return order > 64 ? -1 : (int) order;
    }

    private static boolean isTrue(String arguments, String name) {
        String value = value(arguments, name);
        return value.equals("true") || value.equals("1");
    }

    /** A symbol of the kernel: lower case letters, digits and underscores. */
    private static String symbol(String arguments, String name) {
        String value = value(arguments, name);
        boolean plain = !value.isEmpty()
                && value.length() <= 40
                && value.chars().allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_');
        return plain ? value : "unknown";
    }

    /** The text between {@code name=} and the next blank or comma; empty without one. */
    private static String value(String arguments, String name) {
        String key = name + "=";
        int at = arguments.startsWith(key) ? 0 : arguments.indexOf(" " + key) + 1;
        if (at == 0 && !arguments.startsWith(key)) {
            return "";
        }
        int from = at + key.length();
        int to = from;
        while (to < arguments.length() && arguments.charAt(to) != ' ' && arguments.charAt(to) != ',') {
            to++;
        }
        return arguments.substring(from, to);
    }

    /** The number, or -1 for another text. */
    private static long number(String text) {
        if (text.isEmpty() || text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Long.parseLong(text);
    }
}
