package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/** The pool is large enough for this JVM, and others have its pages. */
final class PoolHeldByOthers implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @Override
    public String id() {
        return "HP-302";
    }

    @Override
    public String title() {
        return "a pool whose pages others hold";
    }

    @Override
    public String subject() {
        return "pool";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return look.pass("the heap is on the pool");
        }
        Optional<HugePool> pool = Asked.pool(look.host("hugetlb pools", Host::pools), TWO_MIB);
        Optional<Span> bill = Asked.bill(look);
        if (pool.isEmpty() || bill.isEmpty()) {
            return look.notApplicable("what the JVM takes of the pool is not known");
        }
        long held = Asked.held(look).value() / TWO_MIB.value();
        long others = Math.max(0, pool.get().inUseOrPromised() - held);
        long free = pool.get().usable() + held;
        if (pool.get().total() < bill.get().max() || free >= bill.get().max()) {
            return look.notApplicable("the pool of " + pool.get().total() + " pages is not short because of others");
        }
        return look.finding(
                Severity.INFO,
                "The pool of " + pool.get().total() + " pages would be enough for this JVM, and others hold " + others
                        + " of them",
                "This JVM needs " + bill.get().max() + " and would find " + free
                        + ". Pages are given to whoever comes first:"
                        + " a database, another JVM, or one that was not stopped before its successor started.",
                "hp-cli ps shows who has pages of the pool. The plan makes it larger for both; if the other one is only an"
                        + " older instance of this JVM, stop that first.",
                List.of());
    }
}
