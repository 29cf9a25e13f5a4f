package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.RangeList;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Optional;

/**
 * The NUMA nodes of a pool's pages. A process that may not use all nodes gets only pages of the allowed ones
 * (allowed_mems_nr in {@code mm/hugetlb.c}): those of its cpuset ({@link Launch#nodes}), and of these the ones of its memory
 * policy, which is not among the facts. Of the nodes that it may use, another one supplies a page that its own node lacks,
 * also with {@code -XX:+UseNUMA}: libnuma prefers and does not bind.
 */
final class NodesOfPool {

    private final Start start;

    NodesOfPool(Start start) {
        this.start = start;
    }

    /** Returns the missing fact; empty on a host of one node, and if each node alone has enough. */
    Optional<Missing> unknown() {
        if (!start.large().pooled()) {
            return Optional.empty();
        }
        Optional<RangeList> allowed = start.launch().nodes();
        List<NodePool> nodes = start.host().nodePools().known().orElse(List.of()).stream()
                .filter(pool -> allowed.map(list -> list.contains(pool.node())).orElse(true))
                .toList();
        boolean binds = nodes.stream()
                .map(NodePool::pageSize)
                .distinct()
                .anyMatch(size -> nodesOf(nodes, size) > 1 && poorest(nodes, size) < wanted(size));
        return binds
                ? Optional.of(new Missing(
                        allowed.isPresent()
                                ? "whether numactl binds it to some of its NUMA nodes"
                                : "whether it may use the pages of all NUMA nodes",
                        Reason.SKIPPED,
                        allowed.isPresent() ? "/proc/PID/numa_maps" : "cpuset.mems, numactl --membind",
                        "the process is bound to some nodes and gets only pages of their pools:"
                                + " /sys/devices/system/node/node*/hugepages"))
                : Optional.empty();
    }

    private static long nodesOf(List<NodePool> nodes, Bytes size) {
        return nodes.stream().filter(node -> node.pageSize().equals(size)).count();
    }

    private static long poorest(List<NodePool> nodes, Bytes size) {
        return nodes.stream()
                .filter(node -> node.pageSize().equals(size))
                .mapToLong(NodePool::free)
                .min()
                .orElse(0);
    }

    private long wanted(Bytes size) {
        return start.pieces().stream()
                .filter(piece -> piece.pageSize().equals(size))
                .map(piece -> piece.all())
                .reduce(Span.NONE, Span::plus)
                .max();
    }
}
