package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The risks for the pages of a JVM that has started. */
final class Risks {

    private final Start start;
    private final List<PoolForecast> pools;
    private final RegionForecast heap;
    private final List<Risk> risks = new ArrayList<>();

    Risks(Start start, List<PoolForecast> pools, RegionForecast heap) {
        this.start = start;
        this.pools = pools;
        this.heap = heap;
    }

    List<Risk> all() {
        pools.forEach(this::pool);
        wasted();
        growthOfZ();
        roundedUp();
        ignoredSize();
        ignoredLimits();
        hostMemory();
        outOfMemory();
        stacks();
        faults();
        growthNotAdvised();
        return risks;
    }

    private void add(RiskCode code, String text) {
        risks.add(new Risk(code, text));
    }

    private void pool(PoolForecast pool) {
        Bytes page = pool.pageSize();
        long pages = pool.takesGrown().max();
        if (pages == 0) {
            return;
        }
        tightest(page).ifPresent(limit -> {
            Bytes room = limit.room().orElse(limit.limit());
            if (room.compareTo(page.times(pages)) < 0) {
                add(
                        RiskCode.SIGBUS_CGROUP_MAX,
                        limit.file() + " allows it " + room + " more of " + page + " pages, and it maps "
                                + page.times(pages) + ": when it touches the first page beyond, it dies of SIGBUS."
                                + " Raise the limit, or set hugetlb.*.rsvd.max as well, so that it starts without.");
            }
        });
        boolean surplus = PoolBalances.of(start.launch(), start.host())
                .filter(balances -> balances.usesOvercommit(page, pool.takesGrown()))
                .isPresent();
        if (surplus) {
            add(
                    RiskCode.POOL_BY_OVERCOMMIT,
                    "The pool of " + page + " pages has too few; the kernel takes the rest from free memory"
                            + " (nr_overcommit_hugepages), if that is not too fragmented when the JVM starts.");
        }
    }

    private Optional<GroupLimit> tightest(Bytes page) {
        return start.launch().cgroup().known().flatMap(group -> group.hugetlb(page)).map(HugetlbGroup::max).stream()
                .flatMap(List::stream)
                .min(Comparator.comparing(limit -> limit.room().orElse(limit.limit())));
    }

    private void wasted() {
        boolean heapGetsNone = start.reserved("heap").filter(Served::none).isPresent();
        long taken = 0;
        for (PoolForecast pool : pools) {
            taken += pool.takesAtStart().max();
        }
        if (heapGetsNone && taken > 0) {
            add(RiskCode.POOL_WASTED, "It takes " + taken + " pages of the pool, and the heap gets none of them.");
        }
    }

    private void growthOfZ() {
        Optional<ZCommit> commit = ZCommit.of(start);
        if (commit.filter(ZCommit::endsWhileGrowing).isPresent()) {
            add(
                    RiskCode.POOL_ENDS_WHILE_GROWING,
                    "The pool has " + commit.get().left().min() + " pages left for a heap that may grow to "
                            + commit.get().wantsGrown().max()
                            + ": when they are used up, ZGC lowers its maximum heap, and the program gets an"
                            + " OutOfMemoryError.");
        }
    }

    private void roundedUp() {
        Optional<HeapShape> shape = start.shape();
        if (shape.isEmpty() || start.large().sizes().isEmpty()) {
            return;
        }
        Bytes base = start.machine().basePage();
        Bytes without = start.heap()
                .orElseThrow()
                .shapes(start.release(), base, base)
                .get(0)
                .max();
        if (shape.get().max().compareTo(without) > 0) {
            add(
                    RiskCode.HEAP_ROUNDED_UP,
                    "With large pages of " + start.large().sizes().largest() + " the heap is "
                            + shape.get().max() + " instead of " + without + ".");
        }
    }

