package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupView;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.CgroupTree.Level;
import io.github.hpjvm.advisor.read.host.Mounts.Mount;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The control groups that a process sees through its own mounts. */
final class GroupViews {

    /** The controllers that HotSpot requires (CgroupSubsystemFactory::determine_type). */
    private static final List<String> REQUIRED = List.of("cpu", "cpuset", "memory");

    private static final String V1_ONLY = "cpuacct";

    /** The groups of the process, by the mounts of the reader. */
    private final CgroupTree tree;

    private final Map<String, String> paths;

    /** The mounts of the process. Their roots are relative to the reader's namespace of control groups. */
    private final List<Mount> mounts;

    private GroupViews(CgroupTree tree, Map<String, String> paths, List<Mount> mounts) {
        this.tree = tree;
        this.paths = paths;
        this.mounts = mounts;
    }

    /** Returns the view; empty if the process has the mounts of the reader, or if its mounts cannot be read. */
    static Optional<GroupView> of(Roots roots, String process, Map<String, String> paths, CgroupTree tree) {
        return MountNamespace.of(roots, roots.proc().resolve(process)) == MountNamespace.Relation.OTHER
                ? Mounts.read(roots.proc(), process).known().flatMap(mounts -> of(paths, tree, mounts))
                : Optional.empty();
    }

    /** Returns the view by these mounts of the process; empty if it contains all that the reader sees. */
    static Optional<GroupView> of(Map<String, String> paths, CgroupTree tree, List<Mount> mounts) {
        GroupViews views = new GroupViews(tree, paths, mounts);
        Optional<String> memory = views.top("memory");
        Optional<String> cpu = views.top("cpu");
        boolean complete = views.complete();
        boolean all = complete && views.isTop("memory", memory) && views.isTop("cpu", cpu);
        Optional<Long> quota = tree.hierarchy("cpu")
                .known()
                .flatMap(hierarchy -> CpuFiles.least(
                        hierarchy.v1(),
                        hierarchy.levels().stream()
                                .filter(level -> cpu.filter(top -> CgroupTree.below(top, level.cgroup())
                                                .isPresent())
                                        .isPresent())
                                .toList()));
        return all ? Optional.empty() : Optional.of(new GroupView(complete, memory, quota));
    }

    private boolean complete() {
        boolean v1 = Cgroup.v1Path(paths, "memory").isPresent();
        return REQUIRED.stream().allMatch(name -> top(name).isPresent())
                && (!v1 || top(V1_ONLY).isPresent());
    }

    /** Returns the topmost group of a controller in the mounts of the process. */
    private Optional<String> top(String controller) {
        Optional<String> v1 = Cgroup.v1Path(paths, controller);
        String path = v1.orElse(paths.getOrDefault(Cgroup.UNIFIED, ""));
        return CgroupTree.mounted(mounts, v1.isPresent() ? "cgroup" : "cgroup2", v1.isPresent() ? controller : "")
                .stream()
                .map(Mount::root)
                .filter(root -> CgroupTree.below(root, path).isPresent())
                .findFirst();
    }

    /** Returns whether the reader sees no group above this one. */
    private boolean isTop(String controller, Optional<String> top) {
        return tree.hierarchy(controller)
                .known()
                .map(CgroupTree.Hierarchy::levels)
                .map(levels -> levels.get(levels.size() - 1))
                .map(Level::cgroup)
                .equals(top);
    }
}
