package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import java.util.List;

/** The section on the control group of this process and its limits. */
record HostGroup(Host host, Page page) {

    void write() {
        page.section("Control group of this process");
        Cgroup cgroup = host.cgroup().known().orElse(null);
        if (cgroup == null) {
            page.line(HostUnknowns.why(host.cgroup()));
            return;
        }
        cgroup.container().map(Container::shortName).ifPresent(name -> page.line("container: " + name));
        List<HugetlbGroup> groups = cgroup.hugetlb().known().orElse(List.of());
        for (HugetlbGroup group : groups) {
            String size = Sizes.of(group.pageSize());
            group.tightest()
                    .ifPresent(l -> page.warning(
                            "hugetlb " + size + ": limit " + limit(l) + "; a process that touches more gets SIGBUS"));
            group.tightestReserved()
                    .ifPresent(l ->
                            page.line("hugetlb " + size + ": reservation limit " + limit(l) + "; mapping more fails"));
        }
        boolean limited = groups.stream()
                .anyMatch(g -> g.tightest().isPresent() || g.tightestReserved().isPresent());
        if (!limited) {
            page.line(cgroup.hugetlb().known().isPresent() ? "hugetlb: no limit" : HostUnknowns.why(cgroup.hugetlb()));
        }
        page.line(cgroup.memory().known().map(HostGroup::memory).orElseGet(() -> HostUnknowns.why(cgroup.memory())));
        if (cgroup.ancestorsHidden()) {
            page.warning("groups above this one are not visible here; their limits may be lower");
        }
    }

    private static String memory(MemoryGroup group) {
        return group.tightest().map(l -> "memory: limit " + limit(l)).orElse("memory: no limit")
                + group.tightestHigh().map(l -> ", delayed above " + limit(l)).orElse("")
                + group.current().map(size -> ", in use " + Sizes.of(size)).orElse("")
                + group.anonThp()
                        .or(group::rssHuge)
                        .map(size -> " (anonymous THP " + Sizes.of(size) + ")")
                        .orElse("");
    }

    private static String limit(GroupLimit limit) {
        return Sizes.of(limit.limit()) + " (" + limit.file() + ")";
    }
}
