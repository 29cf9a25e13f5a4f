package io.github.hpjvm.bench;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.MemoryMode;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunFailure;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;

/** Builds runs for tests; by default with status OK and verified pages. */
public final class RunBuilder {
    private final Case subject;
    private final Variant variant;
    private final int round;
    private int order = 1;
    private Optional<Profiler> profiler = Optional.empty();
    private RunStatus status = RunStatus.OK;
    private OptionalDouble score;
    private List<Double> iterations;
    private PageEvidence evidence;
    private Price price =
            new Price(Optional.of(Bytes.ofMiB(1120)), Optional.of(Bytes.ofKiB(2448)), OptionalLong.of(640));
    private Disturbance disturbance = disturbance(0.1, 1.5, 0.125);
    private MemoryMode memory = MemoryMode.WARM;
    private Map<String, Double> counters = Map.of();
    private Map<String, Double> running = Map.of();
    private Optional<RunFailure> failure = Optional.empty();
    private Optional<BenchmarkResult> jmh = Optional.empty();
    private final Map<String, Reading> readings = new TreeMap<>();
    private Timing timing = Timing.NONE;
    private String unit = "ns/op";
    private Optional<Outside> outside = Optional.empty();

    private RunBuilder(Case subject, Variant variant, int round, double score) {
        this.subject = subject;
        this.variant = variant;
        this.round = round;
        this.score = OptionalDouble.of(score);
        this.iterations = List.of(score, score);
        this.evidence = Samples.realised(variant);
    }

    public static RunBuilder run(Case subject, String variant, int round, double score) {
        return run(subject, Samples.variant(variant), round, score);
    }

    /** A run of an unlisted variant. */
    public static RunBuilder run(Case subject, Variant variant, int round, double score) {
        return new RunBuilder(subject, variant, round, score);
    }

    public RunBuilder order(int order) {
        this.order = order;
        return this;
    }

    public RunBuilder profiler(Profiler profiler) {
        this.profiler = Optional.of(profiler);
        return this;
    }

    /** Sets a status without a score, and the reason, of which the program is the cause if it can be. */
    public RunBuilder failed(RunStatus how, String why) {
        boolean byProgram = how == RunStatus.CRASHED || how == RunStatus.NOT_STARTED;
        return failed(how, byProgram ? RunFailure.of(why, false) : RunFailure.unknown(why));
    }

    /** Sets a status without a score, and the reason. */
    public RunBuilder failed(RunStatus how, RunFailure why) {
        status = how;
        failure = Optional.of(why);
        score = OptionalDouble.empty();
        iterations = List.of();
        evidence = PageEvidence.unseen("the fork did not end by itself: " + how);
        price = Price.UNKNOWN;
        return this;
    }

    /** Marks a job that was not forked, because the host has no pages for it. */
    public RunBuilder notForked(String why, String fix) {
        failed(RunStatus.NOT_STARTED, new RunFailure(why, RunFailure.Cause.NOT_FORKED));
        evidence = PageEvidence.unseen(why, Optional.of(fix));
        return this;
    }

    /** Sets the status, but keeps score and evidence. */
    public RunBuilder status(RunStatus how) {
        status = how;
        return this;
    }

    /** Sets for how much of the time events that share counters were counted. */
    public RunBuilder running(Map<String, Double> percent) {
        running = percent;
        return this;
    }

    public RunBuilder evidence(PageEvidence evidence) {
        this.evidence = evidence;
        return this;
    }

    public RunBuilder notRealised(String reason, String fix) {
        return evidence(Samples.notRealised(reason, fix));
    }

    public RunBuilder price(Price price) {
        this.price = price;
        return this;
    }

    public RunBuilder iterations(Double... iterations) {
        this.iterations = List.of(iterations);
        return this;
    }

    /** Leaves the activity of the host unknown. */
    public RunBuilder noSteal() {
        disturbance = Disturbance.UNKNOWN;
        return this;
    }

    /** Sets steal time and the CPU time of other processes, in per cent. */
    public RunBuilder disturbed(double steal, double others) {
        disturbance = disturbance(steal, others, 0.125);
        return this;
    }

    /** Sets the state of free memory. */
    public RunBuilder memory(MemoryMode mode) {
        memory = mode;
        return this;
    }

    /** Sets the kernel's fragmentation index. */
    public RunBuilder fragmented(double unusable) {
        disturbance = disturbance(0.1, 1.5, unusable);
        return memory(MemoryMode.FRAGMENTED);
    }

    /** Sets the share of slow reads of idle memory, in per cent. */
    public RunBuilder slowIdleReads(double percent) {
        disturbance = disturbance(0.1, 1.5, 0.1, percent);
        return this;
    }

    private static Disturbance disturbance(double steal, double others, double unusable) {
        return disturbance(steal, others, unusable, 0.02);
    }

    private static Disturbance disturbance(double steal, double others, double unusable, double slow) {
        return new Disturbance(
                OptionalDouble.of(steal),
                OptionalDouble.of(others),
                OptionalDouble.of(2.5),
                OptionalDouble.of(0),
                OptionalDouble.of(0.75),
                OptionalDouble.empty(),
                OptionalLong.of(4321),
                OptionalDouble.of(unusable),
                OptionalDouble.of(slow),
                Map.of("thp_fault_alloc", 512L));
    }

    public RunBuilder counters(Map<String, Double> counters) {
        this.counters = counters;
        return this;
    }

    public RunBuilder reading(String name, double value, String unit) {
        readings.put(name, new Reading(value, unit));
        return this;
    }

    public RunBuilder reading(String name, Reading reading) {
        readings.put(name, reading);
        return this;
    }

    public RunBuilder timing(Timing timing) {
        this.timing = timing;
        return this;
    }

    /** Sets the unit of the score. */
    public RunBuilder unit(String unit) {
        this.unit = unit;
        return this;
    }

    /** Sets what was observed of a command or a jar. */
    public RunBuilder outside(Outside seen) {
        outside = Optional.of(seen);
        return this;
    }

    public RunBuilder jmh(BenchmarkResult jmh) {
        this.jmh = Optional.of(jmh);
        return this;
    }

    public Run build() {
        return new Run(
                new Job(round, order, subject, variant, profiler),
                status,
                List.of("-Xmx1g"),
                score,
                score.isPresent() ? unit : "",
                iterations,
                evidence,
                price,
                memory,
                disturbance,
                counters,
                running,
                failure,
                jmh,
                readings,
                timing,
                outside);
    }
}
