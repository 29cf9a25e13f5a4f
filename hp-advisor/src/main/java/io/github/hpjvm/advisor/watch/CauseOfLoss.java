package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.ThpShrinker;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The cause of a change of coverage, from the facts of the same time. Counters of {@code /proc/vmstat} are of the whole
 * host, so that facts of the process itself come first.
 *
 * @param cause the cause
 * @param text the cause as a clause
 * @param evidence the facts that show it
 */
public record CauseOfLoss(Cause cause, String text, List<Evidence> evidence) {

    private static final String VMSTAT = "/proc/vmstat";
    private static final String STATUS = "/proc/PID/status";

    /** Swap, or returned memory, explains a loss if it is at least that part of it: one of so many. */
    static final long PART = 16;

    public CauseOfLoss {
        evidence = List.copyOf(evidence);
    }

    /**
     * Returns the cause of a loss of huge pages.
     *
     * @param lost the bytes that are no longer on huge pages
     * @param fell the bytes that are no longer resident
     */
    public static CauseOfLoss ofLoss(Bytes lost, Bytes fell, Interval interval) {
        long part = lost.value() / PART;
        long swapped = interval.swappedOut();
        long returned = Math.max(0, fell.value() - swapped);
        if (swapped > 0 && swapped >= part) {
            return reclaim(Math.min(swapped, Math.max(lost.value(), fell.value())), interval);
        }
        long lostPages = Math.max(1, lost.value() / interval.pmdSize().value());
        // Pages that the process reads again at once are no longer in its swap.
        if (interval.delta("thp_swpout") + interval.delta("thp_swpout_fallback") >= (lostPages + 1) / 2) {
            return new CauseOfLoss(
                    Cause.RECLAIM,
                    "reclaim: the kernel moved huge pages to swap, and the process has read them again as base pages",
                    swap(interval));
        }
        if (isOfShrinker(lostPages, interval)) {
            return shrinker(interval);
        }
        if (interval.sharedShare() > 0 && interval.hadChildren()) {
            return fork(interval);
        }
        // A split replaces pages that hold zeros only by the zero page, so that less is resident then as well.
        long split = interval.delta("thp_split_page");
        if (split * 2 >= lostPages) {
            return split(interval);
        }
        if (returned > 0 && returned >= part) {
            return new CauseOfLoss(
                    Cause.MADVISE,
                    "madvise or munmap: the process returned "
                            + Bytes.of(returned).rounded() + " of memory",
                    evidence(
                            fact("resident", "-" + Bytes.of(returned).rounded(), "/proc/PID/pagemap"),
                            counter("thp_split_pmd", interval),
                            counter("thp_deferred_split_page", interval)));
        }
        if (interval.hadChildren() && interval.delta("thp_split_pmd") > 0) {
            return fork(interval);
        }
        if (split > 0) {
            return split(interval);
        }
        if (interval.delta("thp_split_pmd") > 0) {
            return new CauseOfLoss(
                    Cause.SPLIT,
                    "split: mappings of huge pages became mappings of base pages, as by mprotect, madvise or munmap of"
                            + " a part",
                    evidence(counter("thp_split_pmd", interval), counter("thp_deferred_split_page", interval)));
        }
        return new CauseOfLoss(Cause.UNKNOWN, "the counters of the kernel do not show the cause", List.of());
    }

    /** Returns whether the THP shrinker split at least half as many huge pages as were lost. */
    static boolean isOfShrinker(long lostPages, Interval interval) {
        return interval.delta(ThpShrinker.COUNTER) >= (lostPages + 1) / 2;
    }

    /** Returns the cause if the THP shrinker split huge pages. */
    static CauseOfLoss shrinker(Interval interval) {
        return new CauseOfLoss(
                Cause.SHRINKER,
                "THP shrinker: memory was short, and the kernel split huge pages that hold zeros (max_ptes_none is below"
                        + " its default)",
                evidence(counter(ThpShrinker.COUNTER, interval), counter("thp_split_page", interval)));
    }

    private static CauseOfLoss split(Interval interval) {
        return new CauseOfLoss(
                Cause.SPLIT,
                "split: the kernel replaced huge pages by base pages",
                evidence(
                        counter("thp_split_page", interval),
                        counter("thp_split_pmd", interval),
                        counter("thp_migration_split", interval)));
    }

    /**
     * Returns the cause if the kernel moved memory of the process to swap.
     *
     * @param swapped the bytes
     */
    static CauseOfLoss reclaim(long swapped, Interval interval) {
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(fact("VmSwap", "+" + Bytes.of(swapped).rounded(), STATUS));
        evidence.addAll(swap(interval));
        return new CauseOfLoss(
                Cause.RECLAIM,
                "reclaim: the kernel moved " + Bytes.of(swapped).rounded() + " of the process to swap",
                evidence);
    }

