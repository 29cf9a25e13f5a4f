package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;

/**
 * Memory limits of control groups. They do not include hugetlb pages, which the separate controller hugetlb_cgroup
 * limits.
 */
public final class MemoryLimits {
    private MemoryLimits() {}

    /** The lowest limit; empty if there is none or none is visible. */
    public static Optional<GroupLimit> tightest(RuleContext context) {
        Optional<GroupLimit> limit = context.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> context.maybeJvm("memory limits", jvm -> groups.memory()))
                .flatMap(MemoryGroup::tightest);
        limit.ifPresent(it -> context.note("memory limit", it.limit() + " for " + it.cgroup(), it.file()));
        return limit;
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
