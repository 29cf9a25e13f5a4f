package io.github.hpjvm.bench.stats;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Timing;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class AloneCheckTest {
    private static final Case SUBJECT = Samples.ofSize(1_000_000);
    private static final Variant THP = Samples.variant("thp");

    /** Turns make baseline a fifth and the variant half as expensive again: they overstate the cost, and understate the gain. */
    @Test
    void comparesTurnsWithLongTurnsOfTheSameForks() {
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            runs.add(measured("baseline", round, 12, 10, 10, 30));
            runs.add(measured("thp", round, 12, 8, 8, 16));
        }
        List<AloneCheck> checks = checks(runs);
        assertEquals(1, checks.size());
        AloneCheck check = checks.get(0);
        assertEquals(THP, check.variant());
        assertEquals(6, check.ratio().rounds());
        assertEquals(1 / 0.8, check.ratio().ratio().orElseThrow(), 1e-9, "12 over 12 in turns, 8 over 10 alone");
        assertEquals(1.2, check.cost().ratio().orElseThrow(), 1e-9);
        assertEquals(1.2, check.cost().ci95().orElseThrow().low(), 1e-9);
    }

    @Test
    void campaignsWithoutLongTurnsHaveNone() {
        List<Run> runs = List.of(measured("baseline", 1, 12), measured("thp", 1, 12));
        assertEquals(List.of(), checks(runs));
    }

    @Test
    void roundsThatLackLongTurnsOfOneSideAreLeftOut() {
        List<Run> runs = List.of(
                measured("baseline", 1, 12, 10),
                measured("thp", 1, 12),
                measured("baseline", 2, 12, 12),
                measured("thp", 2, 12, 12));
        assertEquals(1, checks(runs).get(0).ratio().rounds());
    }

    /** The first reads of baseline's memory are slow in turns and in the first long turn. */
    @Test
    void longTurnsOfAForkThatHasNotSettledDoNotCount() {
        List<Slice> slow = new ArrayList<>();
        List<Slice> steady = new ArrayList<>();
        for (int turn = 2; turn <= 21; turn++) {
            double cost = turn < 10 ? 100 : 12;
            slow.add(new Slice(turn, 1, cost, OptionalDouble.of(cost)));
            steady.add(new Slice(turn, 1, 12, OptionalDouble.of(12)));
        }
        List<Run> runs = new ArrayList<>();
        for (int round = 1; round <= 6; round++) {
            runs.add(measured("baseline", round, slow, List.of(alone(5, 90), alone(8, 80), alone(14, 12))));
            runs.add(measured("thp", round, steady, List.of(alone(5, 12), alone(8, 12), alone(14, 12))));
        }
        AloneCheck check = checks(runs).get(0);
        assertEquals(1, check.ratio().ratio().orElseThrow(), 1e-9);
        assertEquals(1, check.cost().ratio().orElseThrow(), 1e-9);
    }

    private static List<AloneCheck> checks(List<Run> runs) {
        return Comparisons.of(runs, List.of(SUBJECT), List.of(THP)).aloneChecks();
    }

    /** A run whose operations cost so much CPU time in turns, and so much in each long turn. */
    private static Run measured(String variant, int round, double inTurns, double... alone) {
        List<Slice> slices = new ArrayList<>();
        for (int turn = 2; turn <= 5; turn++) {
            slices.add(new Slice(turn, 1, inTurns, OptionalDouble.of(inTurns)));
        }
        List<Slice> longTurns = new ArrayList<>();
        for (int i = 0; i < alone.length; i++) {
            longTurns.add(alone(6 + i, alone[i]));
        }
        return measured(variant, round, slices, longTurns);
    }

    private static Slice alone(int turn, double cost) {
        return new Slice(turn, 10, 20 * cost, OptionalDouble.of(10 * cost));
    }

    private static Run measured(String variant, int round, List<Slice> slices, List<Slice> alone) {
        double last = slices.get(slices.size() - 1).wallNanos();
        Timing timing = new Timing(
                Interleave.SLICES, 0, Optional.empty(), OptionalDouble.of(last), OptionalDouble.of(last), slices);
        return run(SUBJECT, variant, round, last)
                .timing(timing.withAlone(alone))
                .build();
    }
}
