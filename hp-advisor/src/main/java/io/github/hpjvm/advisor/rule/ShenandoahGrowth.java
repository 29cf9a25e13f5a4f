package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * Shenandoah commits the regions by which its heap grows without MADV_HUGEPAGE (do_commit in
 * {@code shenandoahHeapRegion.cpp} calls os::commit_memory without an alignment hint): only what it starts with is on
 * transparent huge pages.
 */
final class ShenandoahGrowth implements Rule {
    /** So much on base pages is more than the pieces that can never be huge. */
    private static final Bytes SEEN = Bytes.ofMiB(64);

    @Override
    public String id() {
        return "HP-401";
    }

    @Override
    public String title() {
        return "a Shenandoah heap that grows onto base pages";
    }

    @Override
    public String subject() {
        return "heap";
    }

    /** Whether it is a Shenandoah heap that starts smaller than it may become. */
    static boolean startsSmall(Look look) {
        return look.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SHENANDOAH))
                && HeapArguments.grows(look);
    }

    /** Whether a part of the heap is on base pages because it was never asked for. */
    static boolean explains(Look look, ThpPolicy policy) {
        return policy.effective().equals("madvise") && startsSmall(look);
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (!look.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SHENANDOAH))) {
            return look.notApplicable("the collector is not Shenandoah");
        }
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!policy.effective().equals("madvise")) {
            return look.notApplicable("nobody gets huge pages by asking: the word is " + policy.effective());
        }
        if (!HeapArguments.grows(look)) {
            return look.pass("the heap has its full size from the start");
        }
        Backing heap = Asked.heap(look);
        Bytes base = heap.residentMin().minus(heap.hugeMin().min(heap.residentMin()));
        boolean seen = base.compareTo(SEEN) >= 0;
        boolean fits = HeapArguments.fitsAsAWhole(look, heap.residentMin());
        return look.finding(
                seen ? Severity.WARNING : Severity.INFO,
                "What a Shenandoah heap grows by is not on huge pages"
                        + (seen ? ": " + base.rounded() + " of it are on base pages" : ""),
                "Shenandoah asks for huge pages for the heap that it starts with, and for nothing that it commits later."
                        + (fits ? "" : " The whole heap does not fit into the memory that is left."),
                "With -Xms equal to -Xmx the whole heap is asked for at the start; it then gives no memory back. Check:"
                        + " hp-cli advise --pid N shows the heap as THP.",
                fits ? List.of(HeapArguments.fixed(look)) : List.of());
    }
}
