package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sizes of all pools from which the tenants take pages. The value for nr_hugepages is
 * {@code total + max(0, need - (free - reserved) - held)}.
 *
 * @param tenants the JVMs and programs that will start
 * @param headroom in percent of their need
 * @param rolling whether new instances start while the old ones still run, so that no pages return before
 * @param pools one size for each needed page size, smallest first
 */
public record PoolSizes(List<Tenant> tenants, int headroom, boolean rolling, List<PoolSize> pools) {
    /** Memory that must stay available beside the pools: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    public PoolSizes {
        tenants = List.copyOf(tenants);
        pools = List.copyOf(pools);
        if (headroom < 0) {
            throw new IllegalArgumentException("headroom must not be negative, but is " + headroom + " %");
        }
    }

    /** Computes the sizes. They are empty if the host's pools are unknown. */
    public static PoolSizes of(List<Tenant> all, int headroom, boolean rolling, Host host) {
        List<Tenant> tenants = CountedLimit.applied(all, rolling);
        List<PoolSize> sizes = new ArrayList<>();
        List<HugePool> pools = host.pools().known().orElse(List.of()).stream()
                .sorted(Comparator.comparing(HugePool::pageSize))
                .toList();
        Bytes taken = Bytes.ZERO;
        for (HugePool pool : pools) {
            long need = tenants.stream()
                    .map(Tenant::need)
                    .mapToLong(each -> each.getOrDefault(pool.pageSize(), 0L))
                    .sum();
            if (need > 0) {
                PoolSize size = size(pool, need, tenants, headroom, rolling, host, taken);
                taken = taken.plus(pool.pageSize().times(size.more()));
                sizes.add(size);
            }
        }
        return new PoolSizes(tenants, headroom, rolling, sizes);
    }

    private static PoolSize size(
            HugePool pool, long need, List<Tenant> tenants, int headroom, boolean rolling, Host host, Bytes taken) {
        long extra = (need * headroom + 99) / 100;
        long released = Math.min(rolling ? 0 : sum(tenants, pool.pageSize()), pool.inUseOrPromised());
        HugePool left = afterRelease(pool, released);
        long held = released - (pool.total() - left.total());
        Bytes more = pool.pageSize().times(PoolSize.more(left, need + extra, held));
        Optional<Bytes> available = host.memory().known().flatMap(memory -> memory.size("MemAvailable"));
        Bytes memory = available.map(size -> size.minus(taken.min(size))).orElse(Bytes.ZERO);
        Bytes givenBack =
                rolling ? Bytes.ZERO : tenants.stream().map(Tenant::givenBack).reduce(Bytes.ZERO, Bytes::plus);
        // Earlier pools may have taken a part of what is given back, too.
        Bytes all = available.orElse(Bytes.ZERO).plus(givenBack);
        Bytes rest = all.minus(taken.min(all));
        boolean now = memory.compareTo(more.plus(MARGIN)) >= 0;
        boolean later = rest.compareTo(more.plus(MARGIN)) >= 0;
        Availability availability = more.isZero()
                ? Availability.of(Found.THERE)
                : available.isEmpty()
                        ? Availability.of(Found.NOT_KNOWN)
                        : later
                                ? Availability.of(pool.pageSize(), more, now ? memory : rest, host)
                                : Availability.of(Found.NOT_AT_ALL);
        PoolSetting setting = PoolSetting.ofHost(
                pool.pageSize().value(), host.defaultHugePageSize().value());
        List<NodeShortage> nodes = NodeShortage.of(left, tenants, headroom, rolling, host);
        List<NodeGrowth> growth =
                nodes.stream().flatMap(shortage -> shortage.growth().stream()).toList();
        long beside = PoolSize.more(left, need + extra, held)
                - nodes.stream().mapToLong(NodeShortage::more).sum();
        return new PoolSize(
                left,
                setting,
                need,
                extra,
                held,
                availability,
                !now && later && !more.isZero(),
                available.map(size -> memory),
                host.bootPool(pool.pageSize()),
                nodes,
                NodeGrowth.actions(growth, Math.max(0, beside), availability.found() == Found.AT_BOOT, host));
    }

    /**
     * The pool after processes have released pages. The kernel frees a released page as long as the pool has surplus pages
     * (free_huge_folio of {@code mm/hugetlb.c}), so these pages are not available to the next start.
     */
    private static HugePool afterRelease(HugePool pool, long released) {
        // The numbers of a pool are read one after the other, so the surplus may be above the total.
        long freed = Math.min(released, Math.min(pool.surplus(), pool.total()));
        return freed == 0
                ? pool
                : new HugePool(
                        pool.pageSize(),
                        pool.total() - freed,
                        pool.free(),
                        pool.reserved(),
                        pool.surplus() - freed,
                        pool.overcommit());
    }

    private static long sum(List<Tenant> tenants, Bytes pageSize) {
        return tenants.stream()
                .map(Tenant::held)
                .mapToLong((Map<Bytes, Long> each) -> each.getOrDefault(pageSize, 0L))
                .sum();
    }

    /**
     * How the limits of its control groups rise that are below the need of a tenant: one answer for each page size. The tenants
     * under one limit need the pages together, and so do those of one container.
     */
    public List<GroupRaise> raises(Tenant tenant) {
        List<GroupRaise> raises = new ArrayList<>();
        for (HugePool pool : pools.stream().map(PoolSize::pool).toList()) {
            Bytes page = pool.pageSize();
            List<CountedLimit> low = CountedLimit.of(tenant, page).stream()
                    .filter(one -> tenant.limits().stream().anyMatch(one::isSame))
                    .toList();
            if (!low.isEmpty()) {
                long need = CountedLimit.sharers(tenant, page, tenants).stream()
                        .mapToLong(one -> one.need().getOrDefault(page, 0L))
                        .sum();
                raises.add(GroupRaise.of(
                        tenant.groups(),
                        page,
                        low.stream()
                                .flatMap(one -> one.raised(tenants, rolling).stream())
                                .toList(),
                        page.times(need)));
            }
        }
        return raises;
    }

    /** Returns whether the need of every tenant is known, and the pools of those that need pages. */
    public boolean isComplete() {
        return tenants.stream().allMatch(Tenant::isKnown) && (!pools.isEmpty() || isIdle());
    }

    /** Returns whether no tenant needs a page. */
    public boolean isIdle() {
        return tenants.stream().allMatch(Tenant::isIdle);
    }

    /**
     * Returns whether the host has too little memory for one of the pools, NUMA nodes lack pages for tenants that are bound to
     * them, or a start on a pool is not advised.
     */
    public boolean isRefused() {
        return pools.stream().anyMatch(pool -> pool.isRefused() || !pool.nodes().isEmpty())
                || tenants.stream().anyMatch(tenant -> !tenant.objection().isEmpty());
    }

    /** The tenants that need pages of that size and whose start on them is not advised. */
    public List<Tenant> objecting(Bytes pageSize) {
        return tenants.stream()
                .filter(tenant -> !tenant.objection().isEmpty() && tenant.need().containsKey(pageSize))
                .toList();
    }
}