    private static List<Evidence> swap(Interval interval) {
        return evidence(
                counter("pswpout", interval),
                counter("thp_swpout", interval),
                counter("thp_swpout_fallback", interval),
                fact("pgsteal_*", "+" + interval.stolen(), VMSTAT));
    }

    private static CauseOfLoss fork(Interval interval) {
        List<Evidence> evidence = new ArrayList<>();
        interval.after()
                .sharedShare()
                .filter(share -> share > 0)
                .ifPresent(share -> evidence.add(
                        fact("pages shared with another process", percent(share), "/proc/PID/pagemap, bit 56")));
        if (interval.after().children().orElse(0) > 0) {
            evidence.add(fact(
                    "children", String.valueOf(interval.after().children().getAsInt()), "/proc/PID/task/TID/children"));
        }
        interval.after()
                .childFaults()
                .flatMap(now -> interval.before().childFaults().map(before -> now - before))
                .filter(delta -> delta > 0)
                .ifPresent(delta -> evidence.add(fact("faults of ended children", "+" + delta, "/proc/PID/stat")));
        evidence.addAll(evidence(counter("thp_split_pmd", interval), counter("thp_split_page", interval)));
        return new CauseOfLoss(
                Cause.FORK,
                "fork: a write to a huge page that a child process shares splits its mapping, and copies base pages",
                evidence);
    }

    /**
     * Returns the cause if base pages were added. Pages that come back from swap are base pages, or THP below the PMD
     * size (alloc_swap_folio in mm/memory.c).
     *
     * @param grown the bytes that base pages back in addition
     */
    public static CauseOfLoss ofGrowth(Bytes grown, Interval interval) {
        long returned = Math.min(interval.swappedIn(), grown.value());
        if (returned > 0 && returned >= grown.value() / PART) {
            return new CauseOfLoss(
                    Cause.RECLAIM,
                    "reclaim: " + Bytes.of(returned).rounded() + " of the process came back from swap, on base pages",
                    evidence(fact("VmSwap", "-" + Bytes.of(returned).rounded(), STATUS), counter("pswpin", interval)));
        }
        long fallbacks = interval.delta("thp_fault_fallback");
        String text = "growth: " + grown.rounded() + " of new memory are on base pages"
                + (fallbacks > 0 ? "; the kernel had no free huge page" : "");
        return new CauseOfLoss(
                Cause.GROWTH,
                text,
                evidence(
                        fact("base pages", "+" + grown.rounded(), "/proc/PID/pagemap"),
                        counter("thp_fault_fallback", interval),
                        counter("compact_stall", interval),
                        counter("compact_fail", interval)));
    }

    /**
     * Returns the cause if huge pages replaced base pages.
     *
     * @param gained the bytes that are on huge pages in addition
     */
    public static CauseOfLoss ofGain(Bytes gained, Interval interval) {
        long collapsed = interval.delta(HostReading.COLLAPSED);
        boolean khugepaged = collapsed > 0;
        // thp_collapse_alloc also counts allocations of collapses that failed, so it does not show a second actor.
        boolean other = gained.value() / interval.pmdSize().value() > collapsed;
        String actor = khugepaged ? (other ? "khugepaged, and MADV_COLLAPSE," : "khugepaged") : "MADV_COLLAPSE";
        if (interval.delta("thp_collapse_alloc") == 0 && !khugepaged) {
            return new CauseOfLoss(Cause.UNKNOWN, "the counters of the kernel do not show the cause", List.of());
        }
        return new CauseOfLoss(
                Cause.COLLAPSE,
                "collapse: " + actor + " replaced base pages by " + gained.rounded() + " of huge pages",
                evidence(
                        counter("thp_collapse_alloc", interval),
                        fact(
                                "pages_collapsed",
                                "+" + interval.delta(HostReading.COLLAPSED),
                                "/sys/kernel/mm/transparent_hugepage/khugepaged/pages_collapsed")));
    }

    private static Evidence fact(String name, String value, String source) {
        return new Evidence(name, value, source);
    }

    private static Evidence counter(String name, Interval interval) {
        return new Evidence(name, "+" + interval.delta(name), VMSTAT);
    }

    private static List<Evidence> evidence(Evidence... facts) {
        List<Evidence> list = new ArrayList<>();
        for (Evidence one : facts) {
            if (!one.value().equals("+0")) {
                list.add(one);
            }
        }
        return list;
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
