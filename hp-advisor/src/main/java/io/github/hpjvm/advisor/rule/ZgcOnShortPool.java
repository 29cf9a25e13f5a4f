package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.PoolGrowth;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A hugetlb pool that is too small for the maximum heap of ZGC. ZGC commits its heap in steps and takes the pages from
 * the pool as it grows ({@code zPhysicalMemoryManager.cpp}, "Forced to lower max Java heap size"). The other collectors
 * reserve the whole heap at the start.
 */
final class ZgcOnShortPool implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-201",
                "hugetlb pool too small for the maximum ZGC heap",
                "heap",
                Family.SIDE_EFFECTS,
                Affected.HEAP);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isEmpty()) {
            return context.notApplicable("the collector is not ZGC");
        }
        if (PageFacts.requested(context) != Requested.HUGETLB) {
            return context.notApplicable("hugetlb pages are not requested");
        }
        Backing heap = PageFacts.heap(context);
        if (!PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.notApplicable("the pool does not back the heap");
        }
        Optional<HugePool> pool = PageFacts.pool(context.host("hugetlb pools", Host::pools), TWO_MIB);
        if (pool.isEmpty()) {
            return context.notApplicable("there is no pool of 2 MiB pages");
        }
        long growth = growth(context, heap).dividedRoundingUp(TWO_MIB);
        long missing = growth - pool.get().usable();
        if (missing <= 0) {
            return context.pass("the pool has the " + growth + " pages by which the heap can still grow");
        }
        Availability when = PoolGrowth.availabilityNow(context, pool.get(), missing);
        List<Action> actions = PoolGrowth.whileRunning(context, pool.get(), missing, when).stream()
                .toList();
        String pages = actions.isEmpty() ? "" : when.sentence(missing, TWO_MIB);
        boolean overcommit = missing <= pool.get().overcommitRoom();
        return context.finding(
                overcommit ? Severity.WARNING : Severity.CRITICAL,
                (overcommit
                                ? "The ZGC heap can grow to its maximum only by overcommit"
                                : "The ZGC heap cannot grow to its maximum")
                        + ": the pool needs " + missing + (missing == 1 ? " more page" : " more pages") + " of 2 MiB",
                "ZGC takes pages as its heap grows. It can still grow by " + growth + " pages, and "
                        + pool.get().usable() + " pages of the pool are available"
                        + (overcommit
                                ? ". The kernel can allocate the others only from blocks of 2 MiB that are free at that"
                                        + " time."
                                : ". After that it lowers its maximum permanently, and the program gets an"
                                        + " OutOfMemoryError.")
                        + " A heap that is " + TWO_MIB.times(missing) + " smaller fits into the present pool."
                        + (pages.isEmpty() ? "" : " " + pages),
                (when.found() == Found.AT_BOOT && !actions.isEmpty() ? "After a reboot, with " : "With ")
                        + (pool.get().total() + missing) + " pages in the pool the heap can grow to its maximum.",
                actions);
    }

    /** The size by which the committed heap can still grow. */
    private static Bytes growth(RuleContext context, Backing heap) {
        Bytes max = HeapArguments.max(context);
        Bytes committed = HeapArguments.allocatedByZ(context, heap);
        return max.minus(committed.min(max));
    }
}
