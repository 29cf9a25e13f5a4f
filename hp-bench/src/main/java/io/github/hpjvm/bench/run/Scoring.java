package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.evidence.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;

/** What the score of a fork of ours is: JMH's, or the reading that the workload names. */
final class Scoring {
    private Scoring() {}

    /** Empty if the fork made no result, or not the reading. */
    static Optional<Reading> score(Workload workload, Optional<BenchmarkResult> result, Map<String, Reading> readings) {
        Optional<String> named = Workloads.scoredBy(workload);
        return named.isPresent()
                ? result.flatMap(any -> Optional.ofNullable(readings.get(named.get())))
                : result.map(it -> new Reading(it.getPrimaryResult().getScore(), it.getScoreUnit()));
    }

    /** JMH's scores of the measured iterations; none where JMH's is not the score. */
    static List<Double> iterations(Workload workload, Optional<BenchmarkResult> result) {
        return Workloads.scoredBy(workload).isPresent() || result.isEmpty()
                ? List.of()
                : result.get().getIterationResults().stream()
                        .map(iteration -> iteration.getPrimaryResult().getScore())
                        .toList();
    }
}
