package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import java.util.List;
import java.util.Optional;

/**
 * How the memory of a pod divides once its JVM is on a hugetlb pool: hugetlb pages are a resource of their own and not
 * part of {@code limits.memory}.
 *
 * @param hugetlb what the JVM takes of the pool of 2 MiB pages if all is granted; empty if it is not to use one, or if it
 *     is not known
 * @param memoryNow the limit that holds now; empty if none is seen
 * @param heap the largest heap; empty if not known
 * @param heapInPool whether the heap is in the pool already
 */
record PodMemory(Optional<Bytes> hugetlb, Optional<Bytes> memoryNow, Optional<Bytes> heap, boolean heapInPool) {
    private static final String CODE_CACHE = "ReservedCodeCacheSize";

    static PodMemory of(Advice advice) {
        Jvm jvm = advice.jvm();
        Optional<VmIdentity> identity = jvm.identity().known();
        boolean heapInPool = jvm.region(RegionName.HEAP)
                .backing()
                .known()
                .flatMap(Backing::kind)
                .filter(PageKind.HUGETLB::equals)
                .isPresent();
        Optional<Bytes> memory = jvm.cgroup()
                .known()
                .flatMap(groups -> groups.memory().known())
                .flatMap(MemoryGroup::tightest)
                .map(GroupLimit::limit);
        return new PodMemory(
                asksForPool(advice) ? identity.flatMap(it -> bill(jvm, it)) : Optional.empty(),
                memory,
                identity.flatMap(VmIdentity::maxHeap),
                heapInPool);
    }

    private static boolean asksForPool(Advice advice) {
        boolean asks = advice.requested() == Requested.HUGETLB;
        for (Action action : advice.plan().actions()) {
            Optional<Action.JvmFlag> flags = action.flags();
            if (flags.isPresent()) {
                List<String> add = flags.get().add();
                boolean thp = add.contains("-XX:+UseTransparentHugePages");
                boolean off = flags.get().remove().contains("-XX:+UseLargePages");
                asks = !thp && (add.contains("-XX:+UseLargePages") || asks && !off);
            }
        }
        return asks;
    }

    private static Optional<Bytes> bill(Jvm jvm, VmIdentity identity) {
        if (identity.release().isEmpty()
                || identity.gc().isEmpty()
                || identity.maxHeap().isEmpty()) {
            return Optional.empty();
        }
        Optional<String> codeCache = jvm.flags()
                .known()
                .flatMap(flags -> Optional.ofNullable(flags.get(CODE_CACHE)))
                .map(VmFlag::value);
        try {
            return Optional.of(PoolBill.PAGE_SIZE.times(PoolBill.of(
                            identity.release().get(),
                            identity.gc().get(),
                            identity.maxHeap().get(),
                            codeCache.map(Bytes::parse),
                            PoolBill.PAGE_SIZE)
                    .max()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * The limit without the heap, which is what leaves it for certain: of the code cache the whole is reserved in the pool,
     * but only what was touched was part of the limit. Empty if no limit was seen, or if nothing would be left.
     */
    Optional<Bytes> memoryLater() {
        if (heapInPool || heap.isEmpty()) {
            return memoryNow;
        }
        return memoryNow.filter(limit -> limit.compareTo(heap.get()) > 0).map(limit -> limit.minus(heap.get()));
    }
}
