package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.SimulatedTlb;
import io.github.hpjvm.bench.run.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WalkCurvesTest {
    private static final List<Variant> VARIANTS = List.of(Variants.baseline(), Samples.variant("thp"));

    private static WalkCurve curve(List<Run> runs) {
        List<WalkCurve> curves = WalkCurves.of(runs, VARIANTS);
        assertEquals(1, curves.size());
        return curves.get(0);
    }

    private static String pages(Optional<WalkCurve.Rise> rise) {
        return rise.map(it -> it.last().pages() + " " + it.first().pages()).orElse("none");
    }

    /** Entries of the first and of the last level: Zen 5, Zen 4, Skylake-SP, Neoverse N1. */
    @ParameterizedTest
    @CsvSource({"96, 4096", "72, 3072", "64, 1536", "48, 1280"})
    void theReachOfBothLevelsLiesBetweenTwoNeighbours(int first, int last) {
        for (boolean splintered : List.of(true, false)) {
            WalkCurve curve = curve(new SimulatedTlb(first, last)
                    .splintered(splintered)
                    .noise(0.01)
                    .runs(6, true));
            assertTrue(curve.controlled());
            assertBracket(first, curve.firstLevel());
            assertBracket(last, curve.lastLevel());
            assertEquals(Optional.of(splintered), curve.splintered());
            WalkCurve.Point largest = curve.points().get(curve.points().size() - 1);
            assertEquals(SimulatedTlb.WALK, largest.baseTranslation().value(), 0.1 * SimulatedTlb.WALK);
        }
    }

    private static void assertBracket(int entries, Optional<WalkCurve.Rise> rise) {
        assertTrue(rise.isPresent());
        assertTrue(rise.get().last().pages() <= entries, rise::toString);
        assertTrue(rise.get().first().pages() > entries, rise::toString);
    }

    @Test
    void whatIsSavedIsTheDifferenceOfTheCurves() {
        WalkCurve curve = curve(new SimulatedTlb(72, 3072).runs(6, true));
        for (WalkCurve.Point point : curve.points()) {
            assertEquals(point.base() - point.huge(), point.saved().value(), 1e-9);
            assertEquals(
                    point.baseTranslation().value() - point.hugeTranslation().value(),
                    point.saved().value(),
                    1e-9);
            assertEquals(6, point.saved().rounds());
        }
        assertEquals(16 * 4096, curve.points().get(0).bytes());
    }

    @Test
    void withoutControlTheVariantsOwnCurveStandsForTheCaches() {
        WalkCurve curve = curve(new SimulatedTlb(72, 3072).noise(0.01).runs(6, false));
        assertFalse(curve.controlled());
        assertBracket(72, curve.firstLevel());
        assertBracket(3072, curve.lastLevel());
        assertEquals(Optional.empty(), curve.splintered());
    }

    @Test
    void oneRoundProvesNoEdge() {
        WalkCurve curve = curve(new SimulatedTlb(72, 3072).runs(1, true));
        assertEquals(List.of(), curve.rises());
        assertEquals("none", pages(curve.lastLevel()));
    }

    @Test
    void noiseAloneHasNoEdge() {
        WalkCurve curve = curve(new SimulatedTlb(1 << 30, 1 << 30).noise(0.02).runs(6, true));
        assertEquals(List.of(), curve.rises());
        assertEquals(Optional.empty(), curve.splintered());
    }

    @Test
    void oneEdgeIsNotCalledTheFirstLevel() {
        WalkCurve curve = curve(new SimulatedTlb(1, 3072).noise(0.01).runs(6, true));
        assertEquals("none", pages(curve.firstLevel()));
        assertEquals("2048 4096", pages(curve.lastLevel()));
    }

    @Test
    void aSizeThatOneSideLacksIsNoPoint() {
        List<Run> runs = new SimulatedTlb(72, 3072)
                .runs(6, true).stream()
                        .filter(run -> !(run.job().variant().name().equals("thp")
                                && run.job().subject().params().containsValue("128")))
                        .toList();
        assertTrue(curve(runs).points().stream().noneMatch(point -> point.pages() == 128));
    }

    @Test
    void withoutTheWorkloadThereIsNoCurve() {
        assertEquals(List.of(), WalkCurves.of(List.of(), VARIANTS));
        assertEquals(List.of(), WalkCurves.of(new SimulatedTlb(72, 3072).runs(6, true), List.of(Variants.baseline())));
    }
}
