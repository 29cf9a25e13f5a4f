package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * The hugetlb pool of one page size, in pages (Documentation/admin-guide/mm/hugetlbpage.rst). The numbers come from
 * several files, so they may be a moment apart.
 *
 * @param pageSize the size of its pages
 * @param total nr_hugepages, with the surplus ones
 * @param free free_hugepages; some of them may be promised already
 * @param reserved resv_hugepages: promised to a mapping and not yet touched
 * @param surplus surplus_hugepages: above the persistent pool, by overcommit
 * @param overcommit nr_overcommit_hugepages: how many surplus pages there may be
 */
public record HugePool(Bytes pageSize, long total, long free, long reserved, long surplus, long overcommit) {

    public HugePool {
        Objects.requireNonNull(pageSize, "pageSize");
        if (total < 0 || free < 0 || reserved < 0 || surplus < 0 || overcommit < 0) {
            throw new IllegalArgumentException("a pool cannot have a negative number of pages");
        }
    }

    /** How many pages a new mapping can have for certain: those that are free and not promised. */
    public long usable() {
        return Math.max(0, free - reserved);
    }

    /** The same as a size. */
    public Bytes idle() {
        return pageSize.times(usable());
    }

    /** How many pages {@code vm.nr_hugepages} says there are: the surplus is left out (hugetlb_sysctl_handler_common). */
    public long persistent() {
        return Math.max(0, total - surplus);
    }

    /** How many pages are touched or promised. */
    public long inUseOrPromised() {
        return Math.max(0, total - free) + reserved;
    }

    /** How many pages are missing for a process that needs so many. */
    public long missing(long need) {
        return missing(need, 0);
    }

    /**
     * The same where the process frees pages before it takes the new ones.
     *
     * @param held pages that it has of this pool now
     */
    public long missing(long need, long held) {
        return Math.max(0, need - usable() - Math.min(held, inUseOrPromised()));
    }

    /** How many more pages overcommit allows, if the kernel finds free memory that is contiguous. */
    public long overcommitRoom() {
        return Math.max(0, overcommit - surplus);
    }
}
