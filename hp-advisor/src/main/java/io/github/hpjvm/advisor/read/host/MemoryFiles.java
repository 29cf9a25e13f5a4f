package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.host.CgroupTree.Hierarchy;
import io.github.hpjvm.advisor.read.host.CgroupTree.Names;
import io.github.hpjvm.advisor.term.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of the controller of memory (Documentation/admin-guide/cgroup-v2.rst; cgroup-v1/memory.rst). */
final class MemoryFiles {
    private final CgroupTree tree;

    MemoryFiles(CgroupTree tree) {
        this.tree = tree;
    }

    /** Returns the limits of memory, and the huge pages in it. */
    Fact<MemoryGroup> group() {
        return tree.hierarchy("memory")
                .flatMap(hierarchy -> refusing(hierarchy)
                        .flatMap(max -> delaying(hierarchy)
                                .flatMap(high -> Fact.known(
                                        group(hierarchy, max, high),
                                        Source.of(hierarchy.levels().get(0).folder(), excerpt(max, high))))));
    }

    private static String excerpt(List<GroupLimit> max, List<GroupLimit> high) {
        return Stream.of(max, high)
                .flatMap(limits -> limits.stream().limit(1))
                .map(CgroupTree::excerpt)
                .reduce((first, second) -> first + "\n" + second)
                .orElse("no limit");
    }

    private MemoryGroup group(Hierarchy hierarchy, List<GroupLimit> max, List<GroupLimit> high) {
        Path own = hierarchy.levels().get(0).folder();
        Optional<String> stat = CgroupTree.stat(own);
        return new MemoryGroup(
                max,
                CgroupTree.bytes(own.resolve(usage(hierarchy))),
                CgroupTree.bytes(stat, "anon_thp"),
                CgroupTree.bytes(stat, "shmem_thp"),
                CgroupTree.bytes(stat, "file_thp"),
                CgroupTree.bytes(stat, "rss_huge"),
                Optional.of(!hierarchy.v1() && tree.chargesHugetlb()),
                Optional.of(high));
    }

    /** Returns the limits at which the kernel refuses new memory, or delays the process: {@code memory.max}, {@code memory.high}. */
    Fact<List<GroupLimit>> charges() {
        return tree.hierarchy("memory")
                .flatMap(hierarchy -> refusing(hierarchy)
                        .flatMap(max -> delaying(hierarchy)
                                .map(high -> Stream.concat(max.stream(), high.stream())
                                        .toList())));
    }

    /** Returns the limits; absent if there is none and groups above are hidden. A hidden limit above a visible one is rarely lower. */
    Fact<List<GroupLimit>> allCharges() {
        Fact<List<GroupLimit>> charges = charges();
        boolean hidden = charges.known().filter(List::isEmpty).isPresent()
                && tree.hierarchy("memory").known().filter(CgroupTree::hidden).isPresent();
        return hidden
                ? Fact.absent(
                        Reason.NOT_PRESENT,
                        Source.of("/proc/self/mountinfo", "the groups above the mounted ones are hidden"),
                        "run outside the container")
                : charges;
    }

    private static Fact<List<GroupLimit>> refusing(Hierarchy hierarchy) {
        return limits(hierarchy, Names.of(hierarchy.v1()).max());
    }

    /** Version 1 has no limit that delays. */
    private static Fact<List<GroupLimit>> delaying(Hierarchy hierarchy) {
        return hierarchy.v1()
                ? Fact.known(List.of(), Source.of(hierarchy.levels().get(0).folder()))
                : limits(hierarchy, "high");
    }

    private static Fact<List<GroupLimit>> limits(Hierarchy hierarchy, String name) {
        Optional<String> cache = Optional.of(Names.of(hierarchy.v1()).cache());
        return CgroupTree.limits(hierarchy, "memory." + name, usage(hierarchy), cache);
    }

    private static String usage(Hierarchy hierarchy) {
        return "memory." + Names.of(hierarchy.v1()).usage();
    }
}
