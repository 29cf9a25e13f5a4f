package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * AlwaysPreTouch with Serial on a hugetlb pool, where it has no effect: memory that is reserved as special counts as
 * committed ({@code virtualspace.cpp}, VirtualSpace::expand_by).
 */
final class SerialPretouch implements Rule {
    /** A pretouched heap is nearly all resident. Less than half is certainly not pretouched. */
    private static final long HALF = 2;

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-403",
                        "AlwaysPreTouch has no effect with Serial on a hugetlb pool",
                        "heap",
                        Family.HEAP_SETUP,
                        Affected.NONE)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (!context.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SERIAL))) {
            return context.notApplicable("the collector is not Serial");
        }
        if (PageFacts.requested(context) != Requested.HUGETLB || !HeapArguments.pretouches(context)) {
            return context.notApplicable("AlwaysPreTouch and hugetlb pages are not both requested");
        }
        Backing heap = PageFacts.heap(context);
        if (!PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.notApplicable("the pool does not back the heap");
        }
        if (heap.residentMin().times(HALF).compareTo(heap.reserved()) >= 0) {
            return context.pass("at least half of the heap is resident");
        }
        return context.finding(
                Severity.INFO,
                "AlwaysPreTouch had no effect: " + heap.residentMin().rounded() + " of "
                        + heap.reserved().rounded() + " are resident",
                "Serial skips memory that is reserved from a pool. The pages are reserved, so none is"
                        + " missing. The kernel clears each page at its first access.",
                "If the first faults must not happen later, use Parallel or G1, which pretouch such a"
                        + " heap. Otherwise remove the flag. Check: Private_Hugetlb in smaps shows the touched"
                        + " pages.",
                List.of());
    }
}
