package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.term.Bytes;

/**
 * Source of the pages that back a JVM's memory. It is chosen before anything is read, by the cost that the resident
 * memory of {@code /proc/PID/status} predicts. The figures are those of base pages, the worst case. Huge pages are
 * walked seventy times as fast, and resident memory does not contain hugetlb.
 */
public enum MemorySource {
    /** {@code /proc/PID/smaps}: has the most facts, and holds the lock of the process' mappings meanwhile. */
    SMAPS(0, 10),

    /**
     * The ioctl {@code PAGEMAP_SCAN} of the regions alone. Its fixed cost is the remaining cost of JNA at the time it
     * is needed.
     */
    SCAN(40, 3),

    /** Neither is possible within the time limit. */
    NONE(0, 0);

    private final long fixedMillis;
    private final long millisPerGib;

    MemorySource(long fixedMillis, long millisPerGib) {
        this.fixedMillis = fixedMillis;
        this.millisPerGib = millisPerGib;
    }

    /** Returns the predicted time in milliseconds. */
    public long millis(Bytes resident) {
        return fixedMillis + (resident.value() >> 20) * millisPerGib / 1024;
    }

    /**
     * Returns the cheaper of the sources within the budget.
     *
     * @param budgetMillis time limit
     * @param canScan whether the kernel knows the ioctl
     */
    public static MemorySource cheapest(Bytes resident, long budgetMillis, boolean canScan) {
        boolean scan = canScan && SCAN.millis(resident) <= budgetMillis;
        boolean smaps = SMAPS.millis(resident) <= budgetMillis;
        if (smaps && !(scan && SCAN.millis(resident) < SMAPS.millis(resident))) {
            return SMAPS;
        }
        return scan ? SCAN : NONE;
    }
}
