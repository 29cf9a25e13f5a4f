package io.github.hpjvm.bench.reading;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Figures that a workload reports in addition to its score: percentiles of a latency, pauses, a rate. The workload
 * stores them before the end of the last measured iteration, and {@code BackingCopy} copies them.
 */
public final class Readings {
    private static final Map<String, String> READINGS = new ConcurrentSkipListMap<>();

    private Readings() {}

    /**
     * Stores a reading; replaces an earlier one of that name.
     *
     * @param name its name in tables: {@code pause p99}; without a tab
     * @param value NaN if there is none
     * @param unit of the value: {@code ms}
     */
    public static void put(String name, double value, String unit) {
        READINGS.put(name, value + "\t" + unit);
    }

    /** One line for each reading, by name: name, value and unit, separated by tabs. */
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
