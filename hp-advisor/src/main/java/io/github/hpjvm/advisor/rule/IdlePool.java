package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import java.util.List;
import java.util.Optional;

/**
 * Pages of a hugetlb pool that nobody uses: memory that no one else can have (Documentation/admin-guide/mm/hugetlbpage.rst).
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
        Optional<HugePool> found = Asked.pool(look.host("hugetlb pools", Host::pools));
        if (found.isEmpty() || found.get().total() == 0) {
            return look.notApplicable("the pool of 2 MiB pages is empty");
        }
        HugePool pool = found.get();
        Bytes idle = pool.pageSize().times(pool.usable());
        if (idle.compareTo(WORTH_SAYING) < 0) {
            return look.pass(pool.inUseOrPromised() + " of " + pool.total() + " pages are in use or promised");
        }
        if (waitingForThisJvm(look)) {
            return look.notApplicable("this JVM asked for the pool and has not got it, which another rule judges");
        }
        boolean nobody = pool.inUseOrPromised() == 0;
        return look.finding(
                nobody ? Severity.WARNING : Severity.INFO,
                idle + " of the hugetlb pool are held for nobody"
                        + (nobody ? "" : "; " + pool.inUseOrPromised() + " of its " + pool.total() + " pages are used"),
                "Pool pages are taken from all other memory whether somebody uses them or not; they are neither swapped nor"
                        + " reclaimed. A program that starts later may need them.",
                "With a pool of " + pool.inUseOrPromised() + " pages, " + idle + " are available to everybody again.",
                List.of(Asked.pages(
                        look,
                        pool.inUseOrPromised(),
                        pool.total(),
                        "programs that were to start on the pool find it full")));
    }

    private static boolean waitingForThisJvm(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return false;
        }
        Optional<Backing> heap =
                look.maybeJvm("heap", jvm -> jvm.region(RegionName.HEAP).backing());
        return heap.flatMap(Backing::kind)
                .filter(kind -> kind == PageKind.HUGETLB)
                .isEmpty();
    }
}
