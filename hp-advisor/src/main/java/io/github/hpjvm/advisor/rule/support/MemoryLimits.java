package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * Memory limits of control groups. They include hugetlb pages only if version 2 is mounted with memory_hugetlb_accounting;
 * the separate controller hugetlb_cgroup limits these in any case.
 */
public final class MemoryLimits {
    /**
     * Share of the limit from which a control group counts as nearly full. An hour of growth takes the remaining tenth.
     */
    private static final double NEAR = 0.9;

    private MemoryLimits() {}

    /** The lowest limit; empty if there is none or none is visible. */
    public static Optional<GroupLimit> tightest(RuleContext context) {
        Optional<GroupLimit> limit = context.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> context.maybeJvm("memory limits", jvm -> groups.memory()))
                .flatMap(MemoryGroup::tightest);
        limit.ifPresent(it -> context.note("memory limit", it.limit() + " for " + it.cgroup(), it.file()));
        return limit;
    }

    /** Returns whether memory limits are known to include hugetlb pages. */
    public static boolean includePools(RuleContext context) {
        boolean include = context.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> context.maybeJvm("memory limits", jvm -> groups.memory()))
                .filter(MemoryGroup::chargesHugetlb)
                .isPresent();
        if (include) {
            context.note("memory_hugetlb_accounting", "set", "the mount options of cgroup2");
        }
        return include;
    }

    /**
     * The lowest limit, if its group is nearly full; empty if it is not, or if its usage is unknown. The kernel reclaims memory in such
     * a group, even if most of its usage is cache.
     */
    public static Optional<GroupLimit> nearlyFull(RuleContext context) {
        return tightest(context).filter(limit -> isNear(limit, limit.usage()));
    }

    /** The lowest limit, if its group is nearly full without its cache, so that little is left to reclaim but the program's memory. */
    public static Optional<GroupLimit> nearlyExhausted(RuleContext context) {
        return tightest(context).filter(limit -> isNear(limit, limit.workingSet()));
    }

    private static boolean isNear(GroupLimit limit, Optional<Bytes> used) {
        return used.filter(bytes -> bytes.value() >= NEAR * limit.limit().value())
                .isPresent();
    }

    /** The remaining room below the lowest limit; empty if there is no limit or its usage is unknown. */
    static Optional<Bytes> room(RuleContext context) {
        return tightest(context)
                .flatMap(limit -> limit.room()
                        .or(() -> context.maybeJvm("status", Jvm::status)
                                .flatMap(ProcStatus::rss)
                                .map(rss -> limit.limit().minus(rss.min(limit.limit())))));
    }
}
