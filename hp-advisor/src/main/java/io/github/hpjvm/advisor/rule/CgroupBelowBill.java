package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.PoolGrowth;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.size.GroupRaise;
import io.github.hpjvm.advisor.size.GroupRoom;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A control group allows fewer hugetlb pages than the kernel has reserved for the JVM, or will reserve at its next start. The kernel reserves pages at the
 * start and charges them to {@code hugetlb.2MB.max} when they are touched. A charge above the limit ends the process
 * with SIGBUS (Documentation/admin-guide/cgroup-v2.rst, HugeTLB). A limit on reservations ({@code hugetlb.2MB.rsvd.max}) that is
 * not higher makes the mapping fail instead. Kubelets and runc set both since the end of 2023.
 */
final class CgroupBelowBill implements Rule {
    private static final Bytes USUAL_PAGE = Bytes.ofMiB(2);
    private static final String UNCHECKED =
            "The kernel reserves the pages at the start without checking this limit, and"
                    + " refuses them when they are touched.";

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-104",
                        "a control group allows fewer hugetlb pages than the JVM will touch",
                        "jvm",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .whenRequested(Requested.HUGETLB);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Optional<Crash> crash = context.crash();
        if (crash.isPresent()) {
            return died(context, crash.get());
        }
        Cgroup cgroup = context.jvm("control groups", Jvm::cgroup);
        LargePageSize sizes = PageFacts.pageSize(context);
        List<HugetlbGroup> limited = context.jvm("hugetlb limits", jvm -> cgroup.hugetlb()).stream()
                .filter(group -> !group.max().isEmpty() && sizes.uses(group.pageSize()))
                .toList();
        if (limited.isEmpty()) {
            return cgroup.ancestorsHidden()
                    ? context.notApplicable("no limit is visible; parent groups may set one")
                    : context.pass("no control group limits hugetlb pages");
        }
        // A JVM that names a size can use pages of two sizes. Each has its limit.
        List<Outcome> outcomes = new ArrayList<>();
        for (HugetlbGroup group : limited) {
            outcomes.addAll(PageFacts.bill(context, group.pageSize())
                    .map(bill -> judge(context, group, bill, cgroup.ancestorsHidden()))
                    .orElseGet(() -> context.notApplicable("the number of pool pages that the JVM needs is unknown")));
        }
        List<Outcome> findings =
                outcomes.stream().filter(Outcome.Finding.class::isInstance).toList();
        // A size that cannot be judged decides over one that passes.
        Outcome other =
                First.of(outcomes, one -> !(one instanceof Outcome.Pass)).orElse(outcomes.get(0));
        return findings.isEmpty() ? List.of(other) : findings;
    }

    private static boolean isDefault(RuleContext context, Bytes page) {
        return PageFacts.namedPageSize(context).isEmpty() && page.equals(PageFacts.poolPage(context));
    }

    /** The pages of that size that the JVM has touched. */
    private static Bytes held(RuleContext context, Bytes page) {
        Optional<Map<Bytes, Long>> mapped = isDefault(context, page) ? Optional.empty() : context.mappedOfPools();
        return mapped.map(pages -> page.times(pages.getOrDefault(page, 0L)))
                .orElseGet(() -> PageFacts.touched(context));
    }

    /** Judges by the mapping that was touched: the crash log does not name the control group. */
    private static List<Outcome> died(RuleContext context, Crash crash) {
        if (!crash.signal().equals("SIGBUS")) {
            return context.notApplicable("the JVM died of another signal than SIGBUS: " + crash.signal());
        }
        if (crash.onPoolPage().equals(Optional.of(false))) {
            return context.notApplicable("the JVM died of " + crash + ", which is not on a page of a hugetlb pool");
        }
        boolean certain = crash.onPoolPage().isPresent();
        Bytes page = context.maybeHost("memory", Host::memory).isPresent() ? PageFacts.poolPage(context) : USUAL_PAGE;
        // mem_fmt of mm/hugetlb_cgroup.c
        String group = "hugetlb." + PoolSetting.ofHost(page.value(), 0).kernelSize() + "B";
        String need = PageFacts.bill(context)
                .map(bill -> "at least " + page.times(bill.max()))
                .orElse("all reserved pages");
        return context.finding(
                Severity.CRITICAL,
                "The JVM died of SIGBUS when it touched a page of the hugetlb pool"
                        + (certain ? " that was reserved for it" : " (probable cause)")
                        + ": the limit of its control group was reached",
                UNCHECKED
                        + (certain
                                ? ""
                                : " The log does not name the mapping at this address. With -XX:+UseLargePages a page"
                                        + " of the pool is the most likely one.")
                        + " The limit is " + group + ".max (limit_in_bytes in cgroup version 1) of the JVM's"
                        + " control group or of a parent group. " + group + ".events counts the refusals.",
                "With " + need
                        + " in " + group + ".max of each of these groups the JVM can touch all its reserved"
                        + " pages. In Kubernetes the limit is the container's resource "
                        + PodResource.hugePages(page.value())
                        + ".",
                List.of());
    }

    private static List<Outcome> judge(RuleContext context, HugetlbGroup group, Span bill, boolean ancestorsHidden) {
        List<GroupLimit> limits = group.max();
        Bytes page = group.pageSize();
        Bytes need = page.times(bill.max());
        Bytes held = held(context, page);
        for (GroupLimit limit : limits) {
            context.note("hugetlb limit", limit.limit() + " for " + limit.cgroup(), limit.file());
        }
        Bytes allowed = least(limits, held);
        if (allowed.compareTo(need) >= 0) {
            String enough =
                    "the control groups allow " + allowed + " of " + pages(context, page) + "; the JVM needs " + need;
            return ancestorsHidden
                    ? context.notApplicable(enough + "; parent groups, which are not visible, may allow less")
                    : context.pass(enough);
        }
        List<GroupLimit> deadly = limits.stream()
                .filter(limit -> GroupRoom.allowed(limit, held).compareTo(need) < 0
                        && !isGuarded(limit, GroupRoom.allowed(limit, held), group.reservedMax()))
                .toList();
        if (deadly.isEmpty()) {
            return context.notApplicable(
                    "a limit on reservations (rsvd.max) refuses a mapping before the JVM reaches the"
                            + " limit on touched pages, so that no page above it is touched");
        }
        Optional<Bytes> mapped = mappedWithoutHeap(context, page);
        return mapped.isPresent()
                ? withoutHeap(context, page, deadly, held, need, mapped.get())
                : withHeap(context, page, deadly, held, bill);
    }

    private static Bytes least(List<GroupLimit> limits, Bytes held) {
        return limits.stream()
                .map(limit -> GroupRoom.allowed(limit, held))
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /**
     * Returns whether a limit on reservations makes a mapping fail before the pages above this limit are touched. The kernel
     * never lets reservations exceed their limit (page_counter_set_max in {@code mm/page_counter.c} refuses a lower one with
     * EBUSY), and a group counts the reservations of the groups below it.
     */
    private static boolean isGuarded(GroupLimit limit, Bytes allowed, List<GroupLimit> reserved) {
        return reserved.stream()
                .anyMatch(one -> one.limit().compareTo(allowed) <= 0
                        || isAround(one.cgroup(), limit.cgroup()) && one.limit().compareTo(limit.limit()) <= 0);
    }

    private static boolean isAround(String outer, String inner) {
        return inner.equals(outer) || inner.startsWith(outer.endsWith("/") ? outer : outer + "/");
    }

    /** The pages of that size that a JVM has mapped whose heap has none of them; empty if the heap has some, or if that is unknown. */
    private static Optional<Bytes> mappedWithoutHeap(RuleContext context, Bytes page) {
        boolean none = context.maybeJvm(
                        "heap", jvm -> jvm.region(RegionName.HEAP).backing())
                .filter(heap -> heap.complete()
                        && !heap.residentMin().isZero()
                        && heap.pages().stream()
                                .noneMatch(part -> part.kind() == PageKind.HUGETLB
                                        && (part.pageSize().isZero()
                                                || part.pageSize().equals(page))))
                .isPresent();
        if (!none) {
            return Optional.empty();
        }
        return Optional.of(page.equals(PageFacts.poolPage(context)) ? PageFacts.held(context) : held(context, page));
    }

    private static List<Outcome> withoutHeap(
            RuleContext context, Bytes page, List<GroupLimit> deadly, Bytes held, Bytes need, Bytes mapped) {
        Bytes allowed = least(deadly, held);
        boolean now = mapped.compareTo(allowed) > 0;
        GroupRaise raise = GroupRaise.of(context.groups(), page, deadly, held, need);
        return context.finding(
                Severity.WARNING,
                (now ? "The JVM may die of SIGBUS" : "After a restart the JVM may die of SIGBUS")
                        + ": its control group"
                        + " allows " + allowed + " of " + pages(context, page)
                        + (now
                                ? ", and it has reserved " + mapped
                                : ", but it needs " + need + " once the pool has enough pages"),
                (now
                                ? "The heap has no page of the pool, but other regions have. "
                                : "Now the heap has no page of the pool, so that the JVM cannot reach the limit. ")
                        + UNCHECKED
                        + raise.how(false),
                effect(page, need),
                now || !raise.isOfPod() || PoolGrowth.canHold(context, page, need) ? raise.actions() : List.of());
    }

    private static List<Outcome> withHeap(
            RuleContext context, Bytes page, List<GroupLimit> deadly, Bytes held, Span bill) {
        GroupLimit tightest = deadly.stream()
                .min(Comparator.comparing(limit -> GroupRoom.allowed(limit, held)))
                .orElseThrow();
        Bytes allowed = GroupRoom.allowed(tightest, held);
        Bytes need = page.times(bill.max());
        Bytes least = page.times(bill.min());
        boolean perhaps = allowed.compareTo(least) >= 0;
        GroupRaise raise = GroupRaise.of(context.groups(), page, deadly, held, need);
        return context.finding(
                perhaps ? Severity.WARNING : Severity.CRITICAL,
                "The JVM " + (perhaps ? "may" : "will") + " die of SIGBUS: its control group allows " + allowed
                        + " of " + pages(context, page) + ", but it needs "
                        + (perhaps ? "between " + least + " and " + need : need.toString()),
                UNCHECKED + " The kernel gives no earlier warning. The limit belongs to " + tightest.cgroup() + "."
                        + (perhaps
                                ? " The need varies between starts: before JDK 17 it depends on the alignment of the"
                                        + " heap's addresses."
                                : "")
                        + raise.how(false),
                effect(page, need),
                // The limits of the present start count: a file helps until the container starts anew.
                raise.isOfPod() ? raise.actions() : raise.files());
    }

    private static String pages(RuleContext context, Bytes page) {
        return isDefault(context, page) ? "hugetlb pages" : page + " hugetlb pages";
    }

    private static String effect(Bytes page, Bytes need) {
        return "With " + need + " in this limit the JVM can touch all its reserved pages. In Kubernetes the limit is"
                + " the container's resource " + PodResource.hugePages(page.value()) + ".";
    }
}
