package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.MemoryLimits;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A memory limit below the maximum size of a heap on transparent huge pages. Each huge page counts against
 * {@code memory.max} as a whole, so a process reaches the limit sooner than on base pages. Hugetlb pages count only if
 * cgroup2 is mounted with memory_hugetlb_accounting: a charge that fails is then SIGBUS
 * (Documentation/admin-guide/cgroup-v2.rst).
 */
final class MemoryLimitBelowHeap implements Rule {
    /** A twentieth for metaspace, code and threads. A rule of thumb. */
    private static final long SHARE = 20;

    private static final Bytes USUAL_PAGE = Bytes.ofMiB(2);
    private static final Bytes SMALLEST = Bytes.ofMiB(64);

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-206",
                "memory limit too low for the maximum heap on huge pages",
                "jvm",
                Family.SIDE_EFFECTS,
                Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Requested requested = PageFacts.requested(context);
        boolean pool = requested == Requested.HUGETLB;
        if (requested != Requested.THP && !(pool && MemoryLimits.includePools(context))) {
            return context.notApplicable(
                    pool
                            ? "the memory limit does not cover hugetlb pages"
                            : "transparent huge pages are not requested");
        }
        Backing heap = PageFacts.heap(context);
        Cgroup groups = context.jvm("control groups", Jvm::cgroup);
        Optional<GroupLimit> limit =
                context.jvm("memory limits", jvm -> groups.memory()).tightest();
        if (limit.isEmpty()) {
            return groups.ancestorsHidden()
                    ? context.notApplicable("no limit is visible; parent groups may set one")
                    : context.pass("no control group limits the JVM's memory");
        }
        Bytes allowed = limit.get().limit();
        context.note(
                "memory limit",
                allowed + " for " + limit.get().cgroup(),
                limit.get().file());
        Bytes max = HeapArguments.max(context);
        Bytes rss = context.jvm("status", Jvm::status).rss().orElse(Bytes.ZERO);
        Bytes rest = pool ? rss : rss.minus(heap.residentMin().min(rss));
        if (max.plus(rest).compareTo(allowed) <= 0) {
            return context.pass("the maximum heap and the other resident memory fit into " + allowed);
        }
        boolean alone = max.compareTo(allowed) >= 0;
        if (pool) {
            return ofPool(context, allowed, max, rest, alone, heap);
        }
        return context.finding(
                alone ? Severity.WARNING : Severity.INFO,
                "The control group allows " + allowed + " of memory, and the heap can grow to " + max
                        + (alone ? "" : " beside " + rest.rounded() + " of other memory"),
                "Above the limit the kernel kills the process. On huge pages this happens sooner: the"
                        + " first access makes a whole huge page resident." + hiddenGroups(groups),
                "With a smaller heap the JVM collects garbage before it reaches the limit. Or raise the limit to "
                        + max.plus(rest).plus(rest.dividedBy(2)).rounded() + ".",
                smaller(context, allowed, rest, heap.residentMin()));
    }

    /** A heap on the pool, under a limit that covers hugetlb pages. */
    private static List<Outcome> ofPool(
            RuleContext context, Bytes allowed, Bytes max, Bytes rest, boolean alone, Backing heap) {
        return context.finding(
                alone ? Severity.CRITICAL : Severity.WARNING,
                "The JVM will die of SIGBUS when its heap grows: the control group allows " + allowed
                        + " of memory, and the heap can grow to " + max
                        + (alone ? "" : " beside " + rest.rounded() + " of other memory"),
                "cgroup2 is mounted with memory_hugetlb_accounting, as systemd 259 and newer do: the memory limit covers"
                        + " pages of the hugetlb pool. The kernel cannot reclaim them. A page above the limit ends the"
                        + " process with SIGBUS, even if the pool has free pages.",
                "With a limit of " + max.plus(rest).plus(rest.dividedBy(2)).rounded() + " the whole heap fits.",
                smaller(context, allowed, rest, heap.residentMin()));
    }

    private static String hiddenGroups(Cgroup groups) {
        return groups.view().filter(view -> !view.complete()).isEmpty()
                ? ""
                : " The JVM does not see this limit: /sys/fs/cgroup in its mount namespace lacks its control groups. It"
                        + " computes the size of its heap from the memory of the host.";
    }

    private static List<Action> smaller(RuleContext context, Bytes allowed, Bytes rest, Bytes resident) {
        Bytes room = allowed.minus(rest.min(allowed));
        Bytes fits = room.minus(room.dividedBy(SHARE));
        Bytes page = context.maybeHost("THP policy", Host::thp)
                .map(ThpPolicy::pmdSize)
                .orElse(USUAL_PAGE);
        Bytes whole = page.times(fits.value() / page.value());
        boolean possible = whole.compareTo(SMALLEST) >= 0 && whole.compareTo(resident) >= 0;
        return possible ? List.of(HeapArguments.limited(context, whole)) : List.of();
    }
}
