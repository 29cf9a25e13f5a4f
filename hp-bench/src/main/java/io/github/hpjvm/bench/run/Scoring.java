package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.plan.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;

/** Selects the score of a fork of hp-bench's own: JMH's score, or the reading that the workload names. */
public final class Scoring {
    private Scoring() {}

    /** Returns the score, for a sliced fork of the middle turn; empty if the fork left no result or no reading. */
    static Optional<Reading> score(
            Workload workload, Optional<BenchmarkResult> result, Map<String, Reading> readings, Timing timing) {
        Optional<String> named = Workloads.scoredBy(workload);
        if (named.isPresent()) {
            return result.flatMap(any -> Optional.ofNullable(readings.get(named.get())));
        }
        return result.map(it -> new Reading(
                timing.interleave() == Interleave.SLICES
                        ? inUnitOf(it, timing.wallPerOperation().orElse(Double.NaN))
                        : it.getPrimaryResult().getScore(),
                it.getScoreUnit()));
    }

    /** JMH's scores of the measured iterations, or the scores of turns; none where JMH's score is not used. */
    static List<Double> iterations(Workload workload, Optional<BenchmarkResult> result, Timing timing) {
        if (Workloads.scoredBy(workload).isPresent() || result.isEmpty()) {
            return List.of();
        }
        return timing.interleave() == Interleave.SLICES
                ? timing.slices().stream()
                        .map(slice -> inUnitOf(result.get(), slice.wallNanos() / slice.operations()))
                        .toList()
                : result.get().getIterationResults().stream()
                        .map(iteration -> iteration.getPrimaryResult().getScore())
                        .toList();
    }

    /**
     * Converts a time per operation to the score's mode and unit.
     *
     * @param unit nanoseconds of the benchmark's unit of time
     */
    public static double inUnit(double unit, Mode mode, double nanosPerOperation) {
        return mode == Mode.Throughput ? unit / nanosPerOperation : nanosPerOperation / unit;
    }

    private static double inUnitOf(BenchmarkResult result, double nanosPerOperation) {
        double unit = result.getParams().getTimeUnit().toNanos(1);
        return inUnit(unit, result.getParams().getMode(), nanosPerOperation);
    }
}
