package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;

/**
 * The hugetlb pool of one page size, in pages (Documentation/admin-guide/mm/hugetlbpage.rst). The numbers come from
 * several files, so they may be a moment apart.
 *
 * @param pageSize the size of its pages
 * @param total nr_hugepages, with the surplus ones
 * @param free free_hugepages; some of them may be reserved
 * @param reserved resv_hugepages: promised to a mapping and not touched yet
 * @param surplus surplus_hugepages: above the persistent pool, by overcommit
 * @param overcommit nr_overcommit_hugepages: limit of surplus pages
 */
public record HugePool(Bytes pageSize, long total, long free, long reserved, long surplus, long overcommit) {

    public HugePool {
        Objects.requireNonNull(pageSize, "pageSize");
        if (total < 0 || free < 0 || reserved < 0 || surplus < 0 || overcommit < 0) {
            throw new IllegalArgumentException("a pool cannot have a negative number of pages");
        }
    }

    /** The available pages: free and not reserved. */
    public long usable() {
        return Math.max(0, free - reserved);
    }

    /** The available pages as a size. */
    public Bytes idle() {
        return pageSize.times(usable());
    }

    /** The value of {@code vm.nr_hugepages}: all pages without the surplus (hugetlb_sysctl_handler_common). */
    public long persistent() {
        return Math.max(0, total - surplus);
    }

    /** The pages that are touched or reserved. */
    public long inUseOrPromised() {
        return Math.max(0, total - free) + reserved;
    }

    /** Returns the number of pages that the pool lacks for a process with that need. */
    public long missing(long need) {
        return missing(need, 0);
    }

    /**
     * The same for a process that frees pages of the pool before it takes the new ones.
     *
     * @param held pages that it has now
     */
    public long missing(long need, long held) {
        return Math.max(0, need - usable() - Math.min(held, inUseOrPromised()));
    }

    /** The surplus pages that overcommit still allows, if the kernel finds contiguous free memory. */
    public long overcommitRoom() {
        return Math.max(0, overcommit - surplus);
    }

    /** The available pages, and the surplus pages that overcommit still allows: the most that a process may get. */
    public long obtainable() {
        return usable() + overcommitRoom();
    }
}
