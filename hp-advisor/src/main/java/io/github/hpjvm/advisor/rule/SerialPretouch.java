package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
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
 * Serial does not touch a heap on the hugetlb pool at the start, AlwaysPreTouch or not: memory that was reserved as
 * special counts as committed already ({@code virtualspace.cpp}, VirtualSpace::expand_by).
 */
final class SerialPretouch implements Rule {
    /** Of a heap that was touched at the start nearly all is resident; half is surely not that. */
    private static final long HALF = 2;

    @Override
    public String id() {
        return "HP-403";
    }

    @Override
    public String title() {
        return "AlwaysPreTouch that does nothing for Serial on a hugetlb pool";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (!look.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.SERIAL))) {
            return look.notApplicable("the collector is not Serial");
        }
        if (Asked.pages(look) != Requested.HUGETLB || !HeapArguments.pretouches(look)) {
            return look.notApplicable("it was not told to touch a heap on the hugetlb pool");
        }
        Backing heap = Asked.heap(look);
        if (!Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return look.notApplicable("the heap is not on the pool");
        }
        if (heap.residentMin().times(HALF).compareTo(heap.reserved()) >= 0) {
            return look.pass("the heap has been touched");
        }
        return look.finding(
                Severity.INFO,
                "AlwaysPreTouch had no effect: " + heap.residentMin().rounded() + " of "
                        + heap.reserved().rounded() + " have been touched",
                "Serial takes what is reserved of a pool for touched. The pages are promised, so none can be missing;"
                        + " each is cleared when the program comes by it.",
                "Parallel and G1 do touch it at the start, if its first faults must not come later; else the flag can be left"
                        + " out. Private_Hugetlb in smaps shows what has been touched.",
                List.of());
    }
}
