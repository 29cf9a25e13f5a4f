package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Map;
import java.util.TreeMap;

/** The ranges of a file that were counted. A process may map a hundred thousand of them, in any order. */
final class CountedRanges {
    /** The end of each range by its start. They neither overlap nor touch. */
    private final TreeMap<Long, Long> ends = new TreeMap<>(Long::compareUnsigned);

    boolean isEmpty() {
        return ends.isEmpty();
    }

    /** Adds a range and returns the bytes of it that were not counted before. */
    Bytes add(AddressRange range) {
        long start = range.start();
        long end = range.end();
        long fresh = end - start;
        Map.Entry<Long, Long> near = ends.floorEntry(end);
        while (near != null && Long.compareUnsigned(near.getValue(), start) >= 0) {
            long from = max(near.getKey(), range.start());
            long to = min(near.getValue(), range.end());
            fresh -= to - from;
            start = min(near.getKey(), start);
            end = max(near.getValue(), end);
            ends.remove(near.getKey());
            near = ends.floorEntry(end);
        }
        ends.put(start, end);
        return Bytes.of(fresh);
    }

    private static long min(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? a : b;
    }

    private static long max(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? b : a;
    }
}
