package io.github.hpjvm.bench.report;

import static io.github.hpjvm.bench.RunBuilder.run;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.report.model.Results;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.openjdk.jmh.annotations.Mode;

/** Results for tests of reports. */
public final class Campaigns {
    public static final String NO_PMU = "no PMU: perf says <not supported> of cycles and of every TLB event";

    private static final Case TINY = Samples.ofSize(1000);
    private static final Case SMALL = Samples.ofSize(10_000);
    private static final Case MIDDLE = Samples.ofSize(1_000_000);
    private static final Case BIG = Samples.ofSize(10_000_000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    /** Ratios of baseline' to baseline, round by round: within half a per cent of 1. */
    private static final double[] NOISE = {1.001, 0.998, 1.003, 0.999, 1.004, 0.997};

    private Campaigns() {}

    /** Options with a fixed number of rounds unless a budget or a precision is given. */
    public static BenchOptions options(Profile profile, Map<String, String> given) {
        Map<String, String> fixed = new HashMap<>(given);
        if (!given.containsKey("precision") && !given.containsKey("budget")) {
            fixed.putIfAbsent("rounds", String.valueOf(profile.rounds()));
        }
        return BenchOptions.parse(fixed, profile, 123456);
    }

    private static Results results(
            Profile profile, List<Case> cases, List<Run> runs, boolean partial, Optional<String> noCounters) {
        return new Results(
                options(profile, Map.of()),
                Samples.host(),
                Samples.jvm("21.0.9"),
                cases,
                runs,
                partial,
                partial ? StopReason.INTERRUPTED : StopReason.ROUNDS,
                noCounters);
    }

    /** Complete results with these options. */
    public static Results of(BenchOptions options, List<Case> cases, List<Run> runs) {
        return new Results(
                options,
                Samples.host(),
                Samples.jvm("21.0.9"),
                cases,
                runs,
                false,
                StopReason.ROUNDS,
                Optional.empty());
    }

    /** Results of the profile quick with these runs. */
    public static Results of(List<Case> cases, List<Run> runs) {
        return results(Profile.QUICK, cases, runs, false, Optional.of(NO_PMU));
    }

    /** Six rounds of 1 KB in which THP costs this multiple of baseline, and the A/A pair is equal. */
    public static Results ofRatio(double ratio) {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            add(runs, TINY, "baseline", round, 10);
            add(runs, TINY, "thp", round, 10 * ratio);
            add(runs, TINY, "baseline'", round, 10);
        }
        return of(List.of(TINY), runs);
    }

    /** One size and one round with verified pages, and a note about a reservation that got base pages. */
    public static Results smoke() {
        PageEvidence noted = new PageEvidence(
                true,
                Optional.of(PageKind.HUGETLB),
                Samples.HEAP,
                Samples.HEAP,
                Optional.empty(),
                Optional.empty(),
                List.of("a reservation outside the heap has base pages: warning: Failed to reserve and commit memory"));
        return results(
                Profile.SMOKE,
                List.of(TINY),
                List.of(
                        run(TINY, "baseline", 1, 4.612).build(),
                        run(TINY, "thp", 1, 4.542)
                                .order(2)
                                .evidence(almostAllHuge())
                                .build(),
                        run(TINY, "hugetlb", 1, 4.624)
                                .order(3)
                                .evidence(noted)
                                .price(new Price(
                                        Optional.of(Bytes.ofMiB(1104)),
                                        Optional.of(Bytes.ofKiB(320)),
                                        OptionalLong.of(904)))
                                .build(),
                        run(TINY, "baseline'", 1, 4.6).order(4).build()),
                false,
                Optional.of(NO_PMU));
    }

