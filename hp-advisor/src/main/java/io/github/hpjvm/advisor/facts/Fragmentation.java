package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Objects;

/**
 * The share of free memory in blocks that are large enough for a huge page ({@code /proc/buddyinfo}).
 *
 * @param order the order of a huge page of the PMD size: it takes 2^order base pages
 * @param total share over all zones
 * @param zones one for each zone of each NUMA node that has any memory
 */
public record Fragmentation(int order, Share total, List<Zone> zones) {

    public Fragmentation {
        Objects.requireNonNull(total, "total");
        zones = List.copyOf(zones);
    }

    /**
     * The free memory of one zone.
     *
     * @param node the NUMA node
     * @param name such as {@code Normal}
     * @param freeBlocks number of free blocks of 2^i base pages, from order 0 upwards
     * @param share their share for huge pages
     */
    public record Zone(int node, String name, List<Long> freeBlocks, Share share) {

        public Zone {
            Objects.requireNonNull(name, "name");
            freeBlocks = List.copyOf(freeBlocks);
            Objects.requireNonNull(share, "share");
        }
    }

    /**
     * The part of some free memory that huge pages can use.
     *
     * @param freePages free base pages
     * @param hugePages huge pages that are free now; watermarks, reserves and lists of the CPUs are not considered
     * @param unusable part of the free memory in blocks that are too small, 0 to 1 in steps of a thousandth, as
     *     unusable_free_index of {@code mm/vmstat.c} has it; 1 if nothing is free
     */
    public record Share(long freePages, long hugePages, double unusable) {

        /** The share for huge pages of 2^order base pages. */
        public static Share of(FreeBlocks blocks, int order) {
            long free = blocks.freeBlocks(0);
            long huge = blocks.freeBlocks(order);
            return new Share(free, huge, free == 0 ? 1 : thousandths(free - (huge << order), free) / 1000.0);
        }

        private static long thousandths(long part, long whole) {
            return part * 1000 / whole;
        }
    }
}
