package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.hotspot.PoolBill;
import java.nio.file.Path;
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
        Optional<String> other = Asked.notHotSpot(look);
        if (other.isPresent()) {
            return look.notApplicable(other.get());
        }
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        Cgroup cgroup = look.jvm("control groups", Jvm::cgroup);
        look.jvm("hugetlb limits", jvm -> cgroup.hugetlb());
        Optional<GroupLimit> tightest = cgroup.hugetlb(TWO_MIB).flatMap(HugetlbGroup::tightest);
        if (tightest.isEmpty()) {
            return cgroup.ancestorsHidden()
                    ? look.notApplicable("no limit can be seen from here; groups above may set one")
                    : look.pass("no control group limits hugetlb pages");
        }
        Optional<PoolBill> bill = Asked.bill(look);
        if (bill.isEmpty()) {
            return look.notApplicable("what the JVM takes of the pool is not known");
        }
        return judge(look, tightest.get(), bill.get());
    }

    private List<Outcome> judge(Look look, GroupLimit limit, PoolBill bill) {
        Bytes need = TWO_MIB.times(bill.max());
        Bytes held = look.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::hugetlb)
                .orElse(Bytes.ZERO);
        Bytes allowed = limit.room().orElse(limit.limit()).plus(held).min(limit.limit());
        look.note("hugetlb limit", limit.limit() + " for " + limit.cgroup(), limit.file());
        if (allowed.compareTo(need) >= 0) {
            return look.pass("the control groups allow " + allowed + " of hugetlb pages, " + need + " are needed");
        }
        return look.finding(
                Severity.CRITICAL,
                "The JVM will die of SIGBUS: its control group allows " + allowed + " of hugetlb pages, and it needs "
                        + need,
                "The kernel promises the pages at the start, whatever the limit, and refuses them when they are touched."
                        + " There is no warning before that. The limit is that of " + limit.cgroup() + ".",
                "With a limit of " + need
                        + " the JVM can touch all that it was promised. In Kubernetes the limit is the"
                        + " resource hugepages-2Mi of the container.",
                List.of(new Action.CgroupFile(
                        Path.of(limit.file()),
                        String.valueOf(limit.limit().plus(need).minus(allowed).value()),
                        String.valueOf(limit.limit().value()))));
    }
}
