package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Crash;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.GroupRoom;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A control group allows fewer hugetlb pages than the JVM has been promised. Pages are reserved at the start and counted
 * against {@code hugetlb.2MB.max} when they are touched: then the process dies by SIGBUS
 * (Documentation/admin-guide/cgroup-v2.rst, HugeTLB).
 */
final class CgroupBelowBill implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);

    @Override
    public String id() {
        return "HP-104";
    }

    @Override
    public String title() {
        return "a control group allows fewer hugetlb pages than the JVM will touch";
    }

    @Override
    public String subject() {
        return "jvm";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Optional<Crash> crash = look.crash();
        if (crash.isPresent()) {
            return died(look, crash.get());
        }
        Cgroup cgroup = look.jvm("control groups", Jvm::cgroup);
        look.jvm("hugetlb limits", jvm -> cgroup.hugetlb());
        List<GroupLimit> limits = cgroup.hugetlb(TWO_MIB).map(HugetlbGroup::max).orElse(List.of());
        if (limits.isEmpty()) {
            return cgroup.ancestorsHidden()
                    ? look.notApplicable("no limit can be seen from here; groups above may set one")
                    : look.pass("no control group limits hugetlb pages");
        }
        Optional<Span> bill = Asked.bill(look);
        if (bill.isEmpty()) {
            return look.notApplicable("what the JVM takes of the pool is not known");
        }
        return judge(look, limits, bill.get(), cgroup.ancestorsHidden());
    }

    /** The log does not say which group it was in, but what was touched says enough. */
    private static List<Outcome> died(Look look, Crash crash) {
        if (!crash.signal().equals("SIGBUS")) {
            return look.notApplicable("the JVM did not die of SIGBUS, but of " + crash.signal());
        }
        if (crash.onPoolPage().equals(Optional.of(false))) {
            return look.notApplicable("the JVM died of " + crash + ", which is no page of a hugetlb pool");
        }
        boolean certain = crash.onPoolPage().isPresent();
        String need = Asked.bill(look)
                .map(bill -> "at least " + TWO_MIB.times(bill.max()))
                .orElse("all that it was promised");
        return look.finding(
                Severity.CRITICAL,
                "The JVM died of SIGBUS when it touched a page of the hugetlb pool"
                        + (certain ? " that it had been promised" : ", as far as can be told")
                        + ": its control group allowed it no more",
                "The kernel promises the pages at the start, whatever the limit, and refuses them when they are touched."
                        + (certain
                                ? ""
                                : " The log does not say what is mapped there; it is the first thing to suspect where"
                                        + " large pages were asked for.")
                        + " The limit is hugetlb.2MB.max (limit_in_bytes in version 1) of the group that the JVM was in, or of"
                        + " one above; hugetlb.2MB.events there counts each refusal.",
                "With " + need
                        + " in hugetlb.2MB.max of each of these groups the JVM can touch all that it was promised. In"
                        + " Kubernetes the limit is the resource hugepages-2Mi of the container.",
                List.of());
    }

    private static List<Outcome> judge(Look look, List<GroupLimit> limits, Span bill, boolean ancestorsHidden) {
        Bytes need = TWO_MIB.times(bill.max());
        Bytes held = Asked.touched(look);
        for (GroupLimit limit : limits) {
            look.note("hugetlb limit", limit.limit() + " for " + limit.cgroup(), limit.file());
        }
        GroupLimit tightest = limits.stream()
                .min(Comparator.comparing(limit -> GroupRoom.allowed(limit, held)))
                .orElseThrow();
        Bytes allowed = GroupRoom.allowed(tightest, held);
        if (allowed.compareTo(need) >= 0) {
            String enough = "the control groups allow " + allowed + " of hugetlb pages, " + need + " are needed";
            return ancestorsHidden
                    ? look.notApplicable(enough + "; groups above, which cannot be seen from here, may allow less")
                    : look.pass(enough);
        }
        Bytes least = TWO_MIB.times(bill.min());
        boolean perhaps = allowed.compareTo(least) >= 0;
        return look.finding(
                perhaps ? Severity.WARNING : Severity.CRITICAL,
                "The JVM " + (perhaps ? "may" : "will") + " die of SIGBUS: its control group allows " + allowed
                        + " of hugetlb pages, and it needs "
                        + (perhaps ? "between " + least + " and " + need : need.toString()),
                "The kernel promises the pages at the start, whatever the limit, and refuses them when they are touched."
                        + " There is no warning before that. The limit is that of " + tightest.cgroup() + "."
                        + (perhaps
                                ? " How many it needs is different at each start: before JDK 17 it depends on how the"
                                        + " addresses that it gets are aligned."
                                : ""),
                "With " + need + " for it the JVM can touch all that it was promised. In Kubernetes the limit is the"
                        + " resource hugepages-2Mi of the container.",
                GroupRoom.raised(limits, held, need));
    }
}
