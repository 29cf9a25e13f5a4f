package io.github.hpjvm.bench.stats;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.RunBuilder;
import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Profiler;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.RunStatus;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;

class ComparisonsTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case MIDDLE = Samples.ofSize(1_000_000);
    private static final Case LARGE = Samples.ofSize(100_000_000);
    private static final List<Variant> TWO = List.of(Variants.baseline(), Samples.variant("thp"));

    private final List<Run> runs = new ArrayList<>();

    @Test
    void theRatioIsCostOfTheVariantOverCostOfBaseline() {
        rounds(6, SMALL, "baseline", 20);
        rounds(6, SMALL, "thp", 10);
        RatioOfRounds ratio = only(SMALL).ratio();
        assertEquals(6, ratio.rounds());
        assertEquals(0.5, ratio.ratio().orElseThrow(), 1e-12);
    }

    @Test
    void withThroughputMoreIsBetterAndTheRatioIsStillCost() {
        Case calls = Samples.ofSize(Samples.workload("Calls.perSecond", Mode.Throughput), 1);
        rounds(6, calls, "baseline", 20);
        rounds(6, calls, "thp", 40);
        rounds(6, calls, "baseline'", 20);
        Comparison comparison = only(calls);
        assertEquals(0.5, comparison.ratio().ratio().orElseThrow(), 1e-12);
        assertEquals(Verdict.FASTER, comparison.verdict());
    }

    @Test
    void theRatioIsTakenWithinARoundSoThatADriftIsNoResult() {
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "baseline", round, 10.0 * round).build());
            runs.add(run(SMALL, "thp", round, 9.0 * round).build());
        }
        RatioOfRounds ratio = only(SMALL).ratio();
        assertEquals(0.9, ratio.ci95().orElseThrow().low(), 1e-12);
        assertEquals(0.9, ratio.ci95().orElseThrow().high(), 1e-12);
    }

    @Test
    void onlyRoundsCountInWhichBothSidesDo() {
        rounds(8, SMALL, "baseline", 20);
        rounds(7, SMALL, "thp", 10);
        replace("thp", 2, it -> it.notRealised("no pages", null));
        replace("thp", 3, it -> it.failed(RunStatus.CRASHED, "SIGSEGV"));
        replace("baseline", 4, it -> it.failed(RunStatus.TIMED_OUT, "killed"));
        replace("baseline", 5, it -> it.notRealised("2 % huge", null));
        RatioOfRounds ratio = only(SMALL).ratio();
        assertEquals(3, ratio.rounds(), "rounds 1, 6 and 7");
        assertEquals(0.5, ratio.ratio().orElseThrow(), 1e-12);
        assertEquals(Verdict.INCONCLUSIVE, only(SMALL).verdict());
    }

    @Test
    void profiledRunsAreNeverCompared() {
        rounds(6, SMALL, "baseline", 20);
        rounds(6, SMALL, "thp", 10);
        runs.add(run(SMALL, "baseline", 7, 1).profiler(Profiler.PERFNORM).build());
        runs.add(run(SMALL, "thp", 7, 1000).profiler(Profiler.PERFNORM).build());
        assertEquals(6, only(SMALL).ratio().rounds());
    }

    @Test
    void aScoreOfZeroDoesNotCount() {
        rounds(6, SMALL, "baseline", 20);
        rounds(6, SMALL, "thp", 10);
        runs.add(run(SMALL, "baseline", 7, 0).build());
        runs.add(run(SMALL, "thp", 7, 10).build());
        runs.add(run(SMALL, "baseline", 8, Double.NaN).build());
        runs.add(run(SMALL, "thp", 8, 10).build());
        assertEquals(6, only(SMALL).ratio().rounds());
    }

    @Test
    void aVariantThatWasNeverRealisedHasNoRatio() {
        rounds(6, SMALL, "baseline", 20);
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "thp", round, 10).notRealised("no", null).build());
        }
        Comparison comparison = only(SMALL);
        assertEquals(Verdict.NOT_REALISED, comparison.verdict());
        assertEquals(Optional.empty(), comparison.ratio().ratio());
        assertEquals(Optional.empty(), comparison.ratio().ci95());
    }

    @Test
    void everyCaseHasAnEntryForEveryVariantButBaselineInTheOrderGiven() {
        List<Variant> three = List.of(Variants.baseline(), Samples.variant("hugetlb"), Samples.variant("thp"));
        Comparisons comparisons = Comparisons.of(List.of(), List.of(LARGE, SMALL), three);
        assertEquals(
                List.of("100000000 hugetlb", "100000000 thp", "1000 hugetlb", "1000 thp"),
                comparisons.against().stream()
                        .map(it -> it.subject().params().get("size") + " "
                                + it.variant().name())
                        .toList());
        assertTrue(comparisons.against().stream().allMatch(it -> it.against().equals(Variants.baseline())));
        assertTrue(comparisons.noiseFloor().isEmpty());
    }

    @Test
    void aCaseIsJudgedByItsOwnAaPair() {
        biased(SMALL, 1.2);
        biased(LARGE, 1.001);
        rounds(6, SMALL, "thp", 9);
        rounds(6, LARGE, "thp", 9);
        Comparisons comparisons = all();
        assertEquals(Verdict.INCONCLUSIVE, verdict(comparisons, SMALL));
        assertEquals(Verdict.FASTER, verdict(comparisons, LARGE));
        assertEquals(Set.of(SMALL, LARGE), comparisons.noiseFloor().keySet());
    }

    @Test
    void aCaseWithoutAaPairIsJudgedByTheLargestBiasOfItsWorkload() {
        biased(SMALL, 1.2);
        biased(LARGE, 1.001);
        rounds(6, MIDDLE, "baseline", 10);
        rounds(6, MIDDLE, "thp", 9);
        assertEquals(Verdict.INCONCLUSIVE, verdict(all(), MIDDLE), "the small case has that bias");
    }

    @Test
    void aCaseWithoutAaPairIsJudgedByASmallBiasOfItsWorkload() {
        biased(LARGE, 1.001);
        rounds(6, MIDDLE, "baseline", 10);
        rounds(6, MIDDLE, "thp", 9);
        assertEquals(Verdict.FASTER, verdict(all(), MIDDLE));
    }

    @Test
    void theRoundsForAVerdictFollowFromTheNoisiestPairOfTheWorkload() {
        noisy(SMALL, 0.2);
        noisy(LARGE, 0.001);
        rounds(6, MIDDLE, "baseline", 10);
        for (int round = 1; round <= 6; round++) {
            runs.add(run(MIDDLE, "thp", round, 9.4 * Math.exp(round % 2 == 0 ? 0.08 : -0.08))
                    .build());
        }
        Case elsewhere = Samples.ofSize(Samples.workload("Other.work", Mode.AverageTime), 1);
        noisy(elsewhere, 3);
        Comparison middle = Comparisons.of(runs, List.of(SMALL, MIDDLE, LARGE, elsewhere), TWO).against().stream()
                .filter(it -> it.subject().equals(MIDDLE))
                .findFirst()
                .orElseThrow();
        assertEquals(Verdict.INCONCLUSIVE, middle.verdict());
        Optional<RatioOfRounds> noisiest = Optional.of(all().noiseFloor().get(SMALL));
        Optional<RatioOfRounds> quiet = Optional.of(all().noiseFloor().get(LARGE));
        assertEquals(RoundsForVerdict.of(middle.ratio(), noisiest), middle.forVerdict());
        assertNotEquals(RoundsForVerdict.of(middle.ratio(), quiet), middle.forVerdict());
    }

    @Test
    void clocksDisagreeIfTheirIntervalsAreApart() {
        biased(SMALL, 1.001);
        timed(10, 10, 9);
        assertTrue(disagree(), "elapsed time did not change, and CPU time fell to nine tenths");
        runs.clear();
        biased(SMALL, 1.001);
        timed(10, 9, 9);
        assertFalse(disagree());
        assertEquals(Verdict.FASTER, all().verdict(all().against().get(0), Clock.WALL));
    }

    @Test
    void clocksDisagreeIfOneIsFasterAndOneIsSlower() {
        biased(SMALL, 1.001);
        timed(10, 11, 9);
        Comparisons comparisons = all();
        Comparison only = comparisons.against().get(0);
        assertEquals(Verdict.SLOWER, comparisons.verdict(only, Clock.WALL));
        assertEquals(Verdict.INCONCLUSIVE, comparisons.verdict(only, Clock.CPU), "the A/A pair has no CPU time");
        assertTrue(comparisons.clocksDisagree(only));
    }

    @Test
    void oneClockAloneAgrees() {
        biased(SMALL, 1.001);
        rounds(6, SMALL, "thp", 9);
        assertFalse(disagree());
    }

    @Test
    void anIntervalOfAnAaPairCountsOnlyWithoutVariants() {
        biased(SMALL, 1.001);
        List<Variant> alone = List.of(Variants.baseline());
        assertTrue(Comparisons.of(runs, List.of(SMALL), alone).hasInterval());
        assertFalse(Comparisons.of(runs, List.of(SMALL), TWO).hasInterval(), "thp has none");
        assertFalse(Comparisons.of(List.of(), List.of(SMALL), alone).hasInterval());
        rounds(6, SMALL, "thp", 9);
        assertTrue(Comparisons.of(runs, List.of(SMALL), TWO).hasInterval());
    }

    private boolean disagree() {
        return all().clocksDisagree(all().against().get(0));
    }

    /** Six rounds of thp with an elapsed and a CPU time, beside baseline with the same of both. */
    private void timed(double baseline, double wall, double cpu) {
        runs.removeIf(it -> it.job().variant().equals(Variants.baseline()));
        for (int round = 1; round <= 6; round++) {
            runs.add(run(SMALL, "baseline", round, baseline)
                    .timing(timing(baseline, baseline))
                    .build());
            runs.add(run(SMALL, "thp", round, wall).timing(timing(wall, cpu)).build());
        }
    }

    private static Timing timing(double wall, double cpu) {
        return new Timing(
                Interleave.FORKS, 0, Optional.empty(), OptionalDouble.of(wall), OptionalDouble.of(cpu), List.of());
    }

    @Test
    void aWideAaIntervalHidesNoDifference() {
        noisy(SMALL, 0.5);
        rounds(6, SMALL, "thp", 9);
        assertEquals(Verdict.FASTER, verdict(all(), SMALL));
    }

    @Test
    void theBiasReachesAsFarToEitherSideAsTheEstimateOfTheAaPair() {
        rounds(6, SMALL, "baseline", 10);
        rounds(6, SMALL, "baseline'", 8);
        rounds(6, SMALL, "thp", 5);
        rounds(5, LARGE, "baseline", 10);
        rounds(5, LARGE, "thp", 5);
        Comparisons comparisons = Comparisons.of(runs, List.of(SMALL, LARGE), TWO);
        RatioInterval judgedBy = comparisons.against().get(0).judgedBy().orElseThrow();
        assertEquals(Optional.of(judgedBy), comparisons.bias(SMALL));
        assertEquals(0.8, judgedBy.low(), 1e-12);
        assertEquals(1.25, judgedBy.high(), 1e-12);
        assertEquals(Optional.empty(), comparisons.against().get(1).judgedBy(), "no interval, so none was judged");
    }

    @Test
    void withoutAnAaPairThereIsNoBias() {
        rounds(6, SMALL, "baseline", 10);
        rounds(6, SMALL, "thp", 5);
        assertEquals(Optional.empty(), only(SMALL).judgedBy());
    }

    @Test
    void theAaPairOfAnotherWorkloadJudgesNothing() {
        Workload other = Samples.workload("Other.work", Mode.AverageTime);
        Case elsewhere = Samples.ofSize(other, 1);
        noisy(SMALL, 0.001);
        rounds(6, elsewhere, "baseline", 10);
        rounds(6, elsewhere, "thp", 5);
        Comparisons comparisons = Comparisons.of(runs, List.of(SMALL, elsewhere), TWO);
        assertEquals(Verdict.INCONCLUSIVE, verdict(comparisons, elsewhere));
    }

    @Test
    void aSecondBaselineThatNeverRanIsAPairWithoutRounds() {
        rounds(6, SMALL, "baseline", 10);
        runs.add(run(SMALL, "baseline'", 1, 10)
                .failed(RunStatus.CRASHED, "killed")
                .build());
        assertEquals(0, all().noiseFloor().get(SMALL).rounds());
    }

    @Test
    void theOrderInWhichForksWereMadeChangesNothing() {
        noisy(SMALL, 0.01);
        rounds(6, SMALL, "thp", 9);
        Comparisons forward = all();
        java.util.Collections.reverse(runs);
        assertEquals(forward, all());
    }

    private void rounds(int rounds, Case subject, String variant, double score) {
        for (int round = 1; round <= rounds; round++) {
            runs.add(run(subject, variant, round, score).build());
        }
    }

    /** Baseline at 10 in six rounds, and a second baseline at so many times that. */
    private void biased(Case subject, double ratio) {
        rounds(6, subject, "baseline", 10);
        rounds(6, subject, "baseline'", 10 * ratio);
    }

    /** Baseline at 10 in six rounds, and a second baseline that is above and below by so much, in turn. */
    private void noisy(Case subject, double by) {
        rounds(6, subject, "baseline", 10);
        for (int round = 1; round <= 6; round++) {
            runs.add(run(subject, "baseline'", round, 10 * Math.exp(round % 2 == 0 ? by : -by))
                    .build());
        }
    }

    private void replace(String variant, int round, UnaryOperator<RunBuilder> change) {
        runs.removeIf(
                it -> it.job().variant().name().equals(variant) && it.job().round() == round);
        runs.add(change.apply(run(SMALL, variant, round, 15)).build());
    }

    private Comparisons all() {
        return Comparisons.of(runs, List.of(SMALL, MIDDLE, LARGE), TWO);
    }

    private Comparison only(Case subject) {
        Comparisons comparisons = Comparisons.of(runs, List.of(subject), TWO);
        assertEquals(1, comparisons.against().size());
        return comparisons.against().get(0);
    }

    private static Verdict verdict(Comparisons comparisons, Case subject) {
        return comparisons.against().stream()
                .filter(it -> it.subject().equals(subject))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    /** More is better, so 0 is the worst result; of a cost it is the best one. */
    @Test
    void runsWithoutARatioThatMayHideALossAreCounted() {
        for (Mode mode : List.of(Mode.Throughput, Mode.SingleShotTime)) {
            runs.clear();
            Case calls = Samples.ofSize(Samples.workload("Calls", mode), 1);
            rounds(6, calls, "baseline", 20);
            rounds(6, calls, "thp", 20);
            runs.add(run(calls, "baseline", 7, 0).build());
            runs.add(run(calls, "thp", 7, 20).build());
            runs.add(run(calls, "baseline", 8, 20).build());
            runs.add(run(calls, "thp", 8, -1).build());
            runs.add(run(calls, "baseline", 9, 20).build());
            runs.add(run(calls, "thp", 9, 0).build());
            assertEquals(6, only(calls).ratio().rounds());
            assertEquals(mode == Mode.Throughput ? 2 : 1, only(calls).leftOut());
        }
    }

    /** In turns, the ratio has no turn in which a load printed 0. */
    @Test
    void aTurnWithoutAResultIsCounted() {
        Case calls = Samples.ofSize(Samples.workload("Calls", Mode.Throughput), 1);
        Timing turns = new Timing(
                Interleave.SLICES, 0, Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), List.of());
        runs.add(run(calls, "baseline", 1, 20)
                .timing(turns)
                .iterations(20.0, 20.0, 20.0)
                .build());
        runs.add(run(calls, "thp", 1, 20)
                .timing(turns)
                .iterations(20.0, 0.0, 20.0)
                .build());
        assertEquals(1, only(calls).leftOut());
        runs.clear();
        runs.add(run(calls, "baseline", 1, 20)
                .timing(turns)
                .iterations(20.0, 20.0, 20.0)
                .build());
        runs.add(run(calls, "thp", 1, 20).iterations(20.0, 0.0, 20.0).build());
        assertEquals(0, only(calls).leftOut(), "the mean of a run contains it");
    }
}
