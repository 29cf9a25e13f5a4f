package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.GroupRaise;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The pages that a pool lacks for a JVM that restarts, and the changes that provide them. */
public final class PoolGrowth {
    /** Memory that must stay available beside the pool: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    private PoolGrowth() {}

    /**
     * The number of pages that the pool lacks. A pool that lacks none now was too small when the JVM started.
     *
     * @param bill the need of the JVM
     * @param held the memory that the JVM holds of the pool: a restart returns it
     */
    public static long missing(HugePool pool, Span bill, Bytes held) {
        return Math.max(
                0, bill.max() - pool.usable() - held.value() / pool.pageSize().value());
    }

    /** The limits on reserved pages, above which a mapping fails; empty if the control groups are not visible. */
    public static Optional<List<GroupLimit>> limits(RuleContext context, Bytes pageSize) {
        return context.maybeJvm("control groups", Jvm::cgroup)
                .flatMap(groups -> context.maybeJvm("hugetlb limits", jvm -> groups.hugetlb()))
                .map(sizes -> sizes.stream()
                        .filter(group -> group.pageSize().equals(pageSize))
                        .flatMap(group -> group.reservedMax().stream())
                        .toList());
    }

    /** The memory that the host has while the JVM runs. */
    private static Bytes availableNow(RuleContext context) {
        return context.host("memory", Host::memory).size("MemAvailable").orElse(Bytes.ZERO);
    }

    /** The memory that the host has for a pool once the JVM has ended. */
    private static Bytes available(RuleContext context) {
        return availableNow(context)
                .plus(context.maybeJvm("status", Jvm::status)
                        .flatMap(status -> context.resident())
                        .orElse(Bytes.ZERO));
    }

    /** Whether the kernel can allocate pages for a pool while the JVM runs. */
    public static Availability availabilityNow(RuleContext context, HugePool pool, long missing) {
        return context.availability(pool.pageSize(), pool.pageSize().times(missing), availableNow(context));
    }

    /** The action for pages that a JVM needs without a restart; empty if the host has too little memory. */
    public static Optional<Action> whileRunning(RuleContext context, HugePool pool, long missing, Availability when) {
        Bytes more = pool.pageSize().times(missing);
        return availableNow(context).compareTo(more.plus(MARGIN)) < 0
                ? Optional.empty()
                : Optional.of(PageFacts.grow(context, pool, missing, when, false));
    }

    /** Whether the kernel can allocate the missing pages; empty if none is missing. */
    public static Optional<Availability> availability(RuleContext context, HugePool pool, long missing) {
        return missing == 0
                ? Optional.empty()
                : Optional.of(
                        context.availability(pool.pageSize(), pool.pageSize().times(missing), available(context)));
    }

    /** Returns whether the pool has that much free, or can grow so far. False if that is unknown. */
    public static boolean canHold(RuleContext context, Bytes page, Bytes need) {
        Bytes free = context.maybeHost("hugetlb pools", Host::pools)
                .flatMap(pools -> PageFacts.pool(pools, page))
                .map(HugePool::idle)
                .orElse(Bytes.ZERO);
        Bytes lacking = need.minus(free.min(need));
        return lacking.isZero() || available(context).compareTo(lacking.plus(MARGIN)) >= 0;
    }

    /**
     * The actions for a pool of total + max(0, need - usable - held) pages, and for limits that allow them. None if the host has
     * too little memory.
     */
    public static List<Action> actions(
            RuleContext context,
            HugePool pool,
            Span bill,
            Bytes held,
            GroupRaise raise,
            Optional<Availability> availability) {
        List<Action> actions = new ArrayList<>(raise.actions());
        long missing = missing(pool, bill, held);
        if (missing == 0) {
            actions.add(new RestartJvm());
            return actions;
        }
        Bytes more = pool.pageSize().times(missing);
        Bytes available = available(context);
        if (available.compareTo(more.plus(MARGIN)) < 0) {
            context.note(
                    "memory", "a pool that is " + more + " larger does not fit into " + available, "/proc/meminfo");
            return List.of();
        }
        Availability when = availability.orElseThrow();
        boolean stopFirst = availableNow(context).compareTo(more.plus(MARGIN)) < 0;
        actions.add(PageFacts.grow(context, pool, missing, when, stopFirst));
        if (when.found() != Found.AT_BOOT) {
            actions.add(new RestartJvm());
        }
        return actions;
    }
}
