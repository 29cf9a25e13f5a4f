package io.github.hpjvm.bench.stats;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricComparisonTest {
    private static final Case CASE = Samples.ofSize(1000);
    private static final List<Variant> THREE =
            List.of(Variants.baseline(), Samples.variant("thp"), Samples.variant("hugetlb"));

    private final List<Run> runs = new ArrayList<>();

    private void add(String variant, int round, double median, double tail) {
        runs.add(run(CASE, variant, round, 1)
                .reading("p50", median, "ms")
                .reading("p99", tail, "ms")
                .build());
    }

    private List<MetricComparison> all() {
        return MetricComparison.of(runs, CASE, THREE);
    }

    private RatioOfRounds ratio(String metric, String variant) {
        return all().stream()
                .filter(one ->
                        one.metric().equals(metric) && one.variant().name().equals(variant))
                .findFirst()
                .orElseThrow()
                .ratio();
    }

    @Test
    void eachMetricHasARatioForEachVariant() {
        for (int round = 1; round <= 6; round++) {
            add("baseline", round, 10, 40);
            add("thp", round, 8, 50);
            add("hugetlb", round, 5, 20);
        }
        assertEquals(
                List.of("p50 thp", "p50 hugetlb", "p99 thp", "p99 hugetlb"),
                all().stream()
                        .map(one -> one.metric() + " " + one.variant().name())
                        .toList());
        assertEquals(0.8, ratio("p50", "thp").ratio().orElseThrow(), 1e-12);
        assertEquals(0.5, ratio("p50", "hugetlb").ratio().orElseThrow(), 1e-12);
        assertEquals(1.25, ratio("p99", "thp").ci95().orElseThrow().low(), 1e-12);
        assertEquals(6, ratio("p99", "hugetlb").rounds());
    }

    @Test
    void theRatioIsTakenWithinARound() {
        for (int round = 1; round <= 6; round++) {
            add("baseline", round, 10.0 * round, 1);
            add("thp", round, 9.0 * round, 1);
        }
        assertEquals(0.9, ratio("p50", "thp").ci95().orElseThrow().high(), 1e-12);
    }

    @Test
    void aRoundCountsWithPositiveValuesOnBothSidesOnly() {
        add("baseline", 1, 10, 1);
        add("thp", 1, 9, 1);
        add("baseline", 2, 0, 1);
        add("thp", 2, 9, 1);
        add("baseline", 3, 10, 1);
        add("thp", 3, -1, 1);
        add("thp", 4, 9, 1);
        runs.add(run(CASE, "baseline", 5, 1).reading("p50", 10, "ms").build());
        runs.add(run(CASE, "thp", 5, 1)
                .reading("p50", 1, "ms")
                .failed(RunStatus.CRASHED, "killed")
                .build());
        runs.add(run(Samples.ofSize(1_000_000), "thp", 3, 1)
                .reading("p50", 1, "ms")
                .build());
        assertEquals(1, ratio("p50", "thp").rounds());
        assertEquals(0.9, ratio("p50", "thp").ratio().orElseThrow(), 1e-12);
        assertEquals(3, ratio("p99", "thp").rounds());
    }

    @Test
    void aProgramWithoutSeveralMetricsHasNoComparison() {
        runs.add(run(CASE, "baseline", 1, 10).build());
        runs.add(run(CASE, "thp", 1, 9).build());
        assertEquals(List.of(), all());
    }
}
