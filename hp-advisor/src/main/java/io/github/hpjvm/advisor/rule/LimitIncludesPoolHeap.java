package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A memory limit that includes a heap on the hugetlb pool. The kernel does not charge hugetlb pages to the memory
 * controller, except with the mount option memory_hugetlb_accounting (Documentation/admin-guide/cgroup-v2.rst). A limit
 * that was set for a heap on base pages is therefore too high by the size of the heap.
 */
final class LimitIncludesPoolHeap implements Rule {
    /** Headroom below the limit: a quarter of the usage, a rule of thumb. */
    private static final long SLACK = 4;

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-207",
                        "memory limit still includes a heap on the hugetlb pool",
                        "jvm",
                        Family.SIDE_EFFECTS,
                        Affected.NONE)
                .whenRequested(Requested.HUGETLB)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        if (!PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.notApplicable("the pool does not back the heap");
        }
        Optional<GroupLimit> limit = MemoryLimits.tightest(context);
        if (limit.isEmpty()) {
            return context.notApplicable("no memory limit is visible");
        }
        if (MemoryLimits.includePools(context)) {
            return context.notApplicable(
                    "the memory limit covers hugetlb pages (memory_hugetlb_accounting), so it must include the heap");
        }
        Bytes allowed = limit.get().limit();
        context.jvm("status", Jvm::status);
        Bytes rss = context.resident().orElse(Bytes.ZERO);
        Bytes used = limit.get().usage().orElse(rss).max(rss);
        boolean charged = used.compareTo(rss.plus(heap.residentMin())) >= 0
                && !heap.residentMin().isZero();
        if (charged) {
            return context.notApplicable(
                    "the kernel may charge the pool to this group, or other processes use as much: " + used.rounded()
                            + " are in use");
        }
        Bytes needed = used.plus(used.dividedBy(SLACK)).plus(heap.reserved());
        if (allowed.compareTo(needed) < 0) {
            return context.pass("the memory limit of " + allowed + " does not include the heap");
        }
        boolean left = HeapArguments.explicitMax(context).isEmpty();
        return context.finding(
                Severity.INFO,
                "The memory limit of " + allowed + " still includes the heap, which is on the hugetlb pool: "
                        + heap.reserved().rounded() + " are set aside twice",
                "The kernel does not charge hugetlb pages to the memory controller. In Kubernetes the"
                        + " resource hugepages-SIZE covers the heap, and limits.memory covers the other memory."
                        + (left
                                ? " Without -Xmx the JVM computes its heap from the limit: set -Xmx before you lower"
                                        + " the limit."
                                : ""),
                "With a limit of " + allowed.minus(heap.reserved()).rounded()
                        + " no memory is set aside twice. hp-cli emit --for k8s prints the resources of a pod.",
                List.of());
    }
}
