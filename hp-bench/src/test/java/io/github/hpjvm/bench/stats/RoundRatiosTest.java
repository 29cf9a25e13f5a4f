package io.github.hpjvm.bench.stats;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.evidence.Reading;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundRatiosTest {
    private static final Case SUBJECT = Samples.ofSize(1000);
    private static final Variant THP = Samples.variant("thp");

    @Test
    void comparesWithinTurns() {
        List<Run> runs = List.of(
                sliced("baseline", slice(1, 100, 90), slice(2, 1000, 900), slice(3, 100, 90)),
                sliced("thp", slice(1, 50, 45), slice(2, 500, 450), slice(3, 70, 90)));
        assertEquals(0.5, ratio(runs, Clock.WALL), 1e-9);
        assertEquals(0.5, ratio(runs, Clock.CPU), 1e-9);
        assertEquals(Interleave.SLICES, RoundRatios.interleave(runs, SUBJECT, THP));
    }

    /** The medians of 0,0,0,0,4 and 0,0,0,0,8 are equal. */
    @Test
    void aMetricWithATurnThatIsNotPositiveHasNoRatio() {
        assertEquals(List.of(), ofMetric(List.of(0.0, 0.0, 0.0, 0.0, 4.0), List.of(0.0, 0.0, 0.0, 0.0, 8.0)));
        assertEquals(List.of(), ofMetric(List.of(4.0, 4.0, 4.0), List.of(8.0, 0.0, 8.0)));
        assertEquals(List.of(), ofMetric(List.of(4.0, Double.NaN, 4.0), List.of(8.0, 8.0, 8.0)));
        assertEquals(2, ofMetric(List.of(4.0, 4.0, 4.0), List.of(8.0, 8.0, 8.0)).get(0), 1e-9);
    }

    private static List<Double> ofMetric(List<Double> below, List<Double> above) {
        return RoundRatios.of(List.of(withMetric("baseline", below), withMetric("thp", above)), SUBJECT, THP, "p99");
    }

    private static Run withMetric(String variant, List<Double> values) {
        Slice[] turns = IntStream.rangeClosed(1, values.size())
                .mapToObj(turn -> slice(turn, 100, 90))
                .toArray(Slice[]::new);
        double median = values.stream().sorted().toList().get(values.size() / 2);
        return run(SUBJECT, variant, 1, 5)
                .timing(timing(turns))
                .reading("p99", new Reading(median, "ms", values))
                .build();
    }

    @Test
    void countsOnlyTurnsOfBothSides() {
        List<Run> runs = List.of(
                sliced("baseline", slice(1, 100, 100), slice(2, 100, 100)),
                sliced("thp", slice(2, 80, 60), slice(3, 1, 1)));
        assertEquals(0.8, ratio(runs, Clock.WALL), 1e-9);
        assertEquals(0.6, ratio(runs, Clock.CPU), 1e-9);
    }

    @Test
    void takesTheMiddleOfTwoTurnsAsLogarithms() {
        List<Run> runs = List.of(
                sliced("baseline", slice(1, 100, 100), slice(2, 100, 100)),
                sliced("thp", slice(1, 50, 50), slice(2, 200, 200)));
        assertEquals(1, ratio(runs, Clock.WALL), 1e-9);
    }

    @Test
    void leavesOutTheTurnsInWhichOneSideWasNotYetSettled() {
        Slice[] steady =
                IntStream.rangeClosed(1, 40).mapToObj(i -> slice(i, 100, 100)).toArray(Slice[]::new);
        Slice[] slowAtFirst = IntStream.rangeClosed(1, 40)
                .mapToObj(i -> slice(i, i < 26 ? 1000 - 36 * i : 70, i < 26 ? 1000 - 36 * i : 70))
                .toArray(Slice[]::new);
        List<Run> runs = List.of(sliced("baseline", steady), sliced("thp", slowAtFirst));
        assertEquals(0.7, ratio(runs, Clock.WALL), 1e-9);
        List<Run> swapped = List.of(sliced("baseline", slowAtFirst), sliced("thp", steady));
        assertEquals(1 / 0.7, ratio(swapped, Clock.CPU), 1e-9);
    }

    @Test
    void skipsTurnsWithoutOperationsOrTime() {
        List<Run> runs = List.of(
                sliced("baseline", slice(1, 100, 0), slice(2, 100, 100)),
                sliced("thp", slice(1, 90, 90), new Slice(2, 0, 10, OptionalDouble.of(10)), slice(3, 1, 1)));
        assertEquals(0.9, ratio(runs, Clock.WALL), 1e-9);
        assertEquals(List.of(), RoundRatios.of(runs, SUBJECT, THP, Clock.CPU));
    }

    @Test
    void dividesCostsWhereOneSideRanWithoutSlices() {
        Timing timing = new Timing(
                Interleave.FORKS, 0, Optional.of("memory"), OptionalDouble.of(4), OptionalDouble.of(3), List.of());
        List<Run> runs =
                List.of(run(SUBJECT, "baseline", 1, 10).timing(timing).build(), sliced("thp", slice(1, 50, 45)));
        assertEquals(0.5, ratio(runs, Clock.WALL), 1e-9);
        assertEquals(2.0 / 3, ratio(runs, Clock.CPU), 1e-9);
        assertEquals(Interleave.FORKS, RoundRatios.interleave(runs, SUBJECT, THP));
    }

    /** Its logarithm would be infinite, which no statistic accepts. */
    @Test
    void aRatioOfZeroOrInfinityIsNone() {
        for (double[] scores : new double[][] {{2, Double.MIN_VALUE}, {Double.MIN_VALUE, Double.MAX_VALUE}}) {
            List<Run> runs = List.of(
                    run(SUBJECT, "baseline", 1, scores[0]).build(),
                    run(SUBJECT, "thp", 1, scores[1]).build());
            assertEquals(List.of(), RoundRatios.of(runs, SUBJECT, THP));
        }
        Slice cheap = new Slice(1, 1e300, 1, OptionalDouble.of(1));
        Slice dear = slice(1, 1e300, 1e300);
        assertEquals(
                List.of(),
                RoundRatios.of(List.of(sliced("baseline", cheap), sliced("thp", dear)), SUBJECT, THP, Clock.WALL));
        assertEquals(
                List.of(),
                RoundRatios.of(List.of(sliced("baseline", dear), sliced("thp", cheap)), SUBJECT, THP, Clock.WALL));
    }

    @Test
    void judgesByElapsedTimeWhereNoCpuTimeWasMeasured() {
        List<Run> runs = List.of(
                run(SUBJECT, "baseline", 1, 10).build(),
                run(SUBJECT, "thp", 1, 5).build());
        assertEquals(Clock.CPU, SUBJECT.workload().clock());
        assertEquals(Clock.WALL, RoundRatios.clock(runs, SUBJECT, THP));
        assertEquals(List.of(0.5), RoundRatios.of(runs, SUBJECT, THP));
    }

    @Test
    void keepsTheClockOfTheWorkload() {
        Case byWall = Samples.ofSize(Samples.touch().by(Clock.WALL), 1000);
        List<Run> runs = List.of(
                run(byWall, "baseline", 1, 5).timing(timing(slice(1, 100, 50))).build(),
                run(byWall, "thp", 1, 2).timing(timing(slice(1, 80, 50))).build());
        assertEquals(Clock.WALL, RoundRatios.clock(runs, byWall, THP));
        assertEquals(
                List.of(0.8),
                RoundRatios.of(runs, byWall, THP).stream()
                        .map(it -> Math.round(it * 1e9) / 1e9)
                        .toList());
    }

    private static double ratio(List<Run> runs, Clock clock) {
        List<Double> ratios = RoundRatios.of(runs, SUBJECT, THP, clock);
        assertEquals(1, ratios.size());
        return ratios.get(0);
    }

    private static Run sliced(String variant, Slice... slices) {
        return run(SUBJECT, variant, 1, 5).timing(timing(slices)).build();
    }

    private static Timing timing(Slice... slices) {
        double wall = IntStream.range(0, slices.length)
                .mapToDouble(i -> slices[i].wallNanos())
                .average()
                .orElse(0);
        return new Timing(
                Interleave.SLICES, 0, Optional.empty(), OptionalDouble.of(wall), OptionalDouble.of(2), List.of(slices));
    }

    /** A turn of one operation. */
    private static Slice slice(int turn, double wall, double cpu) {
        return new Slice(turn, 1, wall, OptionalDouble.of(cpu));
    }
}