    /** 17 and newer say nothing about it (os::large_page_init); older ones do not know the flag, and warn. */
    private void ignoredSize() {
        List<String> arguments =
                start.launch().arguments().list().stream().map(Argument::text).toList();
        Optional<Bytes> asked = LargePageSize.asked(arguments, start.release());
        if (asked.isEmpty() || !start.large().pooled() || start.large().sizes().isEmpty()) {
            return;
        }
        Bytes used = start.large().sizes().largest();
        if (!used.equals(asked.get())) {
            add(
                    RiskCode.PAGE_SIZE_IGNORED,
                    "LargePageSizeInBytes=" + asked.get() + " has no effect, and the JVM does not say so: "
                            + (start.isZ()
                                    ? "ZGC uses pages of " + used + "."
                                    : "the kernel has no pool of that size, and pages of " + used + " are used."));
        }
    }

    /** Memory of the heap that is not of a pool comes from MemAvailable. A heap that is touched at the start needs it at once. */
    private void hostMemory() {
        Optional<Bytes> available = start.host().memory().known().flatMap(memory -> memory.size("MemAvailable"));
        Optional<HeapShape> shape = start.shape();
        if (available.isEmpty()
                || shape.isEmpty()
                || start.heapIsAFile()
                || heap.kind().equals(Optional.of(PageKind.HUGETLB))) {
            return;
        }
        Bytes most = shape.get().max();
        Optional<Bytes> initial = shape.get().initial().filter(size -> start.pretouches());
        if (initial.filter(size -> size.compareTo(available.get()) > 0).isPresent()) {
            add(
                    RiskCode.HOST_MEMORY_SHORT,
                    "AlwaysPreTouch touches " + initial.get() + " at the start, and the host has "
                            + available.get().rounded()
                            + " available: the kernel refuses the memory, swaps, or kills a process.");
        } else if (most.compareTo(available.get()) > 0) {
            add(
                    RiskCode.HOST_MEMORY_SHORT,
                    "The heap may grow to " + most + ", and the host has "
                            + available.get().rounded()
                            + " available: when it grows, the kernel swaps or kills a process.");
        }
    }

    /** JDK-8349988: older updates apply no limit if /proc/cgroups lacks a controller. */
    private void ignoredLimits() {
        Optional<Cgroup> groups = start.launch().cgroup().known();
        boolean limited = groups.flatMap(group -> group.memory().known())
                .flatMap(MemoryGroup::tightest)
                .isPresent();
        if (!limited || start.flags().isGiven("MaxHeapSize") || groups.isEmpty()) {
            return;
        }
        ContainerLimits limits = new ContainerLimits(Optional.of(start.version()), groups.get());
        boolean ignored = limits.lacksController();
        if (ignored || limits.mayIgnoreLimits(start.host().kernel().known())) {
            add(
                    RiskCode.LIMITS_IGNORED,
                    (ignored
                                    ? "/proc/cgroups of this kernel lacks a controller. This update"
                                    : "This kernel may be built without CPUSETS_V1 or MEMCG_V1 and then leaves these"
                                            + " controllers out of /proc/cgroups. This update then")
                            + " applies no limit of its control groups (JDK-8349988) and computes its heap from the memory"
                            + " of the host. Set -Xmx.");
        }
    }

    private void outOfMemory() {
        Optional<GroupLimit> limit =
                start.launch().cgroup().flatMap(Cgroup::memory).known().flatMap(MemoryGroup::tightest);
        Optional<HeapShape> shape = start.shape();
        boolean ofPool = heap.kind().equals(Optional.of(PageKind.HUGETLB));
        if (limit.isEmpty() || shape.isEmpty()) {
            return;
        }
        if (ofPool) {
            chargedPool(limit.get());
            return;
        }
        if (shape.get().max().compareTo(limit.get().limit()) >= 0) {
            add(
                    RiskCode.OUT_OF_MEMORY_KILL,
                    limit.get().file() + " allows " + limit.get().limit() + ", and the heap alone may grow to "
                            + shape.get().max() + ": the kernel kills it then.");
        }
    }

