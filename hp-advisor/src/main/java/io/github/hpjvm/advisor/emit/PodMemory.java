package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The memory of a pod whose JVM uses a hugetlb pool, divided into huge pages and the rest: hugetlb pages are a resource of
 * their own and not part of {@code limits.memory}, unless the node mounts cgroup2 with memory_hugetlb_accounting.
 *
 * @param hugetlb memory that the JVM takes from the pool of each page size if all is granted; empty if it does not request
 *     a pool, or if the need is not known
 * @param memoryNow present memory limit of the container; empty if none is known
 * @param heap maximum size of the heap; empty if it is not known
 * @param heapInPool true if the pool backs the heap already
 * @param residentBeside resident memory beside the heap and outside of pools; empty if it is not known
 * @param charged true if the memory limit covers pages of pools (memory_hugetlb_accounting)
 */
record PodMemory(
        Map<Bytes, Bytes> hugetlb,
        Optional<Bytes> memoryNow,
        Optional<Bytes> heap,
        boolean heapInPool,
        Optional<Bytes> residentBeside,
        boolean charged) {
    private static final Bytes STEP = Bytes.ofMiB(64);

    /** Memory beside the heap of a JVM that was not observed: a rule of thumb. */
    private static final Bytes LEAST_BESIDE = Bytes.ofMiB(256);

    private static final int BESIDE_OF_HEAP = 4;
    private static final String CODE_CACHE = "ReservedCodeCacheSize";

    static PodMemory of(Advice advice, EmitTarget target) {
        Jvm jvm = advice.jvm();
        Optional<VmIdentity> identity = jvm.identity().known();
        boolean heapInPool = jvm.region(RegionName.HEAP)
                .backing()
                .known()
                .flatMap(Backing::kind)
                .filter(PageKind.HUGETLB::equals)
                .isPresent();
        return new PodMemory(
                requestsPool(advice) ? hugetlb(jvm, identity, target) : Map.of(),
                jvm.wasStarted() ? jvm.cgroup().known().flatMap(PodMemory::limit) : Optional.empty(),
                identity.flatMap(VmIdentity::maxHeap),
                heapInPool,
                residentBeside(jvm, heapInPool),
                jvm.cgroup()
                        .known()
                        .flatMap(groups -> groups.memory().known())
                        .filter(MemoryGroup::chargesHugetlb)
                        .isPresent());
    }

    /**
     * The memory limit of the container, or of the own group of a JVM that runs in none. Limits above belong to the pod, to
     * the node or to a login: {@code kubepods.slice} has the allocatable memory of a node. Inside a container no group above
     * is visible.
     */
    private static Optional<Bytes> limit(Cgroup groups) {
        String own =
                Cgroup.v1Path(groups.paths(), "memory").orElse(groups.paths().getOrDefault(Cgroup.UNIFIED, ""));
        String top = groups.container()
                .flatMap(Container::id)
                .filter(own::contains)
                .map(id -> own.substring(0, own.lastIndexOf(id) + id.length()))
                .orElse(groups.ancestorsHidden() ? "" : own);
        return groups.memory()
                .known()
                .map(memory -> memory.limits().stream()
                        .filter(limit -> limit.cgroup().startsWith(top)
                                && !limit.cgroup().endsWith(".slice"))
                        .toList())
                .flatMap(GroupLimit::tightest)
                .map(GroupLimit::limit);
    }

    /** Where the need is not known, that of a host with huge pages of 2 MiB is computed; others were not measured. */
    private static Map<Bytes, Bytes> hugetlb(Jvm jvm, Optional<VmIdentity> identity, EmitTarget target) {
        return target.pools().isEmpty() && target.pmdSize().equals(PoolBill.PAGE_SIZE)
                ? identity.flatMap(it -> bill(jvm, it))
                        .map(need -> Map.of(PoolBill.PAGE_SIZE, need))
                        .orElse(Map.of())
                : target.pools();
    }

    /** The resident memory outside the heap, without pages of a pool (task_mmu.c). */
    private static Optional<Bytes> residentBeside(Jvm jvm, boolean heapInPool) {
        Optional<Bytes> resident = jvm.resident();
        Optional<Bytes> heap = heapInPool
                ? Optional.of(Bytes.ZERO)
                : jvm.region(RegionName.HEAP).backing().known().map(Backing::residentMin);
        return resident.isPresent() && heap.isPresent()
                ? Optional.of(resident.get().minus(heap.get().min(resident.get())))
                : Optional.empty();
    }

    /** An estimate of the memory beside the huge pages, for a request without a limit; in steps of 64 MiB. */
    Bytes estimateBeside() {
        Bytes size = residentBeside.orElseGet(() -> {
            Bytes share = Bytes.of(heap.orElse(Bytes.ZERO).value() / BESIDE_OF_HEAP);
            return share.compareTo(LEAST_BESIDE) > 0 ? share : LEAST_BESIDE;
        });
        long steps = Math.max(1, size.dividedRoundingUp(STEP));
        return STEP.times(steps);
    }

    private static boolean requestsPool(Advice advice) {
        boolean requests = advice.requested() == Requested.HUGETLB;
        for (Action action : advice.plan().actions()) {
            Optional<JvmFlag> flags = action.flags();
            if (flags.isPresent()) {
                List<String> add = flags.get().add();
                boolean thp = add.contains("-XX:+UseTransparentHugePages");
                boolean off = flags.get().remove().contains("-XX:+UseLargePages");
                requests = !thp && (add.contains("-XX:+UseLargePages") || requests && !off);
            }
        }
        return requests;
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
     * The memory limit less the heap. The rest of the bill stays in the limit: the pool reserves the whole code cache, but
     * the limit counted only its touched pages. Empty if no limit is known, or if less would be left than the memory beside the heap.
     */
    Optional<Bytes> memoryLater() {
        if (heapInPool || charged || heap.isEmpty()) {
            return memoryNow;
        }
        Bytes least = residentBeside.orElse(STEP).min(estimateBeside());
        return memoryNow
                .filter(limit -> limit.compareTo(heap.get()) > 0)
                .map(limit -> limit.minus(heap.get()))
                .filter(rest -> rest.compareTo(least) >= 0);
    }
}
