package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.Bytes;

/**
 * Where to see what stands behind a JVM's memory, chosen before anything is read, by what the resident memory of
 * {@code /proc/PID/status} predicts. The figures are those of base pages, the worst case; huge pages are walked seventy
 * times as fast, and hugetlb is not in them.
 */
public enum MemorySource {
    /** {@code /proc/PID/smaps}: says the most, and holds the lock of the process' mappings meanwhile. */
    SMAPS(0, 10),

    /** The ioctl {@code PAGEMAP_SCAN} of the regions alone; its fixed costs are what is left of JNA's when it is needed. */
    SCAN(40, 3),

    /** Neither can be had in the time that is allowed. */
    NONE(0, 0);

    private final long fixedMillis;
    private final long millisPerGib;

    MemorySource(long fixedMillis, long millisPerGib) {
        this.fixedMillis = fixedMillis;
        this.millisPerGib = millisPerGib;
    }

    /** How long it may take, in milliseconds. */
    public long millis(Bytes resident) {
        return fixedMillis + (resident.value() >> 20) * millisPerGib / 1024;
    }

    /**
     * The cheaper of those that keep to the budget.
     *
     * @param budgetMillis how long it may take
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
