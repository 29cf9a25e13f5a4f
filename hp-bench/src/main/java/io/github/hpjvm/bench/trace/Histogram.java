package io.github.hpjvm.bench.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times in nanoseconds by powers of two.
 *
 * @param name the name in documents
 * @param buckets the buckets that are not empty, ascending
 * @param count number of times
 * @param sum their sum
 * @param max the longest
 * @param untimed further events whose time the trace points do not show
 * @param results events by their result, timed or not; empty if the kind of event has none
 */
public record Histogram(
        String name, List<Bucket> buckets, long count, long sum, long max, long untimed, Map<String, Long> results) {

    public Histogram {
        buckets = List.copyOf(buckets);
        results = Collections.unmodifiableMap(new TreeMap<>(results));
    }

    /** The times from {@code from}, below {@code to}. */
    public record Bucket(long from, long to, long count) {}

    /** Timed and other events. */
    public long events() {
        return count + untimed;
    }

    /** The mean; 0 without times. */
    public long mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The upper end of the bucket that holds this share of the times; 0 without times. */
    public long below(double share) {
        long wanted = (long) Math.ceil(share * count);
        long seen = 0;
        for (Bucket bucket : buckets) {
            seen += bucket.count();
            if (seen >= wanted) {
                return Math.min(bucket.to(), max);
            }
        }
        return 0;
    }

    /** Collects times; constant size. */
    static final class Collecting {
        private final String name;
        private final long[] counts = new long[64];
        private final Map<String, Long> results = new TreeMap<>();
        private long count;
        private long sum;
        private long max;
        private long untimed;

        /** The longest since the last cut. */
        private long recentMax;

        private Histogram cut;

        Collecting(String name) {
            this.name = name;
            this.cut = result();
        }

        /** Adds a time; negative ones, of events that the tracer mixed up, are untimed. */
        void add(long nanos) {
            if (nanos < 0) {
                untimed++;
                return;
            }
            counts[Long.SIZE - Long.numberOfLeadingZeros(nanos)]++;
            count++;
            sum += nanos;
            max = Math.max(max, nanos);
            recentMax = Math.max(recentMax, nanos);
        }

        void addUntimed() {
            untimed++;
        }

        void addResult(String result) {
            results.merge(result, 1L, Long::sum);
        }

        /** Returns what was added since the last cut. */
        Histogram cut() {
            Histogram before = cut;
            Histogram now = result();
            long longest = recentMax;
            cut = now;
            recentMax = 0;
            Map<Long, Long> counted = new TreeMap<>();
            before.buckets().forEach(bucket -> counted.put(bucket.from(), bucket.count()));
            List<Bucket> grown = new ArrayList<>();
            for (Bucket bucket : now.buckets()) {
                long more = bucket.count() - counted.getOrDefault(bucket.from(), 0L);
                if (more > 0) {
                    grown.add(new Bucket(bucket.from(), bucket.to(), more));
                }
            }
            Map<String, Long> named = new TreeMap<>();
            now.results().forEach((result, all) -> {
                long more = all - before.results().getOrDefault(result, 0L);
                if (more > 0) {
                    named.put(result, more);
                }
            });
            return new Histogram(
                    name,
                    grown,
                    now.count() - before.count(),
                    now.sum() - before.sum(),
                    longest,
                    now.untimed() - before.untimed(),
                    named);
        }

        Histogram result() {
            List<Bucket> buckets = new ArrayList<>();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    buckets.add(new Bucket(i == 0 ? 0 : 1L << (i - 1), 1L << i, counts[i]));
                }
            }
            return new Histogram(name, buckets, count, sum, max, untimed, results);
        }
    }
}
