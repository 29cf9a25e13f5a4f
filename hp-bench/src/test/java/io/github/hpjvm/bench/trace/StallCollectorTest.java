package io.github.hpjvm.bench.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.trace.TraceEvent.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StallCollectorTest {
    private static final int KHUGEPAGED = 41;
    private static final int APP = 7;
    private static final int KCOMPACTD = 50;

    private final StallCollector collector =
            new StallCollector(new TracePoints(TracePoints.ALL, 9, KHUGEPAGED, new GfpBits(256, 0)), 1000);

    private void at(long nanos, int tid, What what) {
        collector.accept(new TraceEvent(nanos, tid, what));
    }

    private Histogram histogram(String name) {
        return collector.result().histogram(name);
    }

    private static What allocation(long pfn, long entry) {
        return new TraceEvent.HugeAllocation(pfn > 0, pfn, entry);
    }

    @Test
    void faultAfterCompactionIsMeasuredFromItsBegin() {
        at(2000, APP, new TraceEvent.CompactionAttempt(9, true));
        at(2100, APP, new TraceEvent.ZoneBegin());
        at(2600, APP, new TraceEvent.ZoneEnd("success"));
        at(2700, APP, allocation(512, 0));
        at(5700, APP, new TraceEvent.PageTable());
        TraceMeasurement measured = collector.result();
        assertEquals(
                List.of(new Histogram.Bucket(2048, 4096, 1)),
                measured.histogram("huge_fault").buckets());
        assertEquals(3700, measured.histogram("huge_fault").sum());
        assertEquals(700, measured.histogram("huge_fault_allocation").sum());
        assertEquals(3000, measured.histogram("huge_fault_clearing").sum());
        assertEquals(600, measured.histogram("direct_compaction").sum());
        assertEquals(
                Map.of("success", 1L), measured.histogram("direct_compaction").results());
        assertEquals(1, measured.compactStalls());
    }

    /** The intervals of hp-cli stalls --interval. */
    @Test
    void theSumOfTheCutsIsTheResult() {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        Random random = new Random(seed);
        long now = 1000;
        List<TraceMeasurement> cuts = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(1_000_000);
            int tid = random.nextInt(20) == 0 ? KHUGEPAGED : APP + random.nextInt(5);
            at(
                    now,
                    tid,
                    switch (random.nextInt(7)) {
                        case 0 -> new TraceEvent.CompactionAttempt(9, true);
                        case 1 -> new TraceEvent.ZoneBegin();
                        case 2 -> new TraceEvent.ZoneEnd(random.nextBoolean() ? "success" : "skipped");
                        case 3 -> allocation(random.nextInt(3), 0);
                        case 4 -> new TraceEvent.PageTable();
                        case 5 -> new TraceEvent.HugeFree(1);
                        default -> new TraceEvent.FaultEnd();
                    });
            if (random.nextInt(1000) == 0) {
                cuts.add(collector.cut(now));
            }
        }
        TraceMeasurement all = collector.result();
        cuts.add(collector.cut(now));
        for (Histogram histogram : all.histograms()) {
            String name = histogram.name() + ", seed " + seed;
            List<Histogram> parts =
                    cuts.stream().map(cut -> cut.histogram(histogram.name())).toList();
            assertEquals(
                    histogram.count(),
                    parts.stream().mapToLong(Histogram::count).sum(),
                    name);
            assertEquals(
                    histogram.sum(), parts.stream().mapToLong(Histogram::sum).sum(), name);
            assertEquals(
                    histogram.untimed(),
                    parts.stream().mapToLong(Histogram::untimed).sum(),
                    name);
            assertEquals(
                    histogram.max(),
                    parts.stream().mapToLong(Histogram::max).max().orElse(0),
                    name);
            Map<Long, Long> buckets = new TreeMap<>();
            Map<String, Long> results = new TreeMap<>();
            parts.forEach(part -> {
                part.buckets().forEach(bucket -> buckets.merge(bucket.from(), bucket.count(), Long::sum));
                part.results().forEach((result, count) -> results.merge(result, count, Long::sum));
            });
            Map<Long, Long> expected = new TreeMap<>();
            histogram.buckets().forEach(bucket -> expected.put(bucket.from(), bucket.count()));
            assertEquals(expected, buckets, name);
            assertEquals(histogram.results(), results, name);
        }
        assertEquals(
                all.events(), cuts.stream().mapToLong(TraceMeasurement::events).sum());
        assertEquals(
                all.compactStalls(),
                cuts.stream().mapToLong(TraceMeasurement::compactStalls).sum());
    }

    /** A cut does not change what is measured. */
    @Test
    void aFaultThatIsOpenAtACutKeepsItsWholeTime() {
        at(2000, APP, allocation(512, 1900));
        at(2100, APP, new TraceEvent.PageTable());
        assertEquals(0, collector.cut(2200).histogram("huge_fault").count());
        at(5000, APP, new TraceEvent.FaultEnd());
        Histogram fault = collector.cut(20_000_000).histogram("huge_fault");
        assertEquals(1, fault.count());
        assertEquals(3100, fault.sum());
        assertEquals(3100, fault.max());
        assertEquals(0, collector.cut(30_000_000).histogram("huge_fault").max());
    }

    @Test
    void allocationFromFreeListsIsUntimed() {
        at(2000, APP, allocation(512, 0));
        at(5000, APP, new TraceEvent.PageTable());
        assertEquals(3000, histogram("huge_fault").sum());
        assertEquals(0, histogram("huge_fault_allocation").count());
        assertEquals(1, histogram("huge_fault_allocation").untimed());
    }

    @Test
    void beginOfTheFaultTimesTheAllocation() {
        at(2000, APP, allocation(512, 1900));
        at(5000, APP, new TraceEvent.PageTable());
        assertEquals(3100, histogram("huge_fault").sum());
        assertEquals(100, histogram("huge_fault_allocation").sum());
    }

    /** Before Linux 6.13 the page table is allocated before the page is cleared. */
    @Test
    void endOfTheFaultEndsTheClearing() {
        at(2000, APP, allocation(512, 1900));
        at(2100, APP, new TraceEvent.PageTable());
        at(5000, APP, new TraceEvent.FaultEnd());
        assertEquals(3100, histogram("huge_fault").sum());
        assertEquals(3000, histogram("huge_fault_clearing").sum());
    }

    /** Two threads fault in the same range: the kernel frees the page of the second. */
    @Test
    void discardedPageIsNoFault() {
        at(2000, APP, allocation(512, 0));
        at(5000, APP, new TraceEvent.PageTable());
        at(5001, APP, new TraceEvent.HugeFree(512));
        at(6000, APP, allocation(1024, 0));
        at(7000, APP, new TraceEvent.PageTable());
        at(7001, APP, new TraceEvent.HugeFree(512));
        assertEquals(1, histogram("huge_fault").count());
        assertEquals(Map.of("discarded", 1L), histogram("huge_fault").results());
    }

    /** The kernel tries the local node first, and then all nodes (alloc_pages_mpol in mm/mempolicy.c). */
    @Test
    void fallbackHasAllAttempts() {
        at(2000, APP, new TraceEvent.CompactionAttempt(9, true));
        at(2100, APP, new TraceEvent.ZoneDeferred());
        at(2200, APP, allocation(0, 0));
        at(2300, APP, new TraceEvent.CompactionAttempt(9, true));
        at(2400, APP, allocation(0, 0));
        at(2500, APP, new TraceEvent.PageTable());
        TraceMeasurement measured = collector.result();
        assertEquals(500, measured.histogram("fallback_fault").sum());
        assertEquals(1, measured.histogram("fallback_fault").count());
        assertEquals(0, measured.histogram("huge_fault").events());
        assertEquals(2, measured.histogram("direct_compaction").untimed());
        assertEquals(
                Map.of("deferred", 1L, "skipped", 1L),
                measured.histogram("direct_compaction").results());
        assertEquals(1, measured.compactStalls(), "the kernel does not count an attempt that skipped all zones");
    }

    @Test
    void compactionForPoolsIsNotOneForThp() {
        at(2000, APP, new TraceEvent.CompactionAttempt(9, false));
        at(2100, APP, new TraceEvent.ZoneBegin());
        at(2600, APP, new TraceEvent.ZoneEnd("success"));
        assertEquals(0, histogram("direct_compaction").events());
        assertEquals(600, histogram("direct_compaction_other").sum());
        assertEquals(1, collector.result().compactStalls());
    }

    @Test
    void compactionWithoutAttemptIsInTheBackground() {
        at(2100, KCOMPACTD, new TraceEvent.ZoneBegin());
        at(2600, KCOMPACTD, new TraceEvent.ZoneEnd("complete"));
        assertEquals(500, histogram("background_compaction").sum());
        assertEquals(0, collector.result().compactStalls());
    }

    /** The order of events of a scan with a collapse, as Linux 6.18 writes them. */
    @Test
    void khugepagedScansAndCollapses() {
        at(2000, KHUGEPAGED, new TraceEvent.LockTaken(false));
        at(2050, KHUGEPAGED, new TraceEvent.Scan("exceed_none_pte"));
        at(2100, KHUGEPAGED, new TraceEvent.LockReleased(false));
        at(2110, KHUGEPAGED, allocation(512, 0));
        at(2120, KHUGEPAGED, new TraceEvent.LockTaken(false));
        at(2130, KHUGEPAGED, new TraceEvent.LockReleased(false));
        at(2140, KHUGEPAGED, new TraceEvent.LockTaken(true));
        at(2900, KHUGEPAGED, new TraceEvent.LockReleased(true));
        at(2910, KHUGEPAGED, new TraceEvent.Collapse("succeeded"));
        at(2920, KHUGEPAGED, new TraceEvent.Scan("succeeded"));
        TraceMeasurement measured = collector.result();
        assertEquals(1, measured.collapsed());
        assertEquals(1, measured.collapseAllocations());
        assertEquals(50, measured.histogram("khugepaged_scan").sum());
        assertEquals(1, measured.histogram("khugepaged_scan").untimed());
        assertEquals(810, measured.histogram("khugepaged_collapse").sum());
        assertEquals(760, measured.histogram("collapse_lock_hold").sum());
        assertEquals(
                Map.of("exceed_none_pte", 1L, "succeeded", 1L),
                measured.histogram("khugepaged_scan").results());
    }

    @Test
    void madviseCollapseIsNoFault() {
        at(2000, APP, allocation(512, 0));
        at(2500, APP, new TraceEvent.Collapse("succeeded"));
        at(2600, APP, new TraceEvent.PageTable());
        assertEquals(0, histogram("huge_fault").events());
        assertEquals(1, collector.result().collapseAllocations());
        assertEquals(0, collector.result().collapsed());
    }

    @Test
    void sharedMemoryIsNoFaultOfAnonymousMemory() {
        at(2000, APP, allocation(512, 0));
        at(2500, APP, new TraceEvent.SharedMapped());
        at(2600, APP, new TraceEvent.PageTable());
        assertEquals(0, histogram("huge_fault").events());
    }

    @Test
    void eventsBeforeTheBeginPrepareOnly() {
        at(500, APP, allocation(512, 0));
        at(900, APP, new TraceEvent.PageTable());
        at(950, APP, allocation(1024, 0));
        at(1500, APP, new TraceEvent.PageTable());
        assertEquals(1, histogram("huge_fault").count());
        assertEquals(550, histogram("huge_fault").sum());
    }

    @Test
    void lostEventsEndOpenMeasurements() {
        at(2000, APP, allocation(512, 0));
        collector.forget();
        at(9000, APP, new TraceEvent.PageTable());
        assertEquals(0, histogram("huge_fault").events());
    }
}
