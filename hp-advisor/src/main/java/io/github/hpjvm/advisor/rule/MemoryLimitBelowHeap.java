package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
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
import java.util.stream.Stream;

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
        MemoryGroup memory = context.jvm("memory limits", jvm -> groups.memory());
        Optional<GroupLimit> refusing = memory.tightest();
        Optional<GroupLimit> delaying = pool ? Optional.empty() : memory.tightestHigh();
        if (refusing.isEmpty() && delaying.isEmpty()) {
            return groups.ancestorsHidden()
                    ? context.notApplicable("no limit is visible; parent groups may set one")
                    : context.pass("no control group limits the JVM's memory");
        }
        note(context, refusing);
        note(context, delaying);
        Bytes max = HeapArguments.max(context);
        context.jvm("status", Jvm::status);
        Bytes rss = context.resident().orElse(Bytes.ZERO);
        Need need = new Need(max, pool ? rss : rss.minus(heap.residentMin().min(rss)), heap.residentMin());
        Bytes lowest = GroupLimit.tightest(
                        Stream.of(refusing, delaying).flatMap(Optional::stream).toList())
                .orElseThrow()
                .limit();
        if (refusing.filter(need::exceeds).isPresent()) {
            Bytes allowed = refusing.get().limit();
            List<Action> actions = smaller(context, lowest, need);
            return pool ? ofPool(context, allowed, need, actions) : killed(context, allowed, need, groups, actions);
        }
        return need.max().plus(need.rest()).compareTo(lowest) > 0
                ? delayed(context, lowest, need)
                : context.pass("the maximum heap and the other resident memory fit into " + lowest);
    }

    /**
     * The memory of the JVM at the maximum of its heap.
     *
     * @param max the maximum heap
     * @param rest resident memory beside it
     * @param resident the part of the heap that is resident now
     */
    private record Need(Bytes max, Bytes rest, Bytes resident) {
        boolean exceeds(GroupLimit limit) {
            return max.plus(rest).compareTo(limit.limit()) > 0;
        }

        boolean exceedsAlone(Bytes allowed) {
            return max.compareTo(allowed) >= 0;
        }

        String describe(Bytes allowed) {
            return "the heap can grow to " + max
                    + (exceedsAlone(allowed) ? "" : " beside " + rest.rounded() + " of other memory");
        }

        String comfortable() {
            return max.plus(rest).plus(rest.dividedBy(2)).rounded();
        }
    }

    private static void note(RuleContext context, Optional<GroupLimit> limit) {
        limit.ifPresent(it -> context.note("memory limit", it.limit() + " for " + it.cgroup(), it.file()));
    }

    private static List<Outcome> killed(
            RuleContext context, Bytes allowed, Need need, Cgroup groups, List<Action> actions) {
        return context.finding(
                need.exceedsAlone(allowed) ? Severity.WARNING : Severity.INFO,
                "The control group allows " + allowed + " of memory, and " + need.describe(allowed),
                "Above the limit the kernel kills the process. On huge pages this happens sooner: the"
                        + " first access makes a whole huge page resident." + hiddenGroups(groups),
                effect(need),
                actions);
    }

    private static String effect(Need need) {
        return "With a smaller heap the JVM collects garbage before it reaches the limit. Or raise the limit to "
                + need.comfortable() + ".";
    }

    /** A heap above memory.high, which is no limit for HotSpot's own computation of the heap. */
    private static List<Outcome> delayed(RuleContext context, Bytes allowed, Need need) {
        return context.finding(
                need.exceedsAlone(allowed) ? Severity.WARNING : Severity.INFO,
                "memory.high of the control group is " + allowed + ", and " + need.describe(allowed),
                "Above memory.high the kernel does not kill the process. It reclaims memory of the group, and lets each"
                        + " thread that allocates wait for up to 2 seconds. A heap cannot be reclaimed without swap: the JVM"
                        + " nearly stands still. On huge pages this happens sooner: the first access makes a whole huge page"
                        + " resident.",
                effect(need),
                smaller(context, allowed, need));
    }

    /** A heap on the pool, under a limit that covers hugetlb pages. */
    private static List<Outcome> ofPool(RuleContext context, Bytes allowed, Need need, List<Action> actions) {
        return context.finding(
                need.exceedsAlone(allowed) ? Severity.CRITICAL : Severity.WARNING,
                "The JVM will die of SIGBUS when its heap grows: the control group allows " + allowed
                        + " of memory, and " + need.describe(allowed),
                "cgroup2 is mounted with memory_hugetlb_accounting, as systemd 259 and newer do: the memory limit covers"
                        + " pages of the hugetlb pool. The kernel cannot reclaim them. A page above the limit ends the"
                        + " process with SIGBUS, even if the pool has free pages.",
                "With a limit of " + need.comfortable() + " the whole heap fits.",
                actions);
    }

    private static String hiddenGroups(Cgroup groups) {
        return groups.view().filter(view -> !view.complete()).isEmpty()
                ? ""
                : " The JVM does not see this limit: /sys/fs/cgroup in its mount namespace lacks its control groups. It"
                        + " computes the size of its heap from the memory of the host.";
    }

    private static List<Action> smaller(RuleContext context, Bytes allowed, Need need) {
        Bytes room = allowed.minus(need.rest().min(allowed));
        Bytes fits = room.minus(room.dividedBy(SHARE));
        Bytes page = context.maybeHost("THP policy", Host::thp)
                .map(ThpPolicy::pmdSize)
                .orElse(USUAL_PAGE);
        Bytes whole = page.times(fits.value() / page.value());
        boolean possible = whole.compareTo(SMALLEST) >= 0 && whole.compareTo(need.resident()) >= 0;
        return possible ? List.of(HeapArguments.limited(context, whole)) : List.of();
    }
}
