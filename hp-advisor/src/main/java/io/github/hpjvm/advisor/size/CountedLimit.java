package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A limit of a control group on pages of a size, which all tenants of the group share.
 *
 * @param pageSize size of the pages
 * @param limit with the usage of now
 * @param own part of that usage that ends with the tenant
 */
record CountedLimit(Bytes pageSize, GroupLimit limit, Bytes own) {
    /** Returns whether it is below what the tenant needs alone, once its present pages are free. */
    boolean isBelow(Map<Bytes, Long> need) {
        return isBelow(need.getOrDefault(pageSize, 0L), own);
    }

    private boolean isBelow(long pages, Bytes ends) {
        Bytes others = limit.usage().map(usage -> usage.minus(ends.min(usage))).orElse(Bytes.ZERO);
        Bytes room = limit.limit().minus(others.min(limit.limit()));
        return room.compareTo(pageSize.times(pages)) < 0;
    }

    /** The limits of a tenant on pages of that size, those of its own group first. */
    static List<CountedLimit> of(Tenant tenant, Bytes page) {
        return tenant.counted().stream()
                .filter(one -> one.pageSize().equals(page))
                .toList();
    }

    /** The tenants of the same control group as that tenant, which has limits on pages of that size. */
    static List<Tenant> sharers(Tenant tenant, Bytes page, List<Tenant> tenants) {
        String group = of(tenant, page).get(0).limit().cgroup();
        return tenants.stream()
                .filter(other -> of(other, page).stream()
                        .limit(1)
                        .anyMatch(first -> first.limit().cgroup().equals(group)))
                .toList();
    }

    /**
     * The action that raises it to what all tenants together need that take pages under it; none if it suffices.
     *
     * @param rolling whether the pages that they have stay in use
     */
    List<CgroupFile> raised(List<Tenant> tenants, boolean rolling) {
        long pages = 0;
        Bytes ends = Bytes.ZERO;
        for (Tenant tenant : tenants) {
            long need = tenant.need().getOrDefault(pageSize, 0L);
            for (CountedLimit one : of(tenant, pageSize)) {
                if (need > 0 && one.isSame(limit)) {
                    pages += need;
                    ends = ends.plus(one.own);
                }
            }
        }
        return GroupRoom.raised(List.of(limit), rolling ? Bytes.ZERO : ends, pageSize.times(pages));
    }

    /** Returns whether both are the limit in one file. Their usage may differ, because each tenant was read at its own time. */
    boolean isSame(GroupLimit other) {
        return limit.file().equals(other.file());
    }

    private record Place(String file, Bytes pageSize) {}

    /** The tenants that take pages under one limit. */
    private static final class Group {
        private final List<Tenant> tenants = new ArrayList<>();
        private final List<CountedLimit> limits = new ArrayList<>();

        private boolean isTooLow(boolean rolling) {
            long pages = tenants.stream()
                    .mapToLong(
                            tenant -> tenant.need().getOrDefault(limits.get(0).pageSize(), 0L))
                    .sum();
            Bytes ends = limits.stream().map(CountedLimit::own).reduce(Bytes.ZERO, Bytes::plus);
            return limits.get(0).isBelow(pages, rolling ? Bytes.ZERO : ends);
        }

        private GroupLimit limit() {
            return limits.get(0).limit();
        }
    }

    /**
     * The tenants, each with the limits that are below what it needs together with the others.
     *
     * @param rolling whether the pages that they have stay in use
     */
    static List<Tenant> applied(List<Tenant> tenants, boolean rolling) {
        Map<Place, Group> groups = new LinkedHashMap<>();
        for (Tenant tenant : tenants) {
            for (CountedLimit one : tenant.counted()) {
                if (tenant.need().containsKey(one.pageSize())) {
                    Group group =
                            groups.computeIfAbsent(new Place(one.limit().file(), one.pageSize()), place -> new Group());
                    group.tenants.add(tenant);
                    group.limits.add(one);
                }
            }
        }
        Map<Tenant, List<GroupLimit>> more = new HashMap<>();
        for (Group group : groups.values()) {
            if (group.isTooLow(rolling)) {
                group.tenants.forEach(tenant ->
                        more.computeIfAbsent(tenant, any -> new ArrayList<>()).add(group.limit()));
            }
        }
        return tenants.stream()
                .map(tenant -> tenant.withLimits(more.getOrDefault(tenant, List.of())))
                .toList();
    }
}