    private static PageEvidence almostAllHuge() {
        return new PageEvidence(
                true,
                Optional.of(PageKind.THP),
                Samples.HEAP,
                Bytes.ofMiB(1022),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Five sizes and six rounds with all verdicts and all kinds of failed forks. */
    public static Results quick() {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            double noise = NOISE[round - 1];
            double drift = 1 + 0.01 * round;
            add(runs, TINY, "baseline", round, 4.5 * drift);
            add(runs, TINY, "baseline'", round, 4.5 * drift * noise);
            add(runs, TINY, "thp", round, 4.5 * drift * noise);
            add(runs, TINY, "hugetlb", round, 4.5 * drift * 1.03 * noise);
            add(runs, SMALL, "baseline", round, 5 * drift);
            add(runs, SMALL, "thp", round, 5 * drift * (round % 2 == 0 ? 1.2 : 0.8));
            runs.add(run(SMALL, "hugetlb", round, 5)
                    .notRealised(
                            "hugetlb pool requested, the heap is BASE (0 B of 1 GiB huge); the pool of 2 MiB pages had"
                                    + " 100 available, this JVM needs 642",
                            "sudo sysctl -w vm.nr_hugepages=642")
                    .build());
            add(runs, MIDDLE, "baseline", round, 10 * drift);
            add(runs, MIDDLE, "thp", round, 7 * drift * noise);
            if (round <= 4) {
                add(runs, MIDDLE, "hugetlb", round, 6.9 * drift * noise);
            } else {
                runs.add(run(MIDDLE, "hugetlb", round, 1)
                        .failed(RunStatus.CRASHED, "<forked VM failed with exit code 134>")
                        .build());
            }
            add(runs, BIG, "baseline", round, 123.4 * drift);
            add(runs, BIG, "thp", round, 61.7 * drift * noise);
            if (round == 2) {
                runs.add(run(BIG, "hugetlb", round, 1)
                        .failed(RunStatus.TIMED_OUT, "killed: it had not ended in time")
                        .build());
            } else if (round == 3) {
                runs.add(run(BIG, "hugetlb", round, 1)
                        .failed(RunStatus.NOT_STARTED, "Unrecognized VM option 'UseHugeTLBFS'")
                        .build());
            } else {
                add(runs, BIG, "hugetlb", round, 55 * drift * noise);
            }
            add(runs, LARGE, "baseline", round, 1234.5 * drift);
            add(runs, LARGE, "baseline'", round, 1234.5 * drift / noise);
            add(runs, LARGE, "thp", round, 600 * drift * noise);
            add(runs, LARGE, "hugetlb", round, 590 * drift * noise);
        }
        return results(Profile.QUICK, List.of(TINY, SMALL, MIDDLE, BIG, LARGE), runs, false, Optional.empty());
    }

    /** Stopped in the second round, the last fork with it. */
    public static Results partial() {
        return results(
                Profile.QUICK,
                List.of(TINY, LARGE),
                List.of(
                        run(TINY, "baseline", 1, 4.5).build(),
                        run(TINY, "thp", 1, 4.4).build(),
                        run(TINY, "hugetlb", 1, 4.4).build(),
                        run(LARGE, "baseline", 1, 1)
                                .failed(RunStatus.INTERRUPTED, "stopped by the user")
                                .build()),
                true,
                Optional.of(NO_PMU));
    }

    /** Rounds until a precision, with gates, a trend of iterations, outliers and busy rounds. */
    public static Results odd(String disturbed) {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 24; round++) {
            double noise = NOISE[(round - 1) % 6];
            double wild = round > 2 ? 1 : 3;
            double others = round == 3 ? 40 : 1;
            runs.add(run(TINY, "baseline", round, 5)
                    .iterations(5.0, 5.0)
                    .disturbed(0, others)
                    .build());
            runs.add(run(TINY, "baseline'", round, 5 * noise)
                    .iterations(5.0, 5.0)
                    .build());
            runs.add(run(TINY, "thp", round, 4.5 * noise * wild)
                    .iterations(5 * noise, 4.7)
                    .build());
            runs.add(run(TINY, "hugetlb", round, 4 * noise)
                    .iterations(4.0, 4.2 * noise)
                    .build());
        }
        return new Results(
                options(
                        Profile.QUICK,
                        Map.of(
                                "precision", "2%",
                                "disturbed", disturbed,
                                "gate", "touch:hugetlb<=0.9;touch:thp<=0.9;touch:hugetlb<=0.7;Else:thp<=1")),
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(TINY),
                runs,
                false,
                disturbed.equals("keep") ? StopReason.PRECISION : StopReason.BUDGET,
                Optional.of(NO_PMU));
    }

    /** Two workloads of three sizes with incomplete warm-up; of the second, one median only. */
    public static Results warming() {
        List<Run> runs = new ArrayList<>();
        List<Case> cases = new ArrayList<>();
        for (Workload workload : List.of(TINY.workload(), Samples.workload("HashLookups.get", Mode.AverageTime))) {
            boolean all = workload.equals(TINY.workload());
            for (Case sized : List.of(TINY, MIDDLE, LARGE)) {
                Case subject = new Case(workload, sized.params());
                cases.add(subject);
                double warm = all ? 4.4 + 0.05 * cases.size() : 4.5;
                for (String variant : List.of("baseline", "thp", "hugetlb")) {
                    boolean warms = all || variant.equals("thp") && sized == LARGE;
                    for (int round = 1; round <= 6; round++) {
                        double noise = NOISE[round - 1];
                        runs.add(run(subject, variant, round, 5)
                                .iterations(5 * noise, (warms ? warm : 5) * noise * noise)
                                .build());
                    }
                }
            }
        }
        return results(Profile.QUICK, cases, runs, false, Optional.of(NO_PMU));
    }

