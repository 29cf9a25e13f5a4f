package io.github.hpjvm.bench.counters;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The counts of one interval of {@code perf stat -I}.
 *
 * @param end seconds from the start to the end of the interval
 * @param seconds length of the interval
 * @param counts by event, without modifiers; perf scales the count of an event that shared a counter. Events that were
 *     not counted are absent
 * @param running per cent of the interval in which the event was counted
 */
public record IntervalCounts(double end, double seconds, Map<String, Double> counts, Map<String, Double> running) {

    public IntervalCounts {
        counts = ignoringCase(counts);
        running = ignoringCase(running);
    }

    private static Map<String, Double> ignoringCase(Map<String, Double> map) {
        Map<String, Double> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }
}
