package io.github.hpjvm.bench.trace;

import io.github.hpjvm.bench.trace.Histogram.Collecting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures the time between events of the same thread. Needs constant memory for each thread that is inside an
 * allocation.
 *
 * <p>A fault on a huge page has up to three events: the begin of direct compaction or reclaim, if the free lists have no
 * block; the allocation; and the allocation of the page table that is kept for a later split
 * (__do_huge_pmd_anonymous_page in mm/huge_memory.c), which follows the clearing of the page. Without the first event, the
 * time until the allocation is unknown, unless the tracer knows the begin of the fault.
 */
public final class StallCollector {
    /** Threads with open allocations. More are not expected: each needs a running thread. */
    private static final int MOST_THREADS = 1 << 16;

    /** A block that is not mapped after this time was not allocated by a fault. */
    private static final long STALE_NANOS = 1_000_000_000L;

    /** A page that the kernel frees again, or whose clearing ends, does so within this time of its fault. */
    private static final long FREED_NANOS = 10_000_000L;

    private final TracePoints points;
    private final long from;
    private final Map<Integer, Thread> threads = new HashMap<>();

    private final Collecting compaction = new Collecting("direct_compaction");
    private final Collecting otherCompaction = new Collecting("direct_compaction_other");
    private final Collecting khugepagedCompaction = new Collecting("direct_compaction_khugepaged");
    private final Collecting background = new Collecting("background_compaction");
    private final Collecting fault = new Collecting("huge_fault");
    private final Collecting allocation = new Collecting("huge_fault_allocation");
    private final Collecting clearing = new Collecting("huge_fault_clearing");
    private final Collecting fallback = new Collecting("fallback_fault");
    private final Collecting scan = new Collecting("khugepaged_scan");
    private final Collecting collapse = new Collecting("khugepaged_collapse");
    private final Collecting hold = new Collecting("collapse_lock_hold");

    private long events;
    private long stalls;
    private long collapseAllocations;
    private long collapseFailures;
    private long collapsed;
    private long collapsedFiles;

    /** Counts at the last cut. Its histograms are in {@link Collecting}. */
    private TraceMeasurement cut = new TraceMeasurement(List.of(), 0, 0, 0, 0, 0, 0);

    /** Times of one thread; -1 for none. */
    private static final class Thread {
        private long attempt = -1;
        private boolean thp;
        private long zone = -1;
        private long zoneEnd = -1;
        private String result = "skipped";
        private long slow = -1;
        private boolean pending;
        private boolean ok;
        private boolean timed;
        private long begin;
        private long allocated;
        private long pfn;

        /** The end of a fault that is not counted yet. */
        private long faulted = -1;

        boolean idle() {
            return attempt < 0 && zone < 0 && slow < 0 && !pending && faulted < 0;
        }
    }

    /** Times of khugepaged; -1 for none. */
    private long scanning = -1;

    private long readReleased = -1;
    private long collapsing = -1;
    private long writeTaken = -1;
    private long held = -1;

    /** @param from events before this time prepare measurements, but do not count */
    public StallCollector(TracePoints points, long from) {
        this.points = points;
        this.from = from;
    }

