package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import java.util.List;
import java.util.Optional;

/**
 * Pages of a hugetlb pool that nobody uses: memory that no one else can have (Documentation/admin-guide/mm/hugetlbpage.rst).
 * Each page size has a pool of its own, and an answer of its own, about {@code 2M pool}, {@code 1G pool} and so on.
 */
final class IdlePool implements Rule {
    /** Less than this is slack that a careful administrator leaves. */
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(256);

    @Override
    public String id() {
        return "HP-106";
    }

    @Override
    public String title() {
        return "pool pages held for nobody";
    }

    @Override
    public String subject() {
        return "pool";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        List<HugePool> pools = look.host("hugetlb pools", Host::pools);
        if (pools.isEmpty()) {
            return look.notApplicable("this kernel has no hugetlb pool");
        }
        return pools.stream()
                .flatMap(pool -> judged(look.about(subject(pool)), pool).stream())
                .toList();
    }

    /** {@code 2M pool}, {@code 1G pool}, {@code 64K pool}: the size as HotSpot takes it. */
    private static String subject(HugePool pool) {
        String size = pool.pageSize().toString();
        return size.substring(0, size.indexOf(' ')) + size.charAt(size.indexOf(' ') + 1) + " pool";
    }

    private static List<Outcome> judged(Look look, HugePool pool) {
        if (pool.total() == 0) {
            return look.notApplicable("the pool of " + pool.pageSize() + " pages is empty");
        }
        Bytes idle = pool.idle();
        if (idle.compareTo(WORTH_SAYING) < 0) {
            return look.pass(pool.inUseOrPromised() + " of " + pool.total() + " pages are in use or promised");
        }
        try {
            if (waitsForIt(look, pool)) {
                return look.notApplicable(
                        "this JVM asked for the pool and has not got it, or not all yet, which another rule judges");
            }
        } catch (MissingFactException e) {
            return look.unknown(e.missing());
        }
        long more = more(look, pool);
        long kept = Math.min(pool.total(), pool.inUseOrPromised() + more);
        Bytes left = PoolBill.PAGE_SIZE.times(more);
        idle = idle.minus(left.min(idle));
        if (idle.compareTo(WORTH_SAYING) < 0) {
            return look.pass(pool.inUseOrPromised() + " of " + pool.total()
                    + " pages are in use or promised, and this JVM may take more when it is started anew");
        }
        boolean nobody = pool.inUseOrPromised() == 0;
        return look.finding(
                nobody ? Severity.WARNING : Severity.INFO,
                idle + " of the pool of " + pool.pageSize() + " pages are held for nobody"
                        + (nobody ? "" : "; " + pool.inUseOrPromised() + " of its " + pool.total() + " pages are used"),
                "Pool pages are taken from all other memory whether somebody uses them or not; they are neither swapped nor"
                        + " reclaimed. A program that starts later may need them.",
                "With a pool of " + kept + " pages, " + idle + " are available to everybody again.",
                List.of(Asked.pages(look, pool, kept, "programs that were to start on the pool find it full")));
    }

    /** How many more this JVM may take when it is started anew: before 17 it is not the same at each start. */
    private static long more(Look look, HugePool pool) {
        boolean takes = pool.inUseOrPromised() > 0
                && pool.pageSize().equals(PoolBill.PAGE_SIZE)
                && Asked.pages(look) == Requested.HUGETLB;
        return takes ? Asked.bill(look).map(bill -> bill.max() - bill.min()).orElse(0L) : 0;
    }

    /** Whether the JVM asked for pages of that size, or of a larger one, and its heap is on none of them, or is ZGC's and grows. */
    private static boolean waitsForIt(Look look, HugePool pool) {
        if (PageFlagsCancel.holdsForPool(look)) {
            return true;
        }
        if (Asked.pages(look) != Requested.HUGETLB || !Asked.pageSize(look).uses(pool.pageSize())) {
            return false;
        }
        if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return true;
        }
        Optional<Backing> heap =
                look.maybeJvm("heap", jvm -> jvm.region(RegionName.HEAP).backing());
        boolean onSmaller = heap.stream()
                .flatMap(backing -> backing.pages().stream())
                .anyMatch(pages -> pages.kind() == PageKind.HUGETLB
                        && !pages.pageSize().isZero()
                        && pages.pageSize().compareTo(pool.pageSize()) < 0);
        return onSmaller
                || heap.flatMap(Backing::kind)
                        .filter(kind -> kind == PageKind.HUGETLB)
                        .isEmpty();
    }
}
