package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The free memory of the NUMA nodes, and the nodes on which a pool can grow. The kernel takes the pages of a node from that
 * node alone, and grants fewer without an error if it has too little memory (alloc_pool_huge_folio of {@code mm/hugetlb.c}).
 *
 * @param free the free memory of each node that has memory; empty if it is unknown. The kernel may find more: it can reclaim
 *     the page cache
 */
public record NodeRoom(Map<Integer, Bytes> free) {
    /** What to do after a write to the file of a node. */
    public static final String CAVEAT =
            "Read the value back: if it is lower than written, memory of the node is in use or fragmented.";

    /** Memory that must stay free on a node that gets all pages: a rule of thumb. */
    private static final Bytes MARGIN = Bytes.ofMiB(512);

    private static final Bytes USUAL_BASE_PAGE = Bytes.ofKiB(4);

    public NodeRoom {
        free = Map.copyOf(free);
    }

    /** The memory that {@code /proc/buddyinfo} counts as free. */
    public static NodeRoom of(Host host) {
        Bytes base = host.basePage().known().orElse(USUAL_BASE_PAGE);
        return new NodeRoom(host.fragmentation().known().map(Fragmentation::zones).orElse(List.of()).stream()
                .collect(Collectors.toMap(
                        Fragmentation.Zone::node,
                        zone -> base.times(zone.share().freePages()),
                        Bytes::plus)));
    }

    /** The memory that stays free once pools have grown. */
    NodeRoom without(List<NodeGrowth> growth) {
        Map<Integer, Bytes> left = new TreeMap<>(free);
        growth.forEach(each -> left.computeIfPresent(
                each.pool().node(), (node, now) -> now.minus(each.memory().min(now))));
        return new NodeRoom(left);
    }

    /**
     * The pages for each node. The first node whose free memory suffices gets all. Else each gets a part in proportion to its
     * free memory. Pages beyond all free memory are spread evenly, as the kernel does it for a pool of the host.
     *
     * @param nodes those that may get pages, at least one. Nodes without memory get none
     */
    public SortedMap<Integer, Long> spread(long pages, Bytes pageSize, List<Integer> nodes) {
        List<Integer> withMemory = nodes.stream().filter(free::containsKey).toList();
        List<Integer> among = withMemory.isEmpty() ? nodes : withMemory;
        Bytes all = pageSize.times(pages).plus(MARGIN);
        List<Integer> whole = among.size() == 1
                ? among
                : among.stream().filter(node -> free(node).compareTo(all) >= 0).toList();
        if (!whole.isEmpty()) {
            return new TreeMap<>(Map.of(whole.get(0), pages));
        }
        long[] rooms = among.stream()
                .mapToLong(node -> free(node).value() / pageSize.value())
                .toArray();
        long room = Arrays.stream(rooms).sum();
        long[] even = new long[rooms.length];
        Arrays.fill(even, 1);
        long[] parts = room >= pages ? split(pages, rooms) : split(pages - room, even);
        SortedMap<Integer, Long> spread = new TreeMap<>();
        for (int i = 0; i < parts.length; i++) {
            spread.put(among.get(i), room >= pages ? parts[i] : rooms[i] + parts[i]);
        }
        return spread;
    }

    private Bytes free(int node) {
        return free.getOrDefault(node, Bytes.ZERO);
    }

    /** Splits a number in proportion to weights, of which one is above 0. The first ones get what does not divide. */
    private static long[] split(long number, long[] weights) {
        long sum = Arrays.stream(weights).sum();
        long[] parts = Arrays.stream(weights)
                .map(weight -> number / sum * weight + number % sum * weight / sum)
                .toArray();
        long rest = number - Arrays.stream(parts).sum();
        for (int i = 0; rest > 0; i++) {
            if (weights[i] > 0) {
                parts[i]++;
                rest--;
            }
        }
        return parts;
    }
}
