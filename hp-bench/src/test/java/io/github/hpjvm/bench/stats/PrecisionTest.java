package io.github.hpjvm.bench.stats;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrecisionTest {
    private static final Precision ONE_PER_CENT = new Precision(0.01);
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);
    private static final List<Variant> THREE =
            List.of(Variants.baseline(), Samples.variant("thp"), Samples.variant("hugetlb"));

    private final List<Run> runs = new ArrayList<>();

    @Test
    void twoRoundsMustConfirmANarrowInterval() {
        List<Double> narrow = Collections.nCopies(8, 0.9);
        assertFalse(ONE_PER_CENT.reached(narrow.subList(0, 6)));
        assertFalse(ONE_PER_CENT.reached(narrow.subList(0, 7)));
        assertTrue(ONE_PER_CENT.reached(narrow));
    }

    @Test
    void confirmingRoundsDoNotReopenAComparison() {
        List<Double> ratios = new ArrayList<>(Collections.nCopies(6, 0.9));
        ratios.addAll(List.of(0.5, 2.0));
        assertTrue(ONE_PER_CENT.reached(ratios));
    }

    @Test
    void thePositionOfTheIntervalDoesNotMatter() {
        for (double ratio : new double[] {0.1, 0.99, 1, 1.3, 40}) {
            assertTrue(ONE_PER_CENT.reached(Collections.nCopies(8, ratio)));
        }
    }

    @Test
    void thePrecisionIsHalfOfTheWidthAsAFactor() {
        assertTrue(ONE_PER_CENT.reachedBy(new RatioInterval(1 / 1.0099, 1.0099)));
        assertFalse(ONE_PER_CENT.reachedBy(new RatioInterval(1 / 1.0101, 1.0101)));
        assertTrue(ONE_PER_CENT.reachedBy(new RatioInterval(100 / 1.0099, 100 * 1.0099)));
        assertThrows(IllegalArgumentException.class, () -> new Precision(0));
        assertThrows(IllegalArgumentException.class, () -> new Precision(Double.NaN));
    }

    @Test
    void openComparisonsGetAnotherRoundWithBothBaselines() {
        for (int round = 1; round <= 8; round++) {
            double wild = round % 2 == 0 ? 1.3 : 0.7;
            add(SMALL, round, 10, 10, 9, 9 * wild);
            add(LARGE, round, 10, 10, 9, 9);
        }
        assertEquals(
                Map.of(SMALL, List.of(Variants.baseline(), Samples.variant("hugetlb"), Variants.twin())),
                ONE_PER_CENT.open(runs, runs, List.of(SMALL, LARGE), THREE));
    }

    @Test
    void aWideAaIntervalGetsMoreRounds() {
        for (int round = 1; round <= 8; round++) {
            add(SMALL, round, 10, round % 2 == 0 ? 13 : 7, 9, 9);
        }
        assertEquals(
                Map.of(SMALL, List.of(Variants.baseline(), Variants.twin())),
                ONE_PER_CENT.open(runs, runs, List.of(SMALL), THREE));
    }

    @Test
    void aVariantWithoutItsPagesGetsNoMoreRounds() {
        for (int round = 1; round <= 8; round++) {
            add(SMALL, round, 10, 10, 9, 0);
        }
        assertEquals(Map.of(), ONE_PER_CENT.open(runs, runs, List.of(SMALL), THREE));
    }

    @Test
    void busyRoundsThatAreLeftOutAreReplaced() {
        for (int round = 1; round <= 8; round++) {
            add(SMALL, round, 10, 10, 9, 0);
        }
        Map<Case, List<Variant>> more =
                Map.of(SMALL, List.of(Variants.baseline(), Samples.variant("thp"), Variants.twin()));
        assertEquals(more, ONE_PER_CENT.open(runs, List.of(), List.of(SMALL), THREE), "all of it was left out");
        List<Run> seven = runs.stream().filter(run -> run.job().round() != 5).toList();
        assertEquals(more, ONE_PER_CENT.open(runs, seven, List.of(SMALL), THREE), "one round was left out");
    }

    @Test
    void theCaseThatNeedsTheFewestRoundsIsNext() {
        for (int round = 1; round <= 6; round++) {
            double little = round % 2 == 0 ? 1.004 : 0.996;
            double wide = round == 6 ? 1.3 : 1;
            add(SMALL, round, 10, 10, 10 * little * wide, 10 * little);
            double more = round % 2 == 0 ? 1.04 : 0.96;
            add(LARGE, round, 10, 10, 8 * more, 8 * more);
        }
        Map<Case, List<Variant>> open = ONE_PER_CENT.open(runs, runs, List.of(LARGE, SMALL), THREE);
        assertEquals(SMALL, ONE_PER_CENT.next(runs, runs, open), "its interval is wider because of one round");
    }

    /** SMALL has 8 % and needs 40 rounds for 1 %; LARGE needs 24 rounds for 8 %, and 1 400 for 1 %. */
    @Test
    void theFirstGoalIsEightTimesThePrecision() {
        addSix(0.015);
        Map<Case, List<Variant>> open = ONE_PER_CENT.open(runs, runs, List.of(SMALL, LARGE), THREE);
        assertEquals(LARGE, ONE_PER_CENT.next(runs, runs, open));
        for (int round = 7; round <= 40; round++) {
            addWide(round);
        }
        assertEquals(SMALL, ONE_PER_CENT.next(runs, runs, open), "now LARGE has 8 %");
    }

    /** SMALL needs 19 rounds for 2 % and 77 for 1 %. LARGE has 2 %, and needs 30 for 1 %. */
    @Test
    void theSecondGoalIsTwiceThePrecision() {
        for (int round = 1; round <= 6; round++) {
            double little = round % 2 == 0 ? 1.021 : 0.979;
            add(SMALL, round, 10, 10, 10 * little, 10 * little);
            double less = round % 2 == 0 ? 1.013 : 0.987;
            add(LARGE, round, 10, 10, 8 * less, 8 * less);
        }
        Map<Case, List<Variant>> open = ONE_PER_CENT.open(runs, runs, List.of(LARGE, SMALL), THREE);
        assertEquals(SMALL, ONE_PER_CENT.next(runs, runs, open));
    }

    /** SMALL has 6 of about 70 rounds, LARGE 75 of about 110. */
    @Test
    void roundsThatACaseHasDoNotPutItFirst() {
        for (int round = 1; round <= 75; round++) {
            double little = round % 2 == 0 ? 1.02 : 0.98;
            if (round <= 6) {
                add(SMALL, round, 10, 10, 10 * little, 10 * little);
            }
            double more = 1 + (round % 10 - 4.5) / 60;
            add(LARGE, round, 10, 10, 8 * more, 8 * more);
        }
        Map<Case, List<Variant>> open = ONE_PER_CENT.open(runs, runs, List.of(LARGE, SMALL), THREE);
        assertEquals(List.of(LARGE, SMALL), List.copyOf(open.keySet()));
        assertEquals(SMALL, ONE_PER_CENT.next(runs, runs, open));
    }

    /** A round of LARGE was busy and is left out: without another one it would have no interval. */
    @Test
    void aCaseThatLacksARoundForAnIntervalIsNext() {
        addSix(0.04);
        Map<Case, List<Variant>> open = ONE_PER_CENT.open(runs, runs, List.of(SMALL, LARGE), THREE);
        List<Run> counting = runs.stream()
                .filter(run -> run.job().round() != 3 || run.job().subject().equals(SMALL))
                .toList();
        assertEquals(LARGE, ONE_PER_CENT.next(runs, counting, open));
        for (int round = 7; round <= 18; round++) {
            addWide(round);
        }
        assertEquals(SMALL, ONE_PER_CENT.next(runs, counting, open), "18 rounds with 5 ratios");
    }

    /** Not the variant with the widest interval decides, and not the few rounds that another case needs for its precision. */
    @Test
    void oneVariantThatLacksARoundIsEnough() {
        addSix(0.006);
        List<Run> counting = runs.stream()
                .filter(run -> run.job().round() != 3
                        || run.job().subject().equals(SMALL)
                        || !run.job().variant().name().equals("hugetlb"))
                .toList();
        Map<Case, List<Variant>> open = ONE_PER_CENT.open(runs, counting, List.of(SMALL, LARGE), THREE);
        assertEquals(Set.of(SMALL, LARGE), open.keySet());
        assertEquals(LARGE, ONE_PER_CENT.next(runs, counting, open));
    }

    /** Adds six rounds: SMALL with this spread, and LARGE with a wide one. */
    private void addSix(double spread) {
        for (int round = 1; round <= 6; round++) {
            double little = round % 2 == 0 ? 1 + spread : 1 - spread;
            add(SMALL, round, 10, 10, 10 * little, 10 * little);
            addWide(round);
        }
    }

    private void addWide(int round) {
        double more = round % 2 == 0 ? 1.09 : 0.91;
        add(LARGE, round, 10, 10, 8 * more, 8 * more);
    }

    private void add(Case subject, int round, double baseline, double twin, double thp, double hugetlb) {
        runs.add(run(subject, "baseline", round, baseline).build());
        runs.add(run(subject, "baseline'", round, twin).build());
        runs.add(run(subject, "thp", round, thp).build());
        runs.add(
                hugetlb > 0
                        ? run(subject, "hugetlb", round, hugetlb).build()
                        : run(subject, "hugetlb", round, 1)
                                .notRealised("no pool", null)
                                .build());
    }
}
