package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * ZGC commits its heap piece by piece and takes the pages from the pool as it goes: a pool that is enough for the start
 * can be too short for the heap when it is grown ({@code zPhysicalMemoryManager.cpp}, "Forced to lower max Java heap
 * size"). The other collectors reserve all at the start.
 */
final class ZgcOnShortPool implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @Override
    public String id() {
        return "HP-201";
    }

    @Override
    public String title() {
        return "ZGC on a pool that is too short for its grown heap";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isEmpty()) {
            return look.notApplicable("the collector is not ZGC");
        }
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (!Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return look.notApplicable("the heap is not on the pool");
        }
        Optional<HugePool> pool = Asked.pool(look.host("hugetlb pools", Host::pools), TWO_MIB);
        if (pool.isEmpty()) {
            return look.notApplicable("there is no pool of 2 MiB pages");
        }
        long growth = growth(look, heap).dividedRoundingUp(TWO_MIB);
        long missing = growth - pool.get().usable();
        if (missing <= 0) {
            return look.pass("the pool has the " + growth + " pages by which the heap may still grow");
        }
        boolean overcommit = missing <= pool.get().overcommitRoom();
        return look.finding(
                overcommit ? Severity.WARNING : Severity.CRITICAL,
                (overcommit
                                ? "The heap of ZGC can only grow to its maximum by overcommit"
                                : "The heap of ZGC cannot grow to its maximum")
                        + ": the pool has " + missing + " pages of 2 MiB too few",
                "ZGC takes pages as its heap grows. It may still grow by " + growth + " of them, and the pool has "
                        + pool.get().usable() + " to give"
                        + (overcommit
                                ? "; the others come from memory that must be free in whole blocks of 2 MiB at that moment."
                                : "; when they are used up, it lowers its maximum for good, and the program gets an"
                                        + " OutOfMemoryError.")
                        + " A heap that is " + TWO_MIB.times(missing) + " smaller fits as it is.",
                "With " + (pool.get().total() + missing) + " pages in the pool the heap can grow to its maximum.",
                more(look, pool.get(), missing));
    }

    /**
     * What is not committed yet; what is, touched or not, has its pages: fallocate takes them. All that it starts with is
     * committed, of which 11 keeps a reserve that it does not map ({@code zPageAllocator.cpp}, max_reserve).
     */
    private static Bytes growth(Look look, Backing heap) {
        Bytes max = HeapArguments.max(look);
        Bytes committed = heap.reserved().max(HeapArguments.initial(look).orElse(Bytes.ZERO));
        return max.minus(committed.min(max));
    }

    /** More pages, where the host can spare them; the JVM need not be started anew for it. */
    private static List<Action> more(Look look, HugePool pool, long missing) {
        Bytes more = TWO_MIB.times(missing);
        boolean spare = look.host("memory", Host::memory)
                .size("MemAvailable")
                .filter(available -> available.compareTo(more.plus(HeapArguments.MARGIN)) >= 0)
                .isPresent();
        return spare
                ? List.of(Asked.pages(look, pool, pool.total() + missing, more + " taken from all others"))
                : List.of();
    }
}
