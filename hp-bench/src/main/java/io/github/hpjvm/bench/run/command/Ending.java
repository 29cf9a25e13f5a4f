package io.github.hpjvm.bench.run.command;

import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.run.slice.Median;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The end of a run of a command.
 *
 * @param status how it ended
 * @param numbers one for each load, or one; none unless the status is OK
 * @param ready time until the ready line appeared, in milliseconds; empty if there is no such line
 * @param metrics numbers by name: of all metrics if there are several, of one if its unit is known
 * @param missing messages about the metrics without a number, by name; none unless the status is OK
 * @param failure why the status is not OK
 * @param lacksMetric whether the program succeeded without printing the metric that decides
 */
record Ending(
        RunStatus status,
        List<Double> numbers,
        OptionalLong ready,
        Map<String, MetricNumbers> metrics,
        Map<String, String> missing,
        Optional<RunFailure> failure,
        boolean lacksMetric) {

    static Ending ok(List<Double> numbers, OptionalLong ready) {
        return new Ending(RunStatus.OK, List.copyOf(numbers), ready, Map.of(), Map.of(), Optional.empty(), false);
    }

    /**
     * This ending with the numbers of all metrics.
     *
     * @param absent messages about metrics without a number; those about metrics with a number do not count
     */
    Ending with(Map<String, MetricNumbers> all, Map<String, String> absent) {
        Map<String, String> without = new LinkedHashMap<>(absent);
        without.keySet().removeAll(all.keySet());
        return new Ending(status, numbers, ready, all, without, failure, lacksMetric);
    }

    /** Adds the numbers of another load. */
    static void collect(Map<String, MetricNumbers> all, Map<String, MetricNumbers> more) {
        more.forEach((name, numbers) -> all.merge(name, numbers, MetricNumbers::and));
    }

    /**
     * The reading of each metric.
     *
     * @param turns whether each number is that of a turn
     */
    Map<String, Reading> readings(boolean turns) {
        Map<String, Reading> readings = new LinkedHashMap<>();
        metrics.forEach((name, numbers) -> readings.put(name, numbers.reading(turns)));
        return readings;
    }

    static Ending failed(RunStatus status, RunFailure why) {
        return new Ending(status, List.of(), OptionalLong.empty(), Map.of(), Map.of(), Optional.of(why), false);
    }

    /** The end of a program whose output could not be examined; empty if it could. */
    static Optional<Ending> unexamined(OutputScan output) {
        return output.unexamined().map(why -> failed(RunStatus.CRASHED, RunFailure.of(why, false)));
    }

    /** The end of a program that succeeded without the metric that decides. */
    static Ending withoutMetric(String why) {
        return new Ending(
                RunStatus.CRASHED,
                List.of(),
                OptionalLong.empty(),
                Map.of(),
                Map.of(),
                Optional.of(RunFailure.of(why, false)),
                true);
    }

    /** The median of the numbers: for a server that took turns, the mean would include disturbed turns. */
    OptionalDouble median() {
        return Median.of(numbers.stream().map(OptionalDouble::of).toList());
    }

    /** The mean of the numbers. */
    OptionalDouble score() {
        return numbers.stream().mapToDouble(Double::doubleValue).average();
    }
}