    /** Adds an event; those of one thread come in their order. */
    public void accept(TraceEvent event) {
        events++;
        boolean known = threads.containsKey(event.tid());
        boolean alone = event.what() instanceof TraceEvent.PageTable
                || event.what() instanceof TraceEvent.HugeFree
                || event.what() instanceof TraceEvent.FaultEnd;
        if (!known && alone) {
            return;
        }
        if (!known && threads.size() >= MOST_THREADS) {
            threads.values().forEach(this::countFault);
            threads.clear();
        }
        Thread thread = threads.computeIfAbsent(event.tid(), tid -> new Thread());
        boolean khugepaged = event.tid() == points.khugepaged();
        long now = event.nanos();
        TraceEvent.What what = event.what();
        if (what instanceof TraceEvent.FaultEnd) {
            // The last step of a fault, whatever the order of the others on this kernel.
            thread.faulted = thread.faulted >= 0 ? now : -1;
            return;
        }
        boolean discarded = what instanceof TraceEvent.HugeFree free && free.pfn() == thread.pfn;
        if (discarded && thread.faulted >= from) {
            fault.addResult("discarded");
        } else if (!discarded) {
            countFault(thread);
        }
        thread.faulted = -1;
        if (what instanceof TraceEvent.CompactionAttempt attempt) {
            close(thread, khugepaged);
            thread.attempt = now;
            thread.thp = attempt.thp() && attempt.order() >= points.hugeOrder();
            slow(thread, attempt.order(), attempt.thp(), now);
        } else if (what instanceof TraceEvent.ZoneBegin) {
            thread.zone = now;
        } else if (what instanceof TraceEvent.ZoneEnd end) {
            zoneEnd(thread, end.status(), now);
        } else if (what instanceof TraceEvent.ZoneDeferred) {
            zoneResult(thread, "deferred");
        } else if (what instanceof TraceEvent.ZoneSucceeded) {
            zoneResult(thread, "success");
        } else if (what instanceof TraceEvent.ReclaimBegin reclaim) {
            close(thread, khugepaged);
            slow(thread, reclaim.order(), reclaim.thp(), now);
        } else if (what instanceof TraceEvent.HugeAllocation allocated) {
            close(thread, khugepaged);
            allocated(thread, allocated, khugepaged, now);
        } else if (what instanceof TraceEvent.PageTable) {
            close(thread, khugepaged);
            faulted(thread, now);
        } else if (what instanceof TraceEvent.SharedMapped) {
            thread.pending = thread.pending && khugepaged;
        } else if (khugepaged) {
            khugepaged(thread, what, now);
        } else if (what instanceof TraceEvent.Collapse && thread.pending) {
            // MADV_COLLAPSE, in the thread that calls it.
            count(now, () -> collapseAllocations += thread.ok ? 1 : 0);
            thread.pending = false;
        }
        if (thread.idle()) {
            threads.remove(event.tid());
        }
    }

    /** Forgets open measurements: the tracer lost events. */
    public void forget() {
        threads.values().forEach(this::countFault);
        threads.clear();
        scanning = -1;
        readReleased = -1;
        collapsing = -1;
        writeTaken = -1;
        held = -1;
    }

    /** Returns everything that was measured. */
    public TraceMeasurement result() {
        threads.forEach((tid, thread) -> {
            close(thread, tid == points.khugepaged());
            countFault(thread);
            thread.faulted = -1;
        });
        return soFar();
    }

    /**
     * Returns what was measured since the last call, or since the begin. A measurement that is open counts in a later one. The
     * sum of all calls, of which the last one follows {@link #result}, is the result.
     *
     * @param nanos the time up to which events were added
     */
    public TraceMeasurement cut(long nanos) {
        threads.values().forEach(thread -> {
            if (thread.faulted >= 0 && nanos - thread.faulted >= FREED_NANOS) {
                countFault(thread);
                thread.faulted = -1;
            }
        });
        threads.values().removeIf(Thread::idle);
        TraceMeasurement now = soFar();
        TraceMeasurement between = now.since(cut, all().map(Collecting::cut).toList());
        cut = now;
        return between;
    }

    private TraceMeasurement soFar() {
        return new TraceMeasurement(
                all().map(Collecting::result).toList(),
                events,
                stalls,
                collapseAllocations,
                collapseFailures,
                collapsed,
                collapsedFiles);
    }

    private Stream<Collecting> all() {
        return Stream.of(
                fault,
                allocation,
                clearing,
                fallback,
                compaction,
                otherCompaction,
                khugepagedCompaction,
                background,
                scan,
                collapse,
                hold);
    }

    private void count(long now, Runnable add) {
        if (now >= from) {
            add.run();
        }
    }

    private void slow(Thread thread, int order, boolean thp, long now) {
        if (thp && order >= points.hugeOrder() && thread.slow < 0) {
            thread.slow = now;
        }
    }

    private void zoneEnd(Thread thread, String status, long now) {
        if (thread.attempt < 0 && thread.zone >= 0) {
            long nanos = now - thread.zone;
            count(now, () -> background.add(nanos));
            count(now, () -> background.addResult(status));
        } else if (thread.attempt >= 0 && thread.zone >= 0) {
            thread.zoneEnd = now;
            zoneResult(thread, status);
        }
        thread.zone = -1;
    }

    /** Keeps the result of the last zone that was not skipped: try_to_compact_pages returns the greatest. */
    private static void zoneResult(Thread thread, String status) {
        if (thread.attempt >= 0 && !status.equals("skipped")) {
            thread.result = status;
        }
    }

