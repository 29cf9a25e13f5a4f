package io.github.hpjvm.bench.stats;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.stats.WarmUp.State;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class WarmUpTest {
    private static final Case SMALL = Samples.ofSize(1000);

    private static WarmUp of(Case subject, int rounds, Double... iterations) {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            double level = 1 + 0.3 * round;
            Double[] shifted = new Double[iterations.length];
            for (int i = 0; i < iterations.length; i++) {
                shifted[i] = iterations[i] * level;
            }
            runs.add(run(subject, "baseline", round, 10).iterations(shifted).build());
        }
        return WarmUp.all(runs, List.of(subject), List.of(Variants.baseline())).get(0);
    }

    @Test
    void fallingCostsInEachForkAreIncompleteWarmUp() {
        WarmUp warmUp = of(SMALL, 6, 12.0, 11.0, 10.0, 10.0);
        assertEquals(State.STILL_WARMING_UP, warmUp.state());
        assertEquals(20 / 23.0, warmUp.change().ratio().orElseThrow(), 1e-9);
    }

    @Test
    void risingThroughputIsIncompleteWarmUp() {
        Case calls = Samples.ofSize(Samples.workload("Calls.perSecond", Mode.Throughput), 1);
        assertEquals(
                State.STILL_WARMING_UP, of(calls, 6, 10.0, 10.5, 11.0, 12.0).state());
    }

    @Test
    void risingCostsAreATrend() {
        assertEquals(State.GETTING_DEARER, of(SMALL, 6, 10.0, 10.0, 11.0, 12.0).state());
    }

    @Test
    void lessThanOnePerCentIsNoTrend() {
        assertEquals(State.DONE, of(SMALL, 6, 10.0, 10.0, 9.95, 9.95).state());
    }

    @Test
    void theMiddleOfAnOddNumberIsOmitted() {
        assertEquals(State.DONE, of(SMALL, 6, 10.0, 10.0, 99.0, 10.0, 10.0).state());
    }

    @Test
    void noiseIsNoTrend() {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 8; round++) {
            double up = round % 2 == 0 ? 12 : 8;
            runs.add(run(SMALL, "baseline", round, 10)
                    .iterations(10.0, 10.0, up, up)
                    .build());
        }
        assertEquals(
                State.DONE,
                WarmUp.all(runs, List.of(SMALL), List.of(Variants.baseline()))
                        .get(0)
                        .state());
    }

    @Test
    void forksOfAnotherCaseOrVariantOrWithoutAResultDoNotCount() {
        List<Run> runs = new ArrayList<>();
        Case large = Samples.ofSize(100_000_000);
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "baseline", round, 10).iterations(10.0, 10.0).build());
            runs.add(run(SMALL, "thp", round, 10).iterations(12.0, 10.0).build());
            runs.add(run(large, "baseline", round, 10).iterations(10.0, 12.0).build());
            runs.add(run(SMALL, "baseline", 6 + round, 10)
                    .iterations(12.0, 10.0)
                    .notRealised("2 % huge", null)
                    .build());
        }
        List<WarmUp> all =
                WarmUp.all(runs, List.of(SMALL, large), List.of(Variants.baseline(), Samples.variant("thp")));
        assertEquals(
                List.of(State.DONE, State.STILL_WARMING_UP, State.GETTING_DEARER),
                all.stream().map(WarmUp::state).toList());
        assertEquals(6, all.get(0).change().rounds());
    }

    @Test
    void fewForksOrOneIterationAreUnknown() {
        assertEquals(State.UNKNOWN, of(SMALL, 5, 12.0, 10.0).state());
        assertEquals(State.UNKNOWN, of(SMALL, 6, 12.0).state());
        assertEquals(State.UNKNOWN, of(SMALL, 6, Double.NaN, 1.0).state());
    }
}
