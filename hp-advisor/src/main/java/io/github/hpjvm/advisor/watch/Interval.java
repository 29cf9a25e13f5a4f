package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Map;
import java.util.Objects;

/**
 * The facts about one process and its host between two readings.
 *
 * @param deltas increases of the host's counters
 * @param before state of the process before
 * @param after state of the process now
 * @param pmdSize the size of a transparent huge page
 */
public record Interval(Map<String, Long> deltas, ProcessReading before, ProcessReading after, Bytes pmdSize) {

    private static final String STOLEN = "pgsteal_";
    private static final String STOLEN_ANON = "pgsteal_anon";
    private static final String STOLEN_FILE = "pgsteal_file";

    public Interval {
        deltas = Map.copyOf(deltas);
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(pmdSize, "pmdSize");
    }

    /** Returns the increase of a counter; 0 if this kernel does not have it. */
    public long delta(String counter) {
        return deltas.getOrDefault(counter, 0L);
    }

    /**
     * Returns the pages that reclaim took. Since 5.8 the kernel counts each of them twice: by who reclaims, and by type
     * (shrink_inactive_list in {@code mm/vmscan.c}). Earlier kernels have no types.
     */
    public long stolen() {
        if (deltas.containsKey(STOLEN_ANON)) {
            return delta(STOLEN_ANON) + delta(STOLEN_FILE);
        }
        long sum = 0;
        for (Map.Entry<String, Long> one : deltas.entrySet()) {
            sum += one.getKey().startsWith(STOLEN) ? one.getValue() : 0;
        }
        return sum;
    }

    /** Returns the bytes by which the swap of the process has grown; 0 if it is not known. */
    public long swappedOut() {
        long now = after.swapped().map(Bytes::value).orElse(0L);
        return Math.max(0, now - before.swapped().map(Bytes::value).orElse(now));
    }

    /** Returns the bytes by which the swap of the process has shrunk; 0 if it is not known. */
    public long swappedIn() {
        long was = before.swapped().map(Bytes::value).orElse(0L);
        return Math.max(0, was - after.swapped().map(Bytes::value).orElse(was));
    }

    /** Returns whether children ran or ended: in that time, or now. */
    public boolean hadChildren() {
        long now = after.childFaults().orElse(0L);
        return after.children().orElse(0) > 0 || now > before.childFaults().orElse(now);
    }

    /** Returns the share of the heap's pages that another process maps as well; 0 if it was not read. */
    public double sharedShare() {
        return after.sharedShare().orElse(0.0);
    }
}
