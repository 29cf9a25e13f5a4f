package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import java.util.List;
import java.util.Optional;

/**
 * Pages of a hugetlb pool are not charged to the memory controller (but with the mount option
 * memory_hugetlb_accounting, Documentation/admin-guide/cgroup-v2.rst): a limit that was made for a heap on base pages is
 * too high by the whole heap once that is on the pool, and what the scheduler sets aside for it is wasted.
 */
final class LimitCountsAHeapThatMoved implements Rule {
    /** What must stay free below the limit beside the heap: a quarter of what is used, a rule of thumb. */
    private static final long SLACK = 4;

    @Override
    public String id() {
        return "HP-207";
    }

    @Override
    public String title() {
        return "a memory limit that still counts a heap on the hugetlb pool";
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
        Backing heap = Asked.heap(look);
        if (!Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return look.notApplicable("the heap is not on the pool");
        }
        Optional<GroupLimit> limit = MemoryLimits.tightest(look);
        if (limit.isEmpty()) {
            return look.notApplicable("no limit of memory can be seen");
        }
        Bytes allowed = limit.get().limit();
        Bytes rss = look.jvm("status", Jvm::status).rss().orElse(Bytes.ZERO);
        Bytes used = limit.get().usage().orElse(rss).max(rss);
        boolean charged = used.compareTo(rss.plus(heap.residentMin())) >= 0
                && !heap.residentMin().isZero();
        if (charged) {
            return look.notApplicable(
                    "the group may be charged for the pool, or others use as much: " + used.rounded() + " are in use");
        }
        Bytes needed = used.plus(used.dividedBy(SLACK)).plus(heap.reserved());
        if (allowed.compareTo(needed) < 0) {
            return look.pass("the memory limit of " + allowed + " does not count the heap");
        }
        boolean left = HeapArguments.givenMax(look).isEmpty();
        return look.finding(
                Severity.INFO,
                "The memory limit of " + allowed + " still has room for the heap, which is on the hugetlb pool: "
                        + heap.reserved().rounded() + " are set aside twice",
                "Pages of a pool are not charged to the memory controller. In Kubernetes the heap is paid for by"
                        + " hugepages-2Mi, and limits.memory is for the rest."
                        + (left
                                ? " Without -Xmx the JVM takes its heap as a share of the limit: give it one before the"
                                        + " limit is lowered."
                                : ""),
                "With a limit of " + allowed.minus(heap.reserved()).rounded()
                        + " nothing is set aside twice; hp-cli emit --for" + " k8s prints the resources of a pod.",
                List.of());
    }
}
