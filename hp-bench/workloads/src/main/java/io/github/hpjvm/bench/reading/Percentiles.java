package io.github.hpjvm.bench.reading;

import org.openjdk.jmh.util.SampleBuffer;
import org.openjdk.jmh.util.Statistics;

/**
 * Collects durations of one kind and reports their percentiles. They are kept in JMH's own histogram, whose buckets are
 * less than half a per cent wide ({@code SampleBuffer}). For one thread at a time.
 */
public final class Percentiles {
    private static final double[] RANKS = {50, 75, 95, 98, 99, 99.9};

    private SampleBuffer samples = new SampleBuffer();

    /**
     * @param nanos the duration
     */
    public void add(long nanos) {
        samples.add(Math.max(0, nanos));
    }

    /** Discards all durations. */
    public void clear() {
        samples = new SampleBuffer();
    }

    /**
     * Reports readings: count, mean, maximum and the percentiles 50, 75, 95, 98, 99 and 99.9.
     *
     * @param name of the durations: {@code pause} gives {@code pause p99}
     * @param unit {@code ns}, {@code us} or {@code ms}
     */
    public void report(String name, String unit) {
        Statistics all = samples.getStatistics(1 / nanosOf(unit));
        Readings.put(name + " count", all.getN(), "");
        Readings.put(name + " mean", all.getMean(), unit);
        Readings.put(name + " max", all.getMax(), unit);
        for (double rank : RANKS) {
            String digits = rank == Math.rint(rank) ? String.valueOf((long) rank) : String.valueOf(rank);
            Readings.put(name + " p" + digits, all.getPercentile(rank), unit);
        }
    }

    private static double nanosOf(String unit) {
        switch (unit) {
            case "ns":
                return 1;
            case "us":
                return 1e3;
            case "ms":
                return 1e6;
            default:
                throw new IllegalArgumentException("not a supported unit: " + unit);
        }
    }
}
