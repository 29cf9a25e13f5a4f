package io.github.hpjvm.advisor.facts;

import java.util.List;

/**
 * The free blocks of the buddy allocator, summed over all nodes and zones ({@code /proc/buddyinfo},
 * Documentation/filesystems/proc.rst).
 *
 * @param byOrder number of free blocks of 2^order base pages, from order 0 upwards
 */
public record FreeBlocks(List<Long> byOrder) {

    public FreeBlocks {
        byOrder = List.copyOf(byOrder);
    }

    /**
     * The number of blocks of that order that are available without compaction: the free ones, and the parts of larger free
     * blocks. Watermarks and per-CPU lists are not considered. Zero for an order that the kernel
     * does not have; {@link IllegalArgumentException} for a negative one.
     */
    public long freeBlocks(int order) {
        if (order < 0) {
            throw new IllegalArgumentException("an order cannot be negative: " + order);
        }
        long sum = 0;
        for (int o = order; o < byOrder.size(); o++) {
            sum += byOrder.get(o) << (o - order);
        }
        return sum;
    }
}
