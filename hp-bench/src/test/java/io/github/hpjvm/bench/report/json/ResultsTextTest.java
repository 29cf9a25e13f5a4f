package io.github.hpjvm.bench.report.json;

import static io.github.hpjvm.bench.RunBuilder.run;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.SimulatedTlb;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.StopReason;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.Golden;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Compares results.json byte by byte: its members, their order, numbers and layout. */
class ResultsTextTest {
    private static final Case SUBJECT = Samples.ofSize(1000);

    /** A campaign in which each member has a value, and each that can be unknown is unknown once. */
    @Test
    void aCampaignIsTheGoldenFile() {
        BenchOptions options = BenchOptions.parse(
                        Map.of(
                                "variants", "baseline,thp",
                                "variant", "jdk25=jvm:/opt/jdk-25",
                                "precision", "2%",
                                "gate", "touch:thp<=0.9;Else:thp<=1"),
                        Profile.QUICK,
                        7)
                .on(home -> Samples.jvm("25.0.1"));
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            double drift = 1 + 0.01 * round;
            runs.add(timed("baseline", round, 5.5 * drift).build());
            runs.add(timed("thp", round, 5 * drift * (round == 2 ? 1.003 : 1))
                    .order(2)
                    .build());
        }
        runs.add(timed("baseline'", 1, 5.55).order(3).build());
        runs.add(run(SUBJECT, options.variants().get(2), 1, 4.25)
                .order(4)
                .iterations(4.25, Double.NaN)
                .noSteal()
                .reading("pause p99", 12.5, "ms")
                .reading("collections", Double.NaN, "")
                .outside(outside())
                .build());
        Map<String, Double> counters = new LinkedHashMap<>();
        counters.put("dTLB-load-misses", 0.98765);
        counters.put("instructions", 1e-5);
        counters.put("cycles", Double.NaN);
        runs.add(run(SUBJECT, "baseline", 7, 5)
                .profiler(Profiler.PERFNORM)
                .counters(counters)
                .running(Map.of("cycles", 62.5))
                .disturbed(9, 30)
                .build());
        runs.add(run(SUBJECT, "thp", 7, 5)
                .failed(RunStatus.CRASHED, "it said \"no\"\n\tand \u00e9 \\ \ud83d\ude00")
                .build());
        Results results = new Results(
                options,
                Samples.host(),
                Samples.jvm("21.0.9"),
                List.of(SUBJECT, Samples.ofSize(100_000_000)),
                runs,
                true,
                StopReason.INTERRUPTED,
                Optional.of(Campaigns.NO_PMU),
                new Tool(Optional.of("1.2.3"), Optional.of("1.37")),
                List.of());
        Golden.check("results.json", ResultsJson.write(results));
    }

    @Test
    void theMetricsOfAProgramAreTheGoldenFile() {
        Golden.check("results-metrics.json", computed(Campaigns.rate(Map.of())));
    }

    @Test
    void theCurvesOfTheTlbAreTheGoldenFile() {
        List<Run> runs =
                new ArrayList<>(new SimulatedTlb(72, 3072).splintered(true).runs(2, true));
        Golden.check("results-reach.json", computed(ofReach(runs)));
        Golden.check("results-reach-uncontrolled.json", computed(ofReach(new SimulatedTlb(72, 3072).runs(2, false))));
    }

    private static Results ofReach(List<Run> runs) {
        return Campaigns.of(SimulatedTlb.cases(), runs);
    }

    /** The text from the metrics on: what is computed from the runs, without the comparisons of each case. */
    private static String computed(Results results) {
        String text = ResultsJson.write(results);
        return text.substring(text.indexOf("  \"metrics\" : "));
    }

    /** A run in turns, with long turns, whose times have fractions of nanoseconds. */
    private static RunBuilder timed(String variant, int round, double cost) {
        Timing timing = new Timing(
                Interleave.SLICES,
                -10,
                Optional.empty(),
                OptionalDouble.of(cost + 0.25),
                OptionalDouble.of(cost),
                List.of(
                        new Slice(2, 1000, 1000 * cost, OptionalDouble.of(990 * cost)),
                        new Slice(3, 3.25, 3.4 * cost, OptionalDouble.empty())));
        return run(SUBJECT, variant, round, cost)
                .timing(timing.withAlone(List.of(new Slice(4, 100, 98 * cost, OptionalDouble.of(97 * cost)))));
    }

    private static Outside outside() {
        return new Outside(
                new Usage(1500, OptionalLong.of(2750), OptionalLong.of(12345), OptionalLong.empty()),
                List.of(
                        new ObservedJvm(
                                4242,
                                "com.example.Main",
                                "25.0.1",
                                true,
                                Optional.of(true),
                                Optional.of(PageKind.THP),
                                Bytes.ofMiB(512),
                                Bytes.ofMiB(510),
                                List.of(250L, 1250L),
                                Optional.empty()),
                        new ObservedJvm(
                                4243,
                                "",
                                "",
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Bytes.ZERO,
                                Bytes.ZERO,
                                List.of(),
                                Optional.of("it ended before it was examined"))));
    }
}
