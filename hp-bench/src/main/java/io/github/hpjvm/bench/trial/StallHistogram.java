package io.github.hpjvm.bench.trial;

import java.util.ArrayList;
import java.util.List;

/** The times of all steps, in buckets that double, and the number of those above the limit. */
public final class StallHistogram {
    private final long[] counts = new long[Long.SIZE];
    private long longest;
    private long count;
    private long above;

    /**
     * A bucket.
     *
     * @param from in nanoseconds
     * @param to first time that is longer, in nanoseconds
     */
    public record Bucket(long from, long to, long count) {}

    void add(long nanos, boolean isAbove) {
        counts[Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, nanos))]++;
        longest = Math.max(longest, nanos);
        count++;
        above += isAbove ? 1 : 0;
    }

    /** The longest step in nanoseconds; 0 without steps. */
    public long longest() {
        return longest;
    }

    /** The number of steps. */
    public long count() {
        return count;
    }

    /** The number of steps above the limit. */
    public long above() {
        return above;
    }

    /** The buckets with a step, the shortest first. */
    public List<Bucket> buckets() {
        List<Bucket> buckets = new ArrayList<>();
        for (int i = 0; i < Long.SIZE - 1; i++) {
            if (counts[i] > 0) {
                buckets.add(new Bucket(1L << i, 1L << i + 1, counts[i]));
            }
        }
        return buckets;
    }
}
