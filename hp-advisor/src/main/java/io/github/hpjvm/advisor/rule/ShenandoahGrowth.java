package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.HeapRoom;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A Shenandoah heap that grows onto base pages. Shenandoah commits later regions without MADV_HUGEPAGE (do_commit in
 * {@code shenandoahHeapRegion.cpp} calls os::commit_memory without an alignment hint): only the initial heap is on
 * transparent huge pages.
 */
final class ShenandoahGrowth implements Rule {
    /** Base pages above this size cannot all be unaligned ends of the heap. */
    private static final Bytes SEEN = Bytes.ofMiB(64);

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-401", "Shenandoah heap grows onto base pages", "heap", Family.HEAP_SETUP, Affected.HEAP)
                .inHealthCheck();
    }

    /** Returns whether the JVM has a Shenandoah heap with an initial size below its maximum. */
    static boolean startsSmall(RuleContext context) {
        return context.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SHENANDOAH))
                && HeapArguments.grows(context);
    }

    /** Returns whether a part of the heap is on base pages because Shenandoah did not opt in for it. */
    static boolean explains(RuleContext context, ThpPolicy policy) {
        return policy.effective().equals("madvise") && ThpModes.optsIn(context, policy) && startsSmall(context);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (!context.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SHENANDOAH))) {
            return context.notApplicable("the collector is not Shenandoah");
        }
        if (PageFacts.requested(context) != Requested.THP) {
            return context.notApplicable("transparent huge pages are not requested");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("madvise")) {
            return context.notApplicable(
                    "the host is not in madvise mode: the effective mode is " + policy.effective());
        }
        if (!ThpModes.optsIn(context, policy)) {
            return context.notApplicable("this release does not opt in while the global mode is " + policy.enabled()
                    + ", not even at its start");
        }
        if (!HeapArguments.grows(context)) {
            return context.pass("-Xms equals -Xmx");
        }
        Optional<String> denied = ThpDenied.why(context);
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        Backing heap = PageFacts.heap(context);
        Bytes base = heap.residentMin().minus(heap.hugeMin().min(heap.residentMin()));
        boolean seen = base.compareTo(SEEN) >= 0;
        HeapRoom room = HeapRoom.of(context, heap.residentMin());
        return context.finding(
                seen ? Severity.WARNING : Severity.INFO,
                "A Shenandoah heap grows onto base pages"
                        + (seen ? ": " + base.rounded() + " of it are on base pages" : ""),
                "Shenandoah opts in to huge pages for its initial heap only, not for memory that it commits later."
                        + room.objection(),
                "With -Xms equal to -Xmx Shenandoah opts in for the whole heap. The heap then returns"
                        + " no memory to the host. Check: hp-cli advise --pid N shows the heap as THP.",
                room.fits() ? List.of(HeapArguments.fixed(context)) : List.of());
    }
}
