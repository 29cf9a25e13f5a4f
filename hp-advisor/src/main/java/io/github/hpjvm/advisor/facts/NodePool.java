package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collection;
import java.util.Objects;

/**
 * The share of one NUMA node in a hugetlb pool, in pages ({@code /sys/devices/system/node/node*}/hugepages). The kernel
 * counts reserved pages for the whole host only, see {@link HugePool#reserved}.
 *
 * @param node the number of the node
 * @param pageSize the size of the pages
 * @param total nr_hugepages, with the surplus ones
 * @param free free_hugepages; some of them may be reserved
 * @param surplus surplus_hugepages
 */
public record NodePool(int node, Bytes pageSize, long total, long free, long surplus) {

    /** The number of free pages of these shares together. */
    public static long free(Collection<NodePool> pools) {
        return pools.stream().mapToLong(NodePool::free).sum();
    }

    public NodePool {
        Objects.requireNonNull(pageSize, "pageSize");
        if (node < 0 || total < 0 || free < 0 || surplus < 0) {
            throw new IllegalArgumentException("a pool of a node cannot have a negative number");
        }
    }
}
