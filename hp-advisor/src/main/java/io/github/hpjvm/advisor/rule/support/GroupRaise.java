package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Container;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Higher limits of control groups for a JVM that restarts, as the owner of the groups takes them. A container runtime makes the
 * groups of a container anew at each start, with the limits of its specification: a file that was written there is lost.
 */
public final class GroupRaise {
    private enum Owner {
        /** A service manager or an administrator: the group outlives the JVM. */
        HOST,
        POD,
        CONTAINER
    }

    private final Owner owner;
    private final List<Action> files;
    private final Bytes page;
    private final Bytes need;

    private GroupRaise(Owner owner, List<Action> files, Bytes page, Bytes need) {
        this.owner = owner;
        this.files = files;
        this.page = page;
        this.need = need;
    }

    /**
     * The limits below the need, and who sets them.
     *
     * @param page size of the pages that they limit
     * @param held memory that the JVM holds of the pool
     */
    public static GroupRaise of(RuleContext context, Bytes page, List<GroupLimit> limits, Bytes held, Bytes need) {
        List<GroupLimit> low = limits.stream()
                .filter(limit -> GroupRoom.allowed(limit, held).compareTo(need) < 0)
                .toList();
        return new GroupRaise(owner(context, low), GroupRoom.raised(low, held, need), page, need);
    }

    /**
     * The limits on reservations below the need. If there are such, limits on touched pages below it count as well: with a higher
     * limit on reservations alone the mapping succeeds, and the JVM dies of SIGBUS.
     */
    public static GroupRaise ofReservations(
            RuleContext context, Bytes page, List<GroupLimit> reserved, Bytes held, Bytes need) {
        GroupRaise raise = of(context, page, reserved, held, need);
        if (!raise.isNeeded()) {
            return raise;
        }
        List<GroupLimit> max = context.groups()
                .flatMap(groups -> groups.hugetlb(page))
                .map(HugetlbGroup::max)
                .orElse(List.of());
        List<Action> files = new ArrayList<>(raise.files);
        files.addAll(GroupRoom.raised(max, PageFacts.touched(context), need));
        return new GroupRaise(raise.owner, files, page, need);
    }

    private static Owner owner(RuleContext context, List<GroupLimit> low) {
        Optional<Cgroup> groups = context.groups();
        Optional<Container> container = groups.flatMap(Cgroup::container);
        if (container.filter(Container::isPod).isPresent()) {
            return Owner.POD;
        }
        boolean hidden = groups.filter(Cgroup::ancestorsHidden).isPresent();
        return container
                        .filter(Container::isRecreated)
                        .filter(it -> hidden
                                || it.id().isEmpty()
                                || low.stream()
                                        .anyMatch(limit ->
                                                limit.cgroup().contains(it.id().get())))
                        .isPresent()
                ? Owner.CONTAINER
                : Owner.HOST;
    }

    /** Returns whether a limit is below the need. */
    public boolean isNeeded() {
        return !files.isEmpty();
    }

    /** Returns whether no action raises the limits: only who starts the container can. */
    public boolean isByHand() {
        return isNeeded() && owner == Owner.CONTAINER;
    }

    /** Returns whether the specification of a pod sets the limits. A pod that requests pages which no node has never starts. */
    public boolean isOfPod() {
        return owner == Owner.POD;
    }

    /** The actions that raise them. */
    public List<Action> actions() {
        if (!isNeeded() || owner == Owner.CONTAINER) {
            return List.of();
        }
        return owner == Owner.POD ? List.of(PodResource.ofHugePages(page.value(), need.value())) : files;
    }

    /**
     * What to do beside the actions, as sentences with a leading blank; empty if nothing.
     *
     * @param poolGrows whether the actions make the pool larger
     */
    public String how(boolean poolGrows) {
        if (owner == Owner.POD && (isNeeded() || poolGrows)) {
            return " hp-cli emit --for k8s writes the resource and the pool of the node. The kubelet counts a pool only"
                    + " when it starts: drain the node, change the pool, restart the kubelet.";
        }
        return isByHand()
                ? " The container runtime sets the limits anew when the container starts: recreate the container with a"
                        + " limit of " + need + " for hugetlb pages."
                : "";
    }
}
