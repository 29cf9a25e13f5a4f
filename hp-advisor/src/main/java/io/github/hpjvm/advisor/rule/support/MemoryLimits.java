package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.ProcStatus;
import java.util.Optional;

/** What control groups allow a JVM of memory; pages of a hugetlb pool are not in it (hugetlb_cgroup is a controller of its own). */
public final class MemoryLimits {
    private MemoryLimits() {}

    /** The lowest limit; empty if there is none, or none can be seen. */
    public static Optional<GroupLimit> tightest(Look look) {
        Optional<GroupLimit> limit = look.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> look.maybeJvm("memory limits", jvm -> groups.memory()))
                .flatMap(MemoryGroup::tightest);
        limit.ifPresent(it -> look.note("memory limit", it.limit() + " for " + it.cgroup(), it.file()));
        return limit;
    }

    /** How much more the lowest limit allows; empty if there is none, or it is not known what is used of it. */
    static Optional<Bytes> room(Look look) {
        return tightest(look)
                .flatMap(limit -> limit.room()
                        .or(() -> look.maybeJvm("status", Jvm::status)
                                .flatMap(ProcStatus::rss)
                                .map(rss -> limit.limit().minus(rss.min(limit.limit())))));
    }
}
