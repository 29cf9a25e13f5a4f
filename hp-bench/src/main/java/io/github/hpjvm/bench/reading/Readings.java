package io.github.hpjvm.bench.reading;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What a workload has to say of a run beside its score: percentiles of a latency, pauses, a rate. Whoever measures puts
 * it here before the last measured iteration is over, and it is copied home with what backs the heap.
 */
public final class Readings {
    private static final Map<String, String> READINGS = new ConcurrentSkipListMap<>();

    private Readings() {}

    /**
     * A reading, in place of an earlier one of that name.
     *
     * @param name what it is, as a table shows it: {@code pause p99}; without a tab
     * @param value may be NaN, which says that there is none
     * @param unit of the value: {@code ms}
     */
    public static void put(String name, double value, String unit) {
        READINGS.put(name, value + "\t" + unit);
    }

    /** One line each, by name: name, value and unit, with tabs between. */
    public static String text() {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, String> reading : READINGS.entrySet()) {
            lines.append(reading.getKey())
                    .append('\t')
                    .append(reading.getValue())
                    .append('\n');
        }
        return lines.toString();
    }
}
