package io.github.hpjvm.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * The profiler: after each measured iteration it reads the pages behind the heap of the fork.
 *
 * <p>It runs in the fork, between iterations, so no read is part of a score. Results: {@code hp.heap.huge} (per cent of the
 * resident heap on huge pages), {@code hp.requested} (1 if the arguments request huge pages; the unit says which), {@code
 * hp.pageFaults} (page faults of the process in all measured iterations) and {@code hp.pageTables} (bytes of page tables).
 */
public class HugePagesProfiler implements InternalProfiler {
    private final OwnProcess process = new OwnProcess();
    private final RequiredPages required;
    private long faults;
    private boolean told;

    /**
     * Creates the profiler.
     *
     * @param options {@code require=thp|hugetlb|any[=PERCENT]}, or empty
     * @throws ProfilerException if an option is unknown, or the system is not Linux
     */
    protected HugePagesProfiler(String options) throws ProfilerException {
        try {
            required = RequiredPages.parse(options);
        } catch (IllegalArgumentException e) {
            throw new ProfilerException(e.getMessage());
        }
        if (!OwnProcess.isReadable()) {
            throw new ProfilerException("hp: needs Linux: /proc/self/smaps cannot be read");
        }
    }

    @Override
    public String getDescription() {
        return "Huge pages behind the heap (hp-jmh); hp:require=thp|hugetlb|any fails a fork without them";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (isMeasured(iteration)) {
            faults = process.faults();
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        List<Result<?>> results = new ArrayList<>();
        if (!isMeasured(iteration)) {
            return results;
        }
        long newFaults = process.faults() - faults;
        RequestedPages requested = process.requested();
        judge(requested, results);
        results.add(new ScalarResult("hp.requested", requested.score(), requested.name(), AggregationPolicy.AVG));
        results.add(new ScalarResult("hp.pageFaults", newFaults, "#", AggregationPolicy.SUM));
        results.add(new ScalarResult("hp.pageTables", process.pageTables(), "B", AggregationPolicy.AVG));
        return results;
    }

    /** Adds the share of huge pages. An unknown heap has no share; if pages are required, it fails the fork. */
    private void judge(RequestedPages requested, List<Result<?>> results) {
        HeapPages pages;
        try {
            pages = process.heap();
        } catch (UnknownHeapException e) {
            if (required != null) {
                throw new IllegalStateException("hp:" + required + ": the heap is unknown: " + e.getMessage());
            }
            if (!told) {
                told = true;
                System.out.println("hp: no hp.heap.huge: " + e.getMessage());
            }
            return;
        }
        String failure = required == null ? null : required.failure(pages, requested);
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        results.add(new ScalarResult("hp.heap.huge", pages.percent(), "%", AggregationPolicy.AVG));
    }

    private static boolean isMeasured(IterationParams iteration) {
        return iteration.getType() == IterationType.MEASUREMENT;
    }
}
