package io.github.hpjvm.bench.trace;

import java.util.List;

/**
 * The measurements of one trace.
 *
 * @param histograms in the order of the report; see {@code docs/COMMANDS.md} for their names
 * @param events events of all kinds that were read
 * @param compactStalls direct compactions, as {@code compact_stall} counts them
 * @param collapseAllocations huge pages that were allocated for a collapse
 * @param collapseFailures failed allocations for a collapse by khugepaged
 * @param collapsed ranges of anonymous memory that khugepaged collapsed
 * @param collapsedFiles ranges of a heap of ZGC that khugepaged collapsed
 */
public record TraceMeasurement(
        List<Histogram> histograms,
        long events,
        long compactStalls,
        long collapseAllocations,
        long collapseFailures,
        long collapsed,
        long collapsedFiles) {

    public TraceMeasurement {
        histograms = List.copyOf(histograms);
    }

    /**
     * Returns these counts less earlier ones.
     *
     * @param between the histograms of the time between
     */
    TraceMeasurement since(TraceMeasurement earlier, List<Histogram> between) {
        return new TraceMeasurement(
                between,
                events - earlier.events,
                compactStalls - earlier.compactStalls,
                collapseAllocations - earlier.collapseAllocations,
                collapseFailures - earlier.collapseFailures,
                collapsed - earlier.collapsed,
                collapsedFiles - earlier.collapsedFiles);
    }

    /** The histogram of that name. */
    public Histogram histogram(String name) {
        return histograms.stream()
                .filter(histogram -> histogram.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no histogram " + name));
    }
}
