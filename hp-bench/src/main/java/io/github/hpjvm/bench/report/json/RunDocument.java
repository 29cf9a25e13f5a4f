package io.github.hpjvm.bench.report.json;

import io.github.hpjvm.advisor.json.InPlace;
import io.github.hpjvm.bench.counters.TlbRatios;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A run in results.json. JMH's own result is not in the file.
 *
 * @param memory empty in files of earlier versions, as {@code higherIsBetter}
 * @param jvm build of its JVM
 * @param unit empty without a score
 * @param iterations NaN if one has no score
 * @param tlb computed from the counters
 * @param usage empty for own workloads, which have no {@code jvms} either
 */
record RunDocument(
        InPlace<CaseName> subject,
        String variant,
        int round,
        int order,
        RunStatus status,
        Optional<MemoryMode> memory,
        boolean profiled,
        Optional<String> profiler,
        String jvm,
        List<String> jvmArgs,
        OptionalDouble score,
        Optional<String> unit,
        Optional<Boolean> higherIsBetter,
        List<Double> iterations,
        TimingDocument timing,
        PageEvidence evidence,
        Price price,
        Map<String, Reading> readings,
        Busy disturbance,
        Map<String, Double> counters,
        Map<String, Double> countersPercentRunning,
        TlbRatios tlb,
        Optional<String> countersUnavailable,
        Optional<String> failure,
        Optional<Usage> usage,
        List<ObservedJvm> jvms) {
    /** The beginning of the reason of a run on another JVM than the one of its variant, in files of all versions. */
    private static final String OTHER_JVM = "ran on another JVM";

    /** The largest number of a round: a campaign that was continued has more than one campaign may have. */
    private static final int MOST_ROUNDS = 10 * BenchOptions.MOST_ROUNDS;

    /** Activity of the host. Whether it made the machine busy, and why, is computed again. */
    record Busy(InPlace<Disturbance> seen, boolean disturbed, List<String> reasons) {
        private static Busy of(Disturbance seen) {
            return new Busy(new InPlace<>(seen), seen.disturbed(), seen.reasons());
        }
    }

    static RunDocument of(Run run, Results results) {
        Job job = run.job();
        return new RunDocument(
                CaseName.of(job.subject()),
                job.variant().name(),
                job.round(),
                job.order(),
                run.status(),
                Optional.of(run.memory()),
                job.profiler().isPresent(),
                job.profiler().map(Profiler::label),
                job.variant().jvm(results.jvm()).build(),
                run.jvmArgs(),
                run.score(),
                Optional.of(run.unit()).filter(unit -> !unit.isEmpty()),
                Optional.of(job.subject().workload().higherIsBetter()),
                run.iterations(),
                TimingDocument.of(run.timing()),
                run.evidence(),
                run.price(),
                run.readings(),
                Busy.of(run.disturbance()),
                run.counters(),
                run.countersRunning(),
                run.tlbRatios(),
                results.countersUnavailable(),
                run.failure().map(RunFailure::why),
                run.outside().map(Outside::usage),
                run.outside().map(Outside::jvms).orElse(List.of()));
    }

    /**
     * The run.
     *
     * @param cases permitted cases
     * @param variants of the campaign; other variants of hp-bench are permitted, too
     * @throws IllegalArgumentException if it is damaged, or has another case or variant
     */
    Run run(List<Case> cases, List<Variant> variants) {
        if (round < 0 || round > MOST_ROUNDS) {
            throw new IllegalArgumentException("has the round " + round);
        }
        return new Run(
                new Job(
                        round,
                        order,
                        subject(cases),
                        variant(variants),
                        profiler.map(label -> Profiler.valueOf(label.toUpperCase(Locale.ROOT)))),
                status,
                jvmArgs,
                score,
                unit.orElse(""),
                iterations,
                evidence,
                price,
                memory.orElse(MemoryMode.AS_FOUND),
                disturbance.seen().record(),
                counters,
                countersPercentRunning,
                failure.map(this::failure),
                Optional.empty(),
                readings,
                timing.timing(),
                usage.map(it -> new Outside(it, jvms, otherJvm())));
    }

    /** The file has the text of a failure only. A job that was not forked has it as the reason of its evidence, too. */
    private RunFailure failure(String why) {
        boolean notForked = status == RunStatus.NOT_STARTED && evidence.reason().equals(Optional.of(why));
        return notForked ? new RunFailure(why, RunFailure.Cause.NOT_FORKED) : RunFailure.unknown(why);
    }

    /** The file has the text of a reason only. */
    private Optional<String> otherJvm() {
        return evidence.reason().filter(why -> why.startsWith(OTHER_JVM));
    }

    private Case subject(List<Case> cases) {
        return cases.stream()
                .filter(it -> CaseName.of(it).equals(subject))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("has the case "
                        + subject.record().workload() + " " + subject.record().params()
                        + ", which this campaign does not measure"));
    }

    private Variant variant(List<Variant> variants) {
        return Stream.concat(variants.stream(), Stream.of(Variants.twinOf(variants)))
                .filter(it -> it.name().equals(variant))
                .findFirst()
                .or(() -> Variants.named(variant))
                .orElseThrow(() -> new IllegalArgumentException("has the unknown variant " + variant));
    }
}
