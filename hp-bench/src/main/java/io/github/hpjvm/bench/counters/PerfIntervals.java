package io.github.hpjvm.bench.counters;

import java.util.Map;
import java.util.TreeMap;

/**
 * Parses the output of {@code perf stat -I -x,} for each event and interval (perf-stat(1), "CSV FORMAT"): time, count,
 * unit, event, time that it was counted, per cent of the time that it was, and more.
 */
public final class PerfIntervals {
    private static final int EVENT = 3;
    private static final int PERCENT = 5;
    private static final double WHOLE = 99.95;

    private PerfIntervals() {}

    /**
     * Per cent of the time that an event was counted, on average over the intervals, for events that shared a counter
     * with others. Other lines are ignored.
     */
    public static Map<String, Double> running(String csv) {
        Map<String, double[]> sums = new TreeMap<>();
        csv.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            String[] columns = line.split(",", -1);
            if (columns.length > PERCENT
                    && !columns[EVENT].isBlank()
                    && !columns[1].strip().startsWith("<not supp")) {
                try {
                    Double.parseDouble(columns[0].strip());
                    double percent = Double.parseDouble(columns[PERCENT].strip());
                    double[] sum = sums.computeIfAbsent(columns[EVENT].strip(), event -> new double[2]);
                    sum[0] += percent;
                    sum[1]++;
                } catch (NumberFormatException e) {
                    // The line is the benchmark's own output.
                }
            }
        });
        Map<String, Double> shared = new TreeMap<>();
        sums.forEach((event, sum) -> {
            if (sum[0] / sum[1] < WHOLE) {
                shared.put(event, sum[0] / sum[1]);
            }
        });
        return shared;
    }
}
