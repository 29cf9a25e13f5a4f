package io.github.hpjvm.bench.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A counter of the kernel beside the events that were traced over the same time.
 *
 * @param counter its name
 * @param kernel its increase
 * @param traced events of the trace
 */
public record CrossCheck(String counter, long kernel, long traced) {

    public boolean equal() {
        return kernel == traced;
    }

    /**
     * Compares a trace of the whole host.
     *
     * @param vmstat increases of the counters of {@code /proc/vmstat}
     * @param pagesCollapsed increase of {@code khugepaged/pages_collapsed}; empty if it could not be read
     */
    public static List<CrossCheck> of(
            TraceMeasurement measured, Map<String, Long> vmstat, OptionalLong pagesCollapsed) {
        List<CrossCheck> checks = new ArrayList<>();
        add(checks, vmstat, "compact_stall", measured.compactStalls());
        add(checks, vmstat, "thp_fault_alloc", measured.histogram("huge_fault").events());
        add(
                checks,
                vmstat,
                "thp_fault_fallback",
                measured.histogram("fallback_fault").events());
        add(checks, vmstat, "thp_collapse_alloc", measured.collapseAllocations());
        add(checks, vmstat, "thp_collapse_alloc_failed", measured.collapseFailures());
        pagesCollapsed.ifPresent(pages ->
                checks.add(new CrossCheck("pages_collapsed", pages, measured.collapsed() + measured.collapsedFiles())));
        return checks;
    }

    private static void add(List<CrossCheck> checks, Map<String, Long> vmstat, String counter, long traced) {
        Long kernel = vmstat.get(counter);
        if (kernel != null) {
            checks.add(new CrossCheck(counter, kernel, traced));
        }
    }
}
