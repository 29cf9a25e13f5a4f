package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

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
        return noted(context, group(context).flatMap(MemoryGroup::tightest));
    }

    private static Optional<MemoryGroup> group(RuleContext context) {
        return context.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> context.maybeJvm("memory limits", jvm -> groups.memory()));
    }

    private static Optional<GroupLimit> noted(RuleContext context, Optional<GroupLimit> limit) {
        limit.ifPresent(it -> context.note("memory limit", it.limit() + " for " + it.cgroup(), it.file()));
        return limit;
    }

    private static Stream<GroupLimit> all(RuleContext context) {
        return group(context).stream().flatMap(group -> group.all().stream());
    }

    /** Returns whether memory limits are known to include hugetlb pages. */
    public static boolean includePools(RuleContext context) {
        boolean include = group(context).filter(MemoryGroup::chargesHugetlb).isPresent();
        if (include) {
            context.note("memory_hugetlb_accounting", "set", "the mount options of cgroup2");
        }
        return include;
    }

    /**
     * A limit whose group is nearly full; empty if there is none, or if no usage is known. The kernel reclaims memory in such
     * a group, even if most of its usage is cache.
     */
    public static Optional<GroupLimit> nearlyFull(RuleContext context) {
        return noted(context, near(context, GroupLimit::usage));
    }

    /** A limit whose group is nearly full without its cache, so that little is left to reclaim but the program's memory. */
    public static Optional<GroupLimit> nearlyExhausted(RuleContext context) {
        return noted(context, near(context, GroupLimit::workingSet));
    }

    private static Optional<GroupLimit> near(RuleContext context, Function<GroupLimit, Optional<Bytes>> used) {
        return all(context)
                .filter(limit -> used.apply(limit)
                        .filter(bytes -> bytes.value() >= NEAR * limit.limit().value())
                        .isPresent())
                .findFirst();
    }

    /**
     * The least room below a limit, if it does not suffice for more memory of the heap and what must stay free beside that; empty
     * if it suffices, if there is no limit, or if no usage is known.
     */
    static Optional<Bytes> shortRoom(RuleContext context, Bytes more) {
        Optional<Bytes> resident = context.maybeJvm("status", Jvm::status).flatMap(status -> context.resident());
        Optional<Map.Entry<GroupLimit, Bytes>> least = group(context).flatMap(group -> group.leastRoom(resident));
        noted(context, least.map(Map.Entry::getKey));
        Bytes needed = more.plus(MemoryGroup.spare(context.besideHeap().orElse(Bytes.ZERO)));
        return least.map(Map.Entry::getValue).filter(room -> room.compareTo(needed) < 0);
    }
}
