package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The required size of one pool.
 *
 * @param pool as it is now
 * @param setting the setting of its number of pages: the sysctl {@code vm.nr_hugepages} for pages of the default size,
 *     else the file of the size (hugetlb_sysctl_handler in {@code mm/hugetlb.c})
 * @param need the number of pages that all tenants need together
 * @param headroom the number of additional pages that the user requested
 * @param held the number of the pool's pages that the tenants return before they take new ones; none in a rolling
 *     restart
 * @param availability whether the kernel can allocate the missing pages
 * @param stopFirst whether they are available only after the tenants have stopped
 * @param available the available memory of the host; empty if unknown
 * @param bootPool the arguments of the last boot that set the pool; empty if none does, or if they are not known
 * @param nodes the pages that NUMA nodes lack for tenants that are bound to them
 * @param nodeActions the actions that add these pages; at boot also those that the pool lacks beside them
 */
public record PoolSize(
        HugePool pool,
        PoolSetting setting,
        long need,
        long headroom,
        long held,
        Availability availability,
        boolean stopFirst,
        Optional<Bytes> available,
        Optional<String> bootPool,
        List<NodeShortage> nodes,
        List<Action> nodeActions) {

    public PoolSize {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(setting, "setting");
        Objects.requireNonNull(availability, "availability");
        Objects.requireNonNull(available, "available");
        Objects.requireNonNull(bootPool, "bootPool");
        nodes = List.copyOf(nodes);
        nodeActions = List.copyOf(nodeActions);
    }

    /** When the kernel can allocate the missing pages. */
    public Found found() {
        return availability.found();
    }

    /** The number of missing pages: the need less the available pages and the pages that the tenants return. */
    public long more() {
        return more(pool, need + headroom, held);
    }

    /** The number of missing pages that remain once NUMA nodes have the pages that they lack. */
    public long moreBesideNodes() {
        return Math.max(0, more() - moreOnNodes());
    }

    /** Returns whether the nodes get their pages at boot, together with those that the pool lacks beside them. */
    public boolean nodesAtBoot() {
        return nodeActions.stream().anyMatch(action -> action.kind() == Action.Kind.KERNEL_ARG);
    }

    /**
     * The argument of the kernel that sets the pool at boot, together with the pools of nodes that get their pages then; empty if no
     * page has to wait for a boot.
     */
    public Optional<String> bootArgument() {
        if (nodesAtBoot()) {
            return nodeActions.stream()
                    .flatMap(action -> action.bootArgument().stream())
                    .findFirst();
        }
        return found() == Found.AT_BOOT && moreBesideNodes() > 0
                ? Optional.of(setting.bootArgument(String.valueOf(toWrite())))
                : Optional.empty();
    }

    /** The number of pages by which the pool grows: the missing pages, and no less than those that nodes lack. */
    public long growth() {
        return moreOnNodes() + moreBesideNodes();
    }

    private long moreOnNodes() {
        return nodes.stream().mapToLong(NodeShortage::more).sum();
    }

    static long more(HugePool pool, long need, long held) {
        return pool.missing(need, held);
    }

    /** The number of pages that stay available if the pool keeps its size. */
    public long idle() {
        return Math.max(0, pool.usable() + Math.min(held, pool.inUseOrPromised()) - need - headroom);
    }

    /** The value for nr_hugepages. It is never below the present size, so that no process loses pages. */
    public long toWrite() {
        return pool.total() + more();
    }

    /** The number of pages that other processes hold. */
    public long ofOthers() {
        return Math.max(0, pool.inUseOrPromised() - held);
    }

    /** Returns whether the host has too little memory for this size. */
    public boolean isRefused() {
        return found() == Found.NOT_AT_ALL;
    }
}