    /**
     * Ends the attempt of direct compaction of a thread, if there is one. The kernel counts it in compact_stall unless
     * all zones were skipped (__alloc_pages_direct_compact in mm/page_alloc.c).
     */
    private void close(Thread thread, boolean khugepaged) {
        if (thread.attempt < 0) {
            return;
        }
        Collecting histogram = khugepaged ? khugepagedCompaction : thread.thp ? compaction : otherCompaction;
        if (thread.attempt >= from) {
            histogram.addResult(thread.result);
            if (thread.zoneEnd >= 0) {
                histogram.add(thread.zoneEnd - thread.attempt);
            } else {
                histogram.addUntimed();
            }
            stalls += thread.result.equals("skipped") ? 0 : 1;
        }
        thread.attempt = -1;
        thread.zoneEnd = -1;
        thread.zone = -1;
        thread.result = "skipped";
    }

    private void allocated(Thread thread, TraceEvent.HugeAllocation allocated, boolean khugepaged, long now) {
        // A second attempt of the same fault on other nodes keeps the begin of the first (alloc_pages_mpol).
        boolean again = thread.pending && !thread.ok;
        if (!again) {
            thread.timed = allocated.entry() > 0 || thread.slow >= 0;
            thread.begin = allocated.entry() > 0 ? allocated.entry() : thread.slow >= 0 ? thread.slow : now;
        }
        thread.slow = -1;
        thread.pending = true;
        thread.ok = allocated.ok();
        thread.allocated = now;
        thread.pfn = allocated.pfn();
        if (khugepaged) {
            collapsing = readReleased >= 0 ? readReleased : thread.begin;
            readReleased = -1;
            count(now, () -> {
                collapseAllocations += allocated.ok() ? 1 : 0;
                collapseFailures += allocated.ok() ? 0 : 1;
            });
            thread.pending = false;
        }
    }

    private void faulted(Thread thread, long now) {
        if (!thread.pending) {
            return;
        }
        thread.pending = false;
        if (now < from || now - thread.allocated > STALE_NANOS) {
            return;
        }
        if (thread.ok) {
            thread.faulted = now;
        } else {
            fallback.add(now - thread.begin);
        }
    }

    /**
     * Counts the last fault of a thread. The kernel frees the page again if another thread has mapped one meanwhile, and
     * does not count the fault in thp_fault_alloc then. So it is counted at the next event of the thread.
     */
    private void countFault(Thread thread) {
        if (thread.faulted < from) {
            return;
        }
        fault.add(thread.faulted - thread.begin);
        clearing.add(thread.faulted - thread.allocated);
        if (thread.timed) {
            allocation.add(thread.allocated - thread.begin);
        } else {
            allocation.addUntimed();
        }
    }

    private void khugepaged(Thread thread, TraceEvent.What what, long now) {
        if (what instanceof TraceEvent.LockTaken lock) {
            if (lock.write()) {
                writeTaken = now;
            } else {
                scanning = now;
            }
        } else if (what instanceof TraceEvent.LockReleased lock) {
            if (lock.write()) {
                held = writeTaken >= 0 ? now - writeTaken : -1;
                writeTaken = -1;
            } else {
                readReleased = now;
                scanning = -1;
            }
        } else if (what instanceof TraceEvent.Scan scanned) {
            long begin = scanning;
            scanning = begin >= 0 ? now : -1;
            count(now, () -> {
                scan.addResult(scanned.status());
                collapsed += scanned.status().equals("succeeded") ? 1 : 0;
                if (begin >= 0) {
                    scan.add(now - begin);
                } else {
                    scan.addUntimed();
                }
            });
        } else if (what instanceof TraceEvent.Collapse result) {
            collapsed(result.status(), now);
        } else if (what instanceof TraceEvent.FileCollapse result) {
            collapsed(result.status(), now);
            count(now, () -> collapsedFiles += result.status().equals("succeeded") ? 1 : 0);
        }
        thread.pending = false;
    }

    private void collapsed(String status, long now) {
        long begin = collapsing;
        long locked = held;
        count(now, () -> {
            collapse.addResult(status);
            if (begin >= 0) {
                collapse.add(now - begin);
            } else {
                collapse.addUntimed();
            }
            if (locked >= 0) {
                hold.add(locked);
            }
        });
        collapsing = -1;
        held = -1;
        scanning = -1;
    }
}
