package io.github.hpjvm.bench.trace;

import java.util.List;
import java.util.OptionalLong;

/**
 * The program for bpftrace. It prints the same events as tracefs, and with an allocation the time at which
 * the page fault began: the software event page-faults fires at the begin of a fault (arch/x86/mm/fault.c,
 * arch/arm64/mm/fault.c), minor-faults and major-faults at its end (mm_account_fault in mm/memory.c). It uses no
 * kprobes.
 */
public final class BpftraceScript {
    private BpftraceScript() {}

    /**
     * @param pid the process to trace; empty for all
     * @param seconds the program ends by itself after this time, even if hp-cli was killed
     */
    public static String of(TracePoints points, OptionalLong pid, long seconds) {
        String own = pid.isPresent() ? "pid == " + pid.getAsLong() + " || tid == " + points.khugepaged() : "1";
        String fault = pid.isPresent() ? " /pid == " + pid.getAsLong() + "/" : "";
        StringBuilder script = new StringBuilder();
        script.append("software:page-faults:1").append(fault).append(" { @s[tid] = nsecs; }\n");
        script.append("software:minor-faults:1")
                .append(fault)
                .append(" { if (@h[tid]) {")
                .append(" printf(\"hp %llu %d fault_end: \\n\", nsecs, tid); delete(@h[tid]); } delete(@s[tid]); }\n");
        script.append("software:major-faults:1").append(fault).append(" { delete(@s[tid]); }\n");
        script.append("interval:s:1 { printf(\"hp alive\\n\"); }\n");
        script.append("interval:s:").append(seconds).append(" { exit(); }\n");
        script.append("BEGIN { printf(\"hp ready\\n\"); }\n");
        script.append("END { clear(@s); clear(@h); }\n");
        for (String event : points.wanted()) {
            String name = event.substring(event.indexOf(':') + 1);
            String condition = condition(event, points);
            List<String> printed = arguments(name, points);
            script.append("tracepoint:").append(event).append(" /(").append(own).append(')');
            script.append(condition.isEmpty() ? "" : " && (" + condition + ")").append("/ { printf(\"hp %llu %d ");
            script.append(name).append(": ").append(printed.get(0)).append("\\n\", nsecs, tid");
            printed.subList(1, printed.size())
                    .forEach(argument -> script.append(", ").append(argument));
            script.append(
                    name.equals("mm_page_alloc")
                            ? "); if (args->order > 0 && @s[tid]) { @h[tid] = 1; } }\n"
                            : "); }\n");
        }
        return script.toString();
    }

    private static String condition(String event, TracePoints points) {
        return switch (event) {
            case "kmem:mm_page_alloc" ->
                "(args->order >= " + points.hugeOrder() + " && "
                        + bit(points.bits().zero(), "==")
                        + (points.bits().noMemalloc() == 0
                                ? ""
                                : " && " + bit(points.bits().noMemalloc(), "!="))
                        + ") || (args->order == 0 && args->migratetype == 0 && "
                        + bit(points.bits().zero(), "!=") + ")";
            case "kmem:rss_stat" -> "args->member == 3 && args->curr == 1";
            case "vmscan:mm_vmscan_direct_reclaim_begin", "kmem:mm_page_free" -> "args->order >= " + points.hugeOrder();
            case "mmap_lock:mmap_lock_acquire_returned", "mmap_lock:mmap_lock_released" ->
                "tid == " + points.khugepaged();
            default -> "";
        };
    }

    private static String bit(long bit, String comparison) {
        return "(args->gfp_flags & " + bit + ") " + comparison + " 0";
    }

    /** An expression for the flags of a THP; if their bit is unknown, every large block counts as one. */
    private static String thp(String flags, TracePoints points) {
        long bit = points.bits().noMemalloc();
        return bit == 0
                ? "\"GFP_TRANSHUGE\""
                : "(" + flags + " & " + bit + ") != 0 ? \"GFP_TRANSHUGE\" : \"GFP_KERNEL\"";
    }

    /** The format of the arguments as the kernel writes them, and the expressions. */
    private static List<String> arguments(String name, TracePoints points) {
        return switch (name) {
            case "mm_page_alloc" ->
                List.of(
                        "pfn=%lld order=%d entry=%llu gfp_flags=%s",
                        "(int64)args->pfn",
                        "args->order",
                        "@s[tid]",
                        "args->order > 0 ? \"GFP_TRANSHUGE\" : \"GFP_KERNEL\"");
            case "mm_page_free" -> List.of("pfn=%lld order=%d", "(int64)args->pfn", "args->order");
            case "mm_compaction_try_to_compact_pages" ->
                List.of("order=%d gfp_mask=%s", "args->order", thp("args->gfp_mask", points));
            case "mm_vmscan_direct_reclaim_begin" ->
                List.of("order=%d gfp_flags=%s", "args->order", thp("args->gfp_flags", points));
            case "mm_compaction_end", "mm_khugepaged_scan_pmd", "mm_collapse_huge_page" ->
                List.of("status=#%d", "args->status");
            case "mm_khugepaged_collapse_file" -> List.of("result=#%d", "args->result");
            case "mmap_lock_acquire_returned" -> List.of("write=%d success=%d", "args->write", "args->success");
            case "mmap_lock_released" -> List.of("write=%d", "args->write");
            default -> List.of("");
        };
    }
}
