package io.github.hpjvm.advisor.size;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The availability of pages for a pool: whether the kernel can allocate them, and when.
 *
 * @param found the result
 * @param freeBlocks the number of free blocks of that size; empty if unknown
 * @param failures the number of times since boot that the kernel did not find a page for a pool: {@code
 *     htlb_buddy_alloc_fail} (alloc_buddy_hugetlb_folio of {@code mm/hugetlb.c}); 0 if unknown
 */
public record Availability(Found found, OptionalLong freeBlocks, long failures) {
    /** Share of the available memory that the kernel can compact. The kernel itself uses the rest. A rule of thumb. */
    private static final int MOVABLE_PERCENT = 75;

    private static final String FAILURES = "htlb_buddy_alloc_fail";

    public Availability {
        Objects.requireNonNull(found, "found");
        Objects.requireNonNull(freeBlocks, "freeBlocks");
    }

    /** An answer that needs no other facts. */
    static Availability of(Found found) {
        return new Availability(found, OptionalLong.empty(), 0);
    }

    /**
     * The availability of pages on a host that has enough memory for them. Where the kernel has failed before, and too few
     * blocks are free, the same attempt is not repeated.
     *
     * @param more the memory for the pages
     * @param available the available memory
     */
    public static Availability of(Bytes pageSize, Bytes more, Bytes available, Host host) {
        // Allocation at run time is unreliable (alloc_gigantic_folio of mm/hugetlb.c).
        if (host.isGigantic(pageSize)) {
            return of(inArea(pageSize, more, host) ? Found.AFTER_COMPACTION : Found.AT_BOOT);
        }
        boolean ofPmdSize = host.thp()
                .known()
                .map(ThpPolicy::pmdSize)
                .filter(pageSize::equals)
                .isPresent();
        OptionalLong blocks = host.fragmentation()
                .known()
                .filter(known -> ofPmdSize)
                .map(Fragmentation::total)
                .map(Fragmentation.Share::hugePages)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
        long failures = host.vmstat()
                .known()
                .flatMap(counted -> counted.counter(FAILURES))
                .orElse(0L);
        if (blocks.orElse(0) >= more.dividedRoundingUp(pageSize)) {
            return new Availability(Found.NOW, blocks, failures);
        }
        Bytes movable = available.dividedBy(100).times(MOVABLE_PERCENT);
        Found found = failures == 0 && more.compareTo(movable) <= 0 ? Found.AFTER_COMPACTION : Found.AT_BOOT;
        return new Availability(found, blocks, failures);
    }

    /** Returns whether the memory that {@code hugetlb_cma} sets aside holds the pages of the pool and these. */
    private static boolean inArea(Bytes pageSize, Bytes more, Host host) {
        Bytes area =
                host.commandLine().known().map(KernelCommandLine::giganticArea).orElse(Bytes.ZERO);
        Bytes present = pageSize.times(host.pool(pageSize).map(HugePool::total).orElse(0L));
        return !more.isZero() && present.plus(more).compareTo(area) <= 0;
    }

    /** Returns whether too few blocks are free, so that the kernel may allocate fewer pages than needed. */
    public boolean mayLackPages() {
        return found == Found.AFTER_COMPACTION && freeBlocks.isPresent();
    }

    /** The answer as sentences; empty if no page is missing, or if the memory does not suffice. */
    public String sentence(long pages, Bytes pageSize) {
        String free = freeBlocks.isEmpty()
                ? ""
                : (freeBlocks.getAsLong() == 1 ? "1 block of " : freeBlocks.getAsLong() + " blocks of ")
                        + pageSize
                        + (freeBlocks.getAsLong() == 1 ? " is free. " : " are free. ");
        return switch (found) {
            case THERE, NOT_AT_ALL -> "";
            case NOW -> "The host has free blocks for all " + pages + " additional pages.";
            case AFTER_COMPACTION ->
                (freeBlocks.isEmpty()
                                ? "The kernel may have to compact memory for these pages."
                                : free + "The kernel must compact memory for the other pages.")
                        + " Read the value back: if it is lower"
                        + " than written, set the pool at boot.";
            case AT_BOOT ->
                free
                        + (failures > 0
                                ? "The kernel has failed " + (failures == 1 ? "once" : failures + " times")
                                        + " since boot to allocate a page for a pool. "
                                : "")
                        + "The kernel can allocate this many pages reliably only at boot, before memory is in use.";
            case NOT_KNOWN -> "The available memory of this host is unknown.";
        };
    }
}
