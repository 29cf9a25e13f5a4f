package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PoolHistory;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * Unused pages of a hugetlb pool, whose memory is not available for other purposes
 * (Documentation/admin-guide/mm/hugetlbpage.rst). The rule gives one answer for each page size, with the subjects
 * {@code 2M pool}, {@code 1G pool} and so on.
 */
final class IdlePool implements Rule {
    /** Smaller amounts count as the administrator's headroom. */
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(256);

    /** Time in seconds over which pages must be unused before the rule advises to return them: a rule of thumb. */
    private static final long LONG_ENOUGH = 3600;

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-106", "unused pages in a hugetlb pool", "pool", Family.HUGE_PAGES, Affected.IDLE_POOL);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        List<HugePool> pools = context.host("hugetlb pools", Host::pools);
        if (pools.isEmpty()) {
            return context.notApplicable("this kernel has no hugetlb pool");
        }
        return pools.stream()
                .flatMap(pool -> judged(context.about(subject(pool)), pool).stream())
                .toList();
    }

    /** {@code 2M pool}, {@code 1G pool}, {@code 64K pool}: the size in HotSpot's notation. */
    private static String subject(HugePool pool) {
        String size = pool.pageSize().toString();
        return size.substring(0, size.indexOf(' ')) + size.charAt(size.indexOf(' ') + 1) + " pool";
    }

    private static List<Outcome> judged(RuleContext context, HugePool pool) {
        if (pool.total() == 0) {
            return context.notApplicable("the pool of " + pool.pageSize() + " pages is empty");
        }
        PoolHistory history = context.poolHistory();
        if (history.campaign()) {
            return context.notApplicable(
                    "a campaign of hp-jvm runs on this host, or has left changes to restore: its pool is in use");
        }
        boolean confirmed = history.seconds() >= LONG_ENOUGH;
        long unusedPages = confirmed ? Math.min(pool.usable(), history.idlePages(pool.pageSize())) : pool.usable();
        Bytes idle = pool.pageSize().times(unusedPages);
        if (idle.compareTo(WORTH_SAYING) < 0) {
            return context.pass((pool.total() - unusedPages) + " of " + pool.total() + " pages are in use or reserved"
                    + (unusedPages < pool.usable() ? ", or were at an earlier reading" : ""));
        }
        try {
            if (waitsForPages(context, pool)) {
                return context.notApplicable(
                        "this JVM requests the pool and does not have all its pages yet, which another rule judges");
            }
        } catch (MissingFactException e) {
            return context.unknown(e.missing());
        }
        long more = variation(context, pool);
        long kept = Math.min(pool.total(), pool.total() - unusedPages + more);
        Bytes left = PoolBill.PAGE_SIZE.times(more);
        idle = idle.minus(left.min(idle));
        if (idle.compareTo(WORTH_SAYING) < 0) {
            return context.pass(pool.inUseOrPromised() + " of " + pool.total()
                    + " pages are in use or reserved, and this JVM can take more after a restart");
        }
        boolean unused = pool.inUseOrPromised() == 0;
        try {
            if (isPod(context, confirmed)) {
                return context.notApplicable(
                        "the pool of a Kubernetes node is capacity for its pods, and the kubelet counts it at its start");
            }
        } catch (MissingFactException e) {
            return context.unknown(e.missing());
        }
        if (!confirmed) {
            return once(context, pool, idle);
        }
        return context.finding(
                unused ? Severity.WARNING : Severity.INFO,
                idle + " of the pool of " + pool.pageSize() + " pages are unused"
                        + (unused
                                ? ""
                                : "; " + pool.inUseOrPromised() + " of its " + pool.total()
                                        + " pages are in use or reserved"),
                "The memory of a pool is not available for other purposes, even if no process uses"
                        + " its pages. The kernel neither swaps nor reclaims it. A program that starts later"
                        + " may need them.",
                "With a pool of " + kept + " pages, " + idle + " are available to all processes again.",
                List.of(PageFacts.resize(
                        context, pool, kept, "programs that start later find no available pages in the pool")));
    }

    /** Reports unused pages of a single reading, which is no reason to return them. */
    private static List<Outcome> once(RuleContext context, HugePool pool, Bytes idle) {
        return context.finding(
                Severity.INFO,
                idle + " of the pool of " + pool.pageSize() + " pages are unused now",
                "The memory of a pool is not available for other purposes, even if no process uses its pages. A"
                        + " reading does not show whether a program needs them later.",
                "Compare readings that are an hour or more apart: hp-cli snapshot -o FILE, later hp-cli advise"
                        + " --pid N --observed FILE. hp-cli ps shows which processes use the pool now.",
                List.of());
    }

    /**
     * Returns whether the JVM runs in a pod: then its host is a node whose pool the kubelet manages.
     *
     * @param required whether the rule is undecided if the control groups are unknown
     */
    private static boolean isPod(RuleContext context, boolean required) {
        Optional<Cgroup> groups = required
                ? Optional.of(context.jvm("control groups", Jvm::cgroup))
                : context.maybeJvm("control groups", Jvm::cgroup);
        return groups.flatMap(Cgroup::container).filter(Container::isPod).isPresent();
    }

    /**
     * The number of additional pages that this JVM can take after a restart. Before 17 its need varies between starts.
     */
    private static long variation(RuleContext context, HugePool pool) {
        boolean takes = pool.inUseOrPromised() > 0
                && pool.pageSize().equals(PoolBill.PAGE_SIZE)
                && PageFacts.requested(context) == Requested.HUGETLB;
        return takes
                ? PageFacts.bill(context).map(bill -> bill.max() - bill.min()).orElse(0L)
                : 0;
    }

    /**
     * Returns whether the JVM requests pages of that size, or of a larger one, and its heap has none of them, or
     * belongs to ZGC and grows.
     */
    private static boolean waitsForPages(RuleContext context, HugePool pool) {
        if (PageFlagsCancel.holdsForPool(context)) {
            return true;
        }
        if (PageFacts.requested(context) != Requested.HUGETLB
                || !PageFacts.pageSize(context).uses(pool.pageSize())) {
            return false;
        }
        if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
            return true;
        }
        Optional<Backing> heap =
                context.maybeJvm("heap", jvm -> jvm.region(RegionName.HEAP).backing());
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
