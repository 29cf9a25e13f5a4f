package io.github.hpjvm.bench.report.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A {@code results.json} that was written before, here or elsewhere: what is needed to compare it with another.
 *
 * @param name how to call it in messages
 * @param setting what it was measured on and how, in words, in the order in which differences are told; what the file
 *     does not say is left out
 * @param bySide the runs that count, of each case and variant: ended well, realised, not profiled, with a score above 0
 */
public record SavedResults(String name, Map<String, String> setting, Map<Side, List<SavedRun>> bySide) {

    /** Groups the runs, which stand in the order of the file. */
    public SavedResults(String name, Map<String, String> setting, List<SavedRun> runs) {
        this(name, setting, grouped(runs));
    }

    private static Map<Side, List<SavedRun>> grouped(List<SavedRun> runs) {
        return runs.stream().collect(Collectors.groupingBy(SavedRun::side, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * One case under one variant.
     *
     * @param params by name
     */
    public record Side(String workload, Map<String, String> params, String variant) {
        /** For people: {@code ByteArrayTouch.touch size=1000}. */
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
     *
     * @param unit JMH's, or what a program calls its number
     * @param higherIsBetter whether more is better, as of a throughput
     */
    public record SavedRun(Side side, int round, double score, String unit, boolean higherIsBetter) {
        /** Cost of one operation in a unit of its own; a throughput, as {@code ops/s}, is turned over. */
        double cost() {
            return higherIsBetter ? 1 / score : score;
        }
    }

    /** All runs. */
    public List<SavedRun> runs() {
        return bySide.values().stream().flatMap(List::stream).toList();
    }

    /** The cases and variants that were measured, in the order of the file. */
    public List<Side> sides() {
        return List.copyOf(bySide.keySet());
    }

    /** The unit of a side; empty if it has no run. */
    public Optional<String> unit(Side side) {
        return of(side).map(SavedRun::unit).findFirst();
    }

    /** Costs by round. */
    public Map<Integer, Double> costs(Side side) {
        Map<Integer, Double> costs = new LinkedHashMap<>();
        of(side).forEach(run -> costs.put(run.round(), run.cost()));
        return costs;
    }

    private Stream<SavedRun> of(Side side) {
        return bySide.getOrDefault(side, List.of()).stream();
    }
}
