package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The hugetlb pools of each NUMA node: {@code /sys/devices/system/node/node*}{@code /hugepages}. */
public final class NodePools {

    private NodePools() {}

    /** Returns the pools by node, then by page size. A kernel without NUMA is NOT_PRESENT. */
    public static Fact<List<NodePool>> read(Path sysRoot) {
        Path nodes = sysRoot.resolve("devices/system/node");
        Fact<List<String>> names = Folder.names(nodes);
        List<NodePool> pools = new ArrayList<>();
        for (String name : names.known().orElse(List.of())) {
            Optional<Integer> node = number(name);
            if (node.isEmpty()) {
                continue;
            }
            Path folder = nodes.resolve(name).resolve("hugepages");
            for (String size : Folder.names(folder).known().orElse(List.of())) {
                Fact<NodePool> pool = HugePools.pageSize(size)
                        .map(bytes -> pool(node.get(), bytes, folder.resolve(size)))
                        .orElseGet(() ->
                                Fact.absent(Reason.MALFORMED, Source.of(folder.resolve(size), "not a page size")));
                if (pool instanceof Fact.Absent<NodePool> absent) {
                    return Fact.absent(absent.reason(), absent.source(), absent.grant());
                }
                pool.known().ifPresent(pools::add);
            }
        }
        // Not with Comparator.comparing: its lambdas are serializable, and an AOT cache does not hold those.
        pools.sort((a, b) -> a.node() != b.node()
                ? Integer.compare(a.node(), b.node())
                : a.pageSize().compareTo(b.pageSize()));
        return names.flatMap(n -> Fact.known(List.copyOf(pools), Source.of(nodes, excerpt(pools))));
    }

    private static Fact<NodePool> pool(int node, Bytes pageSize, Path folder) {
        return TextFile.read(folder.resolve("nr_hugepages"), Choice::number)
                .flatMap(total -> TextFile.read(folder.resolve("free_hugepages"), Choice::number)
                        .flatMap(free -> TextFile.read(folder.resolve("surplus_hugepages"), Choice::number)
                                .map(surplus -> new NodePool(node, pageSize, total, free, surplus))));
    }

    private static Optional<Integer> number(String name) {
        String digits = name.startsWith("node") ? name.substring(4) : "";
        return Words.isNumber(digits, 6) ? Optional.of(Integer.parseInt(digits)) : Optional.empty();
    }

    private static String excerpt(List<NodePool> pools) {
        StringBuilder b = new StringBuilder();
        for (NodePool p : pools) {
            b.append(b.isEmpty() ? "" : ", ")
                    .append("node" + p.node())
                    .append(" " + p.pageSize())
                    .append(": " + p.total())
                    .append(" free " + p.free());
        }
        return b.toString();
    }
}
