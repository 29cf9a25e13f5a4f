package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import java.util.List;
import java.util.Optional;

/**
 * The NUMA nodes that pages of a pool are on. A process that may not use all of them gets no more than the allowed ones
 * have (allowed_mems_nr in {@code mm/hugetlb.c}), and which it may use is not among the facts. Where it may use all, a
 * page that its own node has not comes from another, also with {@code -XX:+UseNUMA}: libnuma prefers and does not bind.
 */
final class NodesOfPool {

    private final Start start;

    NodesOfPool(Start start) {
        this.start = start;
    }

    /** Empty on a host of one node, and where each node alone has enough. */
    Optional<Missing> unknown() {
        if (!start.large().pooled()) {
            return Optional.empty();
        }
        List<NodePool> nodes = start.host().nodePools().known().orElse(List.of());
        boolean binds = nodes.stream()
                .map(NodePool::pageSize)
                .distinct()
                .anyMatch(size -> nodesOf(nodes, size) > 1 && poorest(nodes, size) < wanted(size));
        return binds
                ? Optional.of(new Missing(
                        "whether it may use the pages of all NUMA nodes",
                        Reason.SKIPPED,
                        "cpuset.mems, numactl --membind",
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