    /** Pages of pools under a memory limit that covers them (memory_hugetlb_accounting). */
    private void chargedPool(GroupLimit limit) {
        boolean charged = start.launch()
                .cgroup()
                .flatMap(Cgroup::memory)
                .known()
                .filter(MemoryGroup::chargesHugetlb)
                .isPresent();
        Bytes pages = pools.stream()
                .map(pool -> pool.pageSize().times(pool.takesGrown().max()))
                .reduce(Bytes.ZERO, Bytes::plus);
        if (charged && pages.compareTo(limit.limit()) >= 0) {
            add(
                    RiskCode.SIGBUS_CGROUP_MAX,
                    limit.file() + " allows " + limit.limit() + ", and the JVM maps " + pages
                            + " of hugetlb pages, which this limit covers (memory_hugetlb_accounting of cgroup2): when"
                            + " it touches a page above the limit, it dies of SIGBUS. Raise the limit.");
        }
    }

    private void stacks() {
        ThpGrant given = start.kernel().unadvised();
        if (given.given()
                && given.pageSize().equals(start.kernel().pmdSize())
                && !new OtherForecasts(start).stacksAreSafe()) {
            add(
                    RiskCode.STACKS_ON_THP,
                    "This kernel and this release let thread stacks end up on huge pages, " + given.pageSize()
                            + " for each (JDK-8303215).");
        }
    }

    private void faults() {
        boolean thp = heap.kind().equals(Optional.of(PageKind.THP)) || heap.when() == When.LATER;
        AnonymousMemory memory = new AnonymousMemory(start);
        Optional<Bytes> size = start.shape().map(HeapShape::max);
        if (!thp || !memory.isScarce(size)) {
            return;
        }
        boolean advised = start.large().is(Type.THP);
        if (start.kernel().compactsAtFault(advised).orElse(false)) {
            add(
                    RiskCode.COMPACTION_STALLS,
                    "There are too few free blocks of " + start.kernel().pmdSize()
                            + " for the heap: page faults stall while the kernel compacts memory.");
        } else {
            add(
                    RiskCode.FRAGMENTED,
                    "There are too few free blocks of " + start.kernel().pmdSize()
                            + " for the heap, and page faults do not compact memory. "
                            + khugepaged(size.orElseThrow()));
        }
    }

    /**
     * Returns the minimum time that khugepaged needs: it scans pages_to_scan base pages, then sleeps
     * scan_sleep_millisecs.
     */
    private String khugepaged(Bytes size) {
        Optional<Long> scan = khugepagedNumber("pages_to_scan");
        Optional<Long> nap = khugepagedNumber("scan_sleep_millisecs");
        if (scan.isEmpty() || nap.isEmpty() || scan.get() == 0) {
            return "khugepaged collapses the rest at its configured pace.";
        }
        long rounds = size.dividedRoundingUp(start.machine().basePage().times(scan.get()));
        return "khugepaged, as it is set, takes " + Math.max(1, rounds * nap.get() / 60_000)
                + " minutes or more to scan all of it.";
    }

    private Optional<Long> khugepagedNumber(String name) {
        return start.host()
                .thpSettings()
                .known()
                .map(settings -> settings.khugepaged().get(name))
                .filter(text -> Words.isNumber(text, 12))
                .map(Long::valueOf);
    }

    private void growthNotAdvised() {
        boolean grows = start.shape().filter(shape -> !shape.isFixed()).isPresent();
        boolean mixed = heap.kind().equals(Optional.of(PageKind.MIXED));
        boolean forgets = new HeapForecast(start).growsUnadvised();
        boolean always = heap.kind().isEmpty()
                && start.kernel().unadvised().given()
                && !start.large().is(Type.THP)
                && !start.isZ();
        if (grows && (mixed || forgets || always)) {
            add(
                    RiskCode.GROWTH_NOT_ADVISED,
                    "Memory by which the heap grows after the start may not get huge pages: set -Xms to -Xmx.");
        }
    }
}