    /** One timed round and one profiled round, in which one run did not get its pages. */
    public static Results profiled() {
        return results(
                Profile.QUICK,
                List.of(TINY),
                List.of(
                        run(TINY, "baseline", 1, 4.5).build(),
                        run(TINY, "thp", 1, 4.4).build(),
                        run(TINY, "hugetlb", 1, 4.4).build(),
                        counted("baseline", Map.of("cycles", 13.5, "dTLB-load-misses", 0.98765, "page-faults", 1e-5))
                                .build(),
                        counted("thp", Map.of("cycles", 12.25, "dTLB-load-misses", 0.001))
                                .build(),
                        counted("hugetlb", Map.of("cycles", 12345.678))
                                .notRealised("short", null)
                                .build()),
                false,
                Optional.empty());
    }

    /** Counters of perf in one second of a server of 2017, on base pages and with THP (Haswell). */
    public static Results walking() {
        return results(
                Profile.QUICK,
                List.of(TINY),
                List.of(
                        run(TINY, "baseline", 1, 4.5).build(),
                        run(TINY, "thp", 1, 4.4).build(),
                        counted("baseline", walks(61_912_076_685., 5_615_887_228., 1_049_159_484.))
                                .build(),
                        counted("thp", walks(55_401_975_112., 1_133_196_162., 167_646_297.))
                                .build()),
                false,
                Optional.empty());
    }

    private static Map<String, Double> walks(double cycles, double data, double code) {
        return Map.of("cycles", cycles, "dtlb_load_misses.walk_duration", data, "itlb_misses.walk_duration", code);
    }

    private static RunBuilder counted(String variant, Map<String, Double> counters) {
        return run(TINY, variant, 2, 99).profiler(Profiler.PERFNORM).counters(counters);
    }

    /** One round on two sizes. */
    public static Results twoSizes() {
        return results(
                Profile.QUICK,
                List.of(TINY, SMALL),
                List.of(
                        run(TINY, "baseline", 1, 4.5).build(),
                        run(TINY, "thp", 1, 4.4).build(),
                        run(SMALL, "baseline", 1, 4.5).build(),
                        run(SMALL, "thp", 1, 4.4).build()),
                false,
                Optional.empty());
    }

    /** A command, run once under each variant. */
    public static Results command() {
        return results(
                Profile.OWN,
                List.of(TINY),
                List.of(
                        run(TINY, "baseline", 1, 4.5).unit("s").build(),
                        run(TINY, "thp", 1, 4.4).unit("s").build()),
                false,
                Optional.empty());
    }

