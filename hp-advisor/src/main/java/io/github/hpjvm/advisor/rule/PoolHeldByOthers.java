package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/** A pool that is large enough for this JVM, but whose pages other processes hold. */
final class PoolHeldByOthers implements Rule {
    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-302", "other processes hold the pages of the pool", "pool", Family.POOL_USE, Affected.HEAP)
                .whenRequested(Requested.HUGETLB)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.pass("the pool backs the heap");
        }
        Bytes page = PageFacts.poolPage(context);
        Optional<HugePool> pool = PageFacts.pool(context.host("hugetlb pools", Host::pools), page);
        Optional<Span> bill = PageFacts.bill(context);
        if (pool.isEmpty() || bill.isEmpty()) {
            return context.notApplicable("the number of pool pages that the JVM needs is unknown");
        }
        long held = PageFacts.held(context).value() / page.value();
        long others = Math.max(0, pool.get().inUseOrPromised() - held);
        long free = pool.get().usable() + held;
        if (pool.get().total() < bill.get().max() || free >= bill.get().max()) {
            return context.notApplicable(
                    "the pool of " + pool.get().total() + " pages does not lack pages because of other processes");
        }
        return context.finding(
                Severity.INFO,
                "The pool of " + pool.get().total() + " pages is large enough for this JVM, but other processes hold "
                        + others + " of them",
                "This JVM needs " + bill.get().max() + " pages and would find " + free
                        + " available. The kernel grants pages in the order of the requests: to a database, to"
                        + " another JVM, or to an older instance that was still running.",
                "hp-cli ps lists the processes on the pool. If the plan enlarges the pool, it is large enough"
                        + " for all of them. If an older instance of this JVM holds the pages, stop it first.",
                List.of());
    }
}
