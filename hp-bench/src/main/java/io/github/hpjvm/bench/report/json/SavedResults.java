package io.github.hpjvm.bench.report.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The contents of a {@code results.json} that a comparison with another one needs.
 *
 * @param name name in messages
 * @param setting settings of the campaign in the file, as text, in the order of display
 * @param load the median load average of the runs; empty if the file has none
 * @param leftOut number of runs with a score of 0 or less, which has no ratio
 * @param bySide runs that count, by case and variant: status OK, pages verified, not profiled, score above 0
 */
public record SavedResults(
        String name, Map<String, String> setting, OptionalDouble load, long leftOut, Map<Side, List<SavedRun>> bySide) {
    /** The unit of runs whose verdict is by CPU time. */
    static final String CPU_TIME = "ns of CPU time";

    /** Groups the runs, which are in the order of the file. */
    public SavedResults(
            String name, Map<String, String> setting, OptionalDouble load, long leftOut, List<SavedRun> runs) {
        this(name, setting, load, leftOut, grouped(runs));
    }

    private static Map<Side, List<SavedRun>> grouped(List<SavedRun> runs) {
        return runs.stream().collect(Collectors.groupingBy(SavedRun::side, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * One case under one variant.
     * @param params values by parameter name
     */
    public record Side(String workload, Map<String, String> params, String variant) {
        /** The name in text: {@code ByteArrayTouch.touch size=1000}. */
        public String subject() {
            StringBuilder text = new StringBuilder(workload);
            params.forEach(
                    (name, value) -> text.append(' ').append(name).append('=').append(value));
            return text.toString();
        }

        public Side as(String otherVariant) {
            return new Side(workload, params, otherVariant);
        }
    }

    /**
     * One fork.
     * @param score the score, or the CPU time if that decides the verdict
     * @param unit JMH's unit, the unit of a program's metric, or {@link #CPU_TIME}
     * @param higherIsBetter whether the score is a throughput
     */
    public record SavedRun(Side side, int round, double score, String unit, boolean higherIsBetter) {
        /**
         * Cost of one operation in an arbitrary unit: the score, or the reciprocal of a throughput such as
         * {@code ops/s}.
         */
        double cost() {
            return higherIsBetter ? 1 / score : score;
        }
    }

    /** All runs. */
    public List<SavedRun> runs() {
        return bySide.values().stream().flatMap(List::stream).toList();
    }

    /** The measured cases and variants, in the order of the file. */
    public List<Side> sides() {
        return List.copyOf(bySide.keySet());
    }

    /** The unit of a side; empty if it has no run. */
    public Optional<String> unit(Side side) {
        return of(side).map(SavedRun::unit).findFirst();
    }

    /** Returns whether the costs of a side are CPU times. */
    public boolean isCpuTime(Side side) {
        return unit(side).equals(Optional.of(CPU_TIME));
    }

    /** Whether more is better for a side; empty if it has no run. */
    public Optional<Boolean> higherIsBetter(Side side) {
        return of(side).map(SavedRun::higherIsBetter).findFirst();
    }

    /** The costs by round. */
    public Map<Integer, Double> costs(Side side) {
        Map<Integer, Double> costs = new LinkedHashMap<>();
        of(side).forEach(run -> costs.put(run.round(), run.cost()));
        return costs;
    }

    private Stream<SavedRun> of(Side side) {
        return bySide.getOrDefault(side, List.of()).stream();
    }
}
