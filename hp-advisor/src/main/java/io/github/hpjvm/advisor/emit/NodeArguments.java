package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Kernel arguments for pools of NUMA nodes: {@code hugepagesz=2M hugepages=0:258,1:1500}. An argument that names a node
 * must name all nodes with pages of that size: the kernel allocates on the named nodes only (hugetlb_hstate_alloc_pages in
 * {@code mm/hugetlb.c}).
 */
final class NodeArguments {
    private static final Pattern OF_NODE =
            Pattern.compile("hugepagesz=(\\S+) hugepages=(\\d{1,4}:\\d{1,18}(?:,\\d{1,4}:\\d{1,18})*)");

    /** The pages of each node, by page size. */
    private final SortedMap<Bytes, SortedMap<Integer, Long>> pages = new TreeMap<>();

    private final PoolsOfHost host;
    private final List<String> arguments = new ArrayList<>();

    /** @param all kernel arguments; those for nodes of one page size become one, at the place of the first */
    NodeArguments(List<String> all, PoolsOfHost host) {
        this.host = host;
        for (String argument : all) {
            Matcher node = OF_NODE.matcher(argument);
            if (node.matches()) {
                add(pages.computeIfAbsent(Bytes.parse(node.group(1)), size -> new TreeMap<>()), node.group(2));
            }
        }
        pages.forEach((size, named) -> present(size).forEach(node -> {
            long persistent = node.total() - node.surplus();
            // A node without pages may be offline, and then the kernel rejects the argument.
            if (persistent > 0) {
                named.putIfAbsent(node.node(), persistent);
            }
        }));
        for (String argument : all) {
            Matcher node = OF_NODE.matcher(argument);
            String joined = node.matches() ? text(Bytes.parse(node.group(1))) : argument;
            if (!arguments.contains(joined)) {
                arguments.add(joined);
            }
        }
    }

    private static void add(Map<Integer, Long> named, String list) {
        for (String part : list.split(",")) {
            String[] node = part.split(":");
            named.putIfAbsent(Integer.valueOf(node[0]), Long.valueOf(node[1]));
        }
    }

    private List<NodePool> present(Bytes size) {
        return host.nodes().stream()
                .filter(node -> node.pageSize().equals(size))
                .toList();
    }

    private String text(Bytes size) {
        return PoolSetting.ofHost(size.value(), 0)
                .bootArgument(pages.get(size).entrySet().stream()
                        .map(node -> node.getKey() + ":" + node.getValue())
                        .collect(Collectors.joining(",")));
    }

    /** All arguments. */
    List<String> all() {
        return List.copyOf(arguments);
    }

    /** Explains the numbers of the nodes. */
    void say(Comments comments) {
        if (pages.isEmpty()) {
            return;
        }
        comments.say("If hugepages= names a node, the kernel allocates no pages on the other nodes at boot.");
        for (Bytes size : pages.keySet()) {
            comments.say(
                    present(size).isEmpty()
                            ? "The pools of the other nodes are unknown. Add NODE:PAGES of each node that has pages of "
                                    + size + " in its pool: grep . "
                                    + "/sys/devices/system/node/node*/hugepages/hugepages-*/nr_hugepages"
                            : "So it names all nodes that have pages of " + size + " now.");
        }
    }

    /** The commands that fail if a node has fewer pages. */
    void check(Comments comments) {
        pages.forEach((size, named) -> named.forEach(
                (node, number) -> comments.type(PoolCommands.check(PoolSetting.ofNode(node, size.value()), number))));
    }
}
