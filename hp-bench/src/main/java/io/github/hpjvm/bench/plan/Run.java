package io.github.hpjvm.bench.plan;

import io.github.hpjvm.advisor.facts.Credentials;
import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * The result of a job: a fork that ran, or the reason why it did not.
 *
 * @param jvmArgs arguments of the fork's JVM; known credentials are masked
 * @param score mean of the measured iterations, in {@code unit}; empty unless the status is OK
 * @param iterations score of each measured iteration
 * @param memory state of free memory at its start
 * @param disturbance activity of the host during it
 * @param counters events per operation by perf's name; only in profiled rounds
 * @param countersRunning per cent of the time that an event was counted, for events that shared a counter with others
 * @param failure the reason for a status other than OK
 * @param jmh JMH's own result, for its own format
 * @param readings further measurements that the workload reported, by name; empty for a command or a jar
 * @param timing interleaving, and time per operation by each clock
 * @param outside observations of a command or a jar from outside; empty for own workloads
 */
public record Run(
        Job job,
        RunStatus status,
        List<String> jvmArgs,
        OptionalDouble score,
        String unit,
        List<Double> iterations,
        PageEvidence evidence,
        Price price,
        MemoryMode memory,
        Disturbance disturbance,
        Map<String, Double> counters,
        Map<String, Double> countersRunning,
        Optional<RunFailure> failure,
        Optional<BenchmarkResult> jmh,
        Map<String, Reading> readings,
        Timing timing,
        Optional<Outside> outside) {

    public Run {
        jvmArgs = Credentials.masked(jvmArgs);
    }

    /** The same run with another timing. */
    public Run with(Timing other) {
        return new Run(
                job,
                status,
                jvmArgs,
                score,
                unit,
                iterations,
                evidence,
                price,
                memory,
                disturbance,
                counters,
                countersRunning,
                failure,
                jmh,
                readings,
                other,
                outside);
    }

    /** Returns whether a process was started. */
    public boolean forked() {
        return failure.filter(it -> it.cause() == RunFailure.Cause.NOT_FORKED).isEmpty();
    }

    /** Returns whether its score may be compared with others of the round. */
    public boolean counts() {
        return status == RunStatus.OK
                && evidence.realised()
                && job.profiler().isEmpty()
                && score.isPresent()
                && score.getAsDouble() > 0
                && Double.isFinite(score.getAsDouble());
    }

    /**
     * Returns whether it succeeded with verified pages, and has a result that no ratio contains: a score of 0 or less, in
     * the whole or in a turn.
     */
    public boolean isLeftOut() {
        boolean inTurn =
                timing.interleave() == Interleave.SLICES && iterations.stream().anyMatch(it -> it <= 0);
        return status == RunStatus.OK && evidence.realised() && job.profiler().isEmpty() && (inTurn || !counts());
    }

    /** TLB ratios from the counters; figures without counters are empty. */
    public TlbRatios tlbRatios() {
        return TlbRatios.of(counters, countersRunning);
    }

    /** Cost of one operation in an arbitrary unit, the same for all runs of a case; lower is better. */
    public double cost() {
        return job.subject().workload().higherIsBetter() ? 1 / score.getAsDouble() : score.getAsDouble();
    }
}