    /** Six rounds of a command whose score is in seconds, of which THP needs this multiple. */
    public static Results ofCommand(Map<String, String> given, double ratio) {
        Workload workload =
                new Workload("app.jar", "java -jar app.jar", Mode.SingleShotTime, List.of(), Map.of(), Map.of());
        Case subject = new Case(workload.by(Clock.WALL), Map.of());
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            double noise = 1 + 0.001 * round;
            runs.add(run(subject, "baseline", round, 4 * noise).unit("s").build());
            runs.add(run(subject, "baseline'", round, 4 * noise).unit("s").build());
            runs.add(run(subject, "thp", round, 4 * noise * ratio).unit("s").build());
        }
        return of(options(Profile.OWN, given), List.of(subject), runs);
    }

    /** Six rounds of a command with a metric in operations per second, of which THP has a tenth more. */
    public static Results rate(Map<String, String> more) {
        return rate(more, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1);
    }

    /** The same with these ratios of THP's operations per second to those of baseline, one for each round. */
    public static Results rate(Map<String, String> more, double... ratios) {
        Map<String, String> given = new HashMap<>(more);
        given.put("metric", "([0-9.]+) ops/s\nlatency ([0-9.]+)");
        given.put("better", "higher");
        Workload workload =
                new Workload("load.jar", "java -jar load.jar", Mode.Throughput, List.of(), Map.of(), Map.of());
        Case subject = new Case(workload.by(Clock.WALL), Map.of());
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= ratios.length; round++) {
            double rate = 100 + 0.01 * round;
            runs.add(rated(subject, "baseline", round, rate));
            runs.add(rated(subject, "baseline'", round, rate));
            runs.add(rated(subject, "thp", round, rate * ratios[round - 1]));
        }
        return of(options(Profile.OWN, given), List.of(subject), runs);
    }

    /** Servers that take turns: the rate falls from load to load, and in each load THP has a tenth more. */
    public static Results turns() {
        Results rate = rate(Map.of());
        double[] fall = {1, 0.5, 0.4, 0.1, 0.05};
        List<Run> runs = new ArrayList<>();
        for (Run run : rate.runs()) {
            double share = run.job().variant().name().equals("thp") ? 1.1 : 1;
            List<Slice> slices = new ArrayList<>();
            for (int turn = 0; turn < fall.length; turn++) {
                slices.add(new Slice(turn, 1, 1e9 / (100 * share * fall[turn]), OptionalDouble.empty()));
            }
            Timing timing = new Timing(
                    Interleave.SLICES, 0, Optional.empty(), OptionalDouble.of(1), OptionalDouble.empty(), slices);
            runs.add(run(
                            run.job().subject(),
                            run.job().variant().name(),
                            run.job().round(),
                            40)
                    .unit("ops/s")
                    .reading("ops/s", share > 1 ? 80 : 40, "")
                    .reading("latency", 0.1, "")
                    .timing(timing)
                    .build());
        }
        return new Results(
                rate.options(),
                rate.host(),
                rate.jvm(),
                rate.cases(),
                runs,
                false,
                StopReason.ROUNDS,
                Optional.empty());
    }

    /** The same, and the second metric, in milliseconds, has the numbers of the first one. */
    public static Results turnsOfEqualMetrics() {
        Results turns = turns();
        List<Run> runs = new ArrayList<>();
        for (Run run : turns.runs()) {
            List<Double> numbers = run.timing().slices().stream()
                    .map(slice -> 1e9 / slice.wallNanos())
                    .toList();
            double median = run.readings().get("ops/s").value();
            runs.add(run(
                            run.job().subject(),
                            run.job().variant().name(),
                            run.job().round(),
                            40)
                    .unit("ops/s")
                    .reading("ops/s", new Reading(median, "ms", numbers))
                    .reading("latency", new Reading(median, "ms", numbers))
                    .timing(run.timing())
                    .build());
        }
        return of(turns.options(), turns.cases(), runs);
    }

    private static Run rated(Case subject, String variant, int round, double rate) {
        return run(subject, variant, round, rate)
                .unit("ops/s")
                .reading("ops/s", rate, "")
                .reading("latency", 1 / rate, "")
                .build();
    }

    /** Six rounds without hugetlb, which was not forked because the pool is empty. */
    public static Results notForked() {
        List<Run> runs = new ArrayList<>();
        runs.add(run(TINY, "hugetlb", 1, 1)
                .notForked(
                        "the pool of 2 MiB pages has 0 pages, this JVM needs 642", "sudo sysctl -w vm.nr_hugepages=642")
                .build());
        for (int round = 1; round <= 6; round++) {
            add(runs, TINY, "baseline", round, 10 + 0.01 * round);
            add(runs, TINY, "baseline'", round, 10 + 0.01 * (7 - round));
            add(runs, TINY, "thp", round, 5 + 0.01 * round);
        }
        return results(Profile.QUICK, List.of(TINY), runs, false, Optional.empty());
    }

    /** No fork succeeded. */
    public static Results nothing() {
        return results(
                Profile.SMOKE,
                List.of(TINY),
                List.of(
                        run(TINY, "baseline", 1, 1)
                                .failed(RunStatus.NOT_STARTED, "Error: Could not create the Java Virtual Machine.")
                                .build(),
                        run(TINY, "thp", 1, 1)
                                .failed(RunStatus.NOT_STARTED, "Error: Could not create the Java Virtual Machine.")
                                .build(),
                        run(TINY, "hugetlb", 1, 1)
                                .failed(RunStatus.NOT_STARTED, "Error: Could not create the Java Virtual Machine.")
                                .build()),
                false,
                Optional.empty());
    }

    private static void add(List<Run> runs, Case subject, String variant, int round, double score) {
        runs.add(run(subject, variant, round, score)
                .price(new Price(
                        Optional.of(Bytes.ofMiB(1100 + round)),
                        Optional.of(Bytes.ofKiB(variant.equals("hugetlb") ? 300 : 2400)),
                        OptionalLong.of(600 + 10L * round)))
                .build());
    }
}
