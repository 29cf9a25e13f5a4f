package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import java.util.Optional;

/**
 * The control groups of a JVM after its end. Pages of pools that it has touched are no longer counted there
 * (hugetlb_cgroup_uncharge_folio in {@code mm/hugetlb_cgroup.c}). {@link Launch#held} accounts for its reserved pages.
 */
final class GroupOnceEnded {

    private GroupOnceEnded() {}

    static Fact<Cgroup> of(Jvm jvm, Host host) {
        return jvm.cgroup()
                .map(now -> now.withHugetlb(now.hugetlb()
                        .map(sizes -> sizes.stream()
                                .map(size -> without(size, touched(jvm, host, size.pageSize())))
                                .toList())));
    }

    /** Returns the bytes of its regions on such pages, without tables that cannot be located. */
    private static Bytes touched(Jvm jvm, Host host, Bytes pageSize) {
        Bytes touched = Bytes.ZERO;
        for (Region region : jvm.located()) {
            for (Pages pages : region.backing().known().map(Backing::pages).orElse(List.of())) {
                if (pages.kind() == PageKind.HUGETLB
                        && HeldPages.size(pages, host).equals(Optional.of(pageSize))) {
                    touched = touched.plus(pages.min());
                }
            }
        }
        return touched;
    }

    private static HugetlbGroup without(HugetlbGroup now, Bytes touched) {
        return new HugetlbGroup(
                now.pageSize(),
                now.max().stream().map(limit -> without(limit, touched)).toList(),
                now.reservedMax(),
                now.current(),
                now.reservedCurrent(),
                now.refused());
    }

    private static GroupLimit without(GroupLimit limit, Bytes touched) {
        return new GroupLimit(
                limit.limit(), limit.usage().map(used -> used.minus(touched.min(used))), limit.cgroup(), limit.file());
    }
}
