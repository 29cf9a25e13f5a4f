package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Higher limits of control groups for a JVM that starts anew, as the owner of the groups takes them: a service manager or an
 * administrator a file, a kubelet a resource, and the runtime of another container an option. A runtime makes the groups of a
 * container anew at each start, so that a file that was written there is lost.
 */
public final class GroupRaise {
    private final Optional<Cgroup> groups;
    private final List<CgroupFile> files;
    private final Bytes page;
    private final Bytes need;

    private GroupRaise(Optional<Cgroup> groups, List<CgroupFile> files, Bytes page, Bytes need) {
        this.groups = groups;
        this.files = List.copyOf(files);
        this.page = page;
        this.need = need;
    }

    /**
     * Limits that rise for all that take pages under them, and who sets them.
     *
     * @param need of the container
     */
    static GroupRaise of(Optional<Cgroup> groups, Bytes page, List<CgroupFile> files, Bytes need) {
        return new GroupRaise(groups, files, page, need);
    }

    /**
     * The limits below the need, and who sets them.
     *
     * @param groups the control groups of the JVM; empty if they are not known
     * @param page size of the pages that they limit
     * @param held memory that the JVM holds of the pool
     */
    public static GroupRaise of(Optional<Cgroup> groups, Bytes page, List<GroupLimit> limits, Bytes held, Bytes need) {
        return new GroupRaise(groups, GroupRoom.raised(limits, held, need), page, need);
    }

    /**
     * The limits on reservations below the need. If there are such, limits on touched pages below it count as well: with a higher
     * limit on reservations alone the mapping succeeds, and the JVM dies of SIGBUS.
     *
     * @param touched memory of the pool that the JVM has touched
     */
    public static GroupRaise ofReservations(
            Optional<Cgroup> groups, Bytes page, List<GroupLimit> reserved, Bytes held, Bytes touched, Bytes need) {
        GroupRaise raise = of(groups, page, reserved, held, need);
        if (!raise.isNeeded()) {
            return raise;
        }
        List<GroupLimit> max = groups.flatMap(known -> known.hugetlb(page))
                .map(HugetlbGroup::max)
                .orElse(List.of());
        List<CgroupFile> files = new ArrayList<>(raise.files);
        files.addAll(GroupRoom.raised(max, touched, need));
        return new GroupRaise(groups, files, page, need);
    }

    /** Returns whether a limit is below the need. */
    public boolean isNeeded() {
        return !files.isEmpty();
    }

    /** Returns whether the specification of a pod sets the limits. A pod that requests pages which no node has never starts. */
    public boolean isOfPod() {
        return groups.flatMap(Cgroup::container).filter(Container::isPod).isPresent();
    }

    /** Returns whether the files of the groups keep a value when the JVM starts anew. */
    public boolean isOfHost() {
        return !isOfPod() && files.stream().noneMatch(this::isOfContainer);
    }

    /** Returns whether the file belongs to a container that ends with the JVM. In a container, only its own groups are visible. */
    private boolean isOfContainer(CgroupFile file) {
        boolean hidden = groups.filter(Cgroup::ancestorsHidden).isPresent();
        return groups.flatMap(Cgroup::container)
                .filter(Container::isRecreated)
                .filter(it -> hidden
                        || it.id().filter(id -> !file.file().contains(id)).isEmpty())
                .isPresent();
    }

    /** The actions that raise them for the next start. */
    public List<Action> actions() {
        if (isNeeded() && isOfPod()) {
            return List.of(PodResource.ofHugePages(page.value(), need.value()));
        }
        return files.stream().map(this::action).toList();
    }

    private Action action(CgroupFile file) {
        return isOfContainer(file)
                ? new ContainerLimit(
                        groups.flatMap(Cgroup::container).orElseThrow().runtime(),
                        file.file(),
                        file.value(),
                        file.was())
                : file;
    }

    /** The actions that raise them for the JVM that runs. */
    public List<Action> files() {
        return List.copyOf(files);
    }

    /**
     * What to do beside the actions, as sentences with a leading blank; empty if nothing.
     *
     * @param poolGrows whether the actions make the pool larger
     */
    public String how(boolean poolGrows) {
        if (isOfPod() && (isNeeded() || poolGrows)) {
            return " hp-cli emit --for k8s writes the resource and the pool of the node. The kubelet counts a pool only"
                    + " when it starts: drain the node, change the pool, restart the kubelet.";
        }
        return isNeeded() && !isOfHost()
                ? " The container runtime sets the limits anew when the container starts: recreate the container with a"
                        + " limit for hugetlb pages of at least " + highest() + ", or without one."
                : "";
    }

    /** The highest of the new limits, which count the pages of other processes of the group as well. */
    private Bytes highest() {
        return files.stream()
                .map(file -> Bytes.parse(file.value()))
                .max(Comparator.naturalOrder())
                .orElse(need);
    }
}
