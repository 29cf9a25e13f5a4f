package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.SimulatedTlb;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.util.ArrayList;
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

    /** Runs from rows with a size and the two fastest rounds of baseline and of thp. */
    private static WalkCurve recorded(List<String> spread, List<String> packed) {
        List<Run> runs = new ArrayList<>();
        spread.forEach(row -> runs.addAll(SimulatedTlb.recorded("TlbReach.chase", "pages", row)));
        packed.forEach(row -> runs.addAll(SimulatedTlb.recorded("TlbReachPacked.chase", "lines", row)));
        return curve(runs);
    }

    private static void assertBracket(int entries, Optional<WalkCurve.Rise> rise) {
        assertTrue(rise.isPresent());
        assertTrue(rise.get().last().pages() <= entries, rise::toString);
        assertTrue(rise.get().first().pages() > entries, rise::toString);
    }

    @Test
    void theSavingIsTheDifferenceOfTheCurves() {
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

    /**
     * The two cheapest rounds of six on two cores of an AMD EPYC (Zen 4: 72 and 3 072 entries) in a virtual machine
     * whose hypervisor has small pages, while other work kept the load above eight.
     */
    @Test
    void aRecordedRunUnderLoadShowsTheEdgesThatTheCpuHas() {
        WalkCurve curve = recorded(
                List.of(
                        "16 1.36 1.36 1.36 1.37",
                        "64 1.36 1.42 1.36 1.38",
                        "128 3.27 3.28 3.27 3.27",
                        "256 3.27 3.31 3.27 3.28",
                        "1024 6.30 6.34 6.31 6.39",
                        "2048 6.32 6.33 6.33 6.39",
                        "4096 20.58 21.05 11.73 11.76",
                        "8192 36.49 36.86 17.94 18.15",
                        "16384 43.07 48.47 27.28 27.30",
                        "65536 70.06 98.79 72.41 136.22"),
                List.of(
                        "64 1.38 1.41 1.37 1.93",
                        "256 1.36 1.36 1.36 1.37",
                        "1024 4.10 4.12 4.10 4.11",
                        "4096 4.14 4.84 4.14 4.25",
                        "16384 9.31 12.10 8.99 11.16",
                        "65536 15.82 16.60 15.57 16.22"));
        assertEquals("64 128", pages(curve.firstLevel()));
        assertEquals("2048 4096", pages(curve.lastLevel()));
        assertEquals(Optional.of(true), curve.splintered());
        WalkCurve.Rise last = curve.lastLevel().orElseThrow();
        assertEquals(16.44, last.first().baseTranslation().value(), 0.01);
        assertEquals(8.85, last.first().saved().value(), 0.01);
    }

    /**
     * The same machine on another day, with 512 pages among the sizes. Its first cache ends at 512 lines or more,
     * somewhere between two sizes of the control: the line between them says 2.73 ns where 1.36 is as likely, and what
     * is left for translation falls to 0.7 and rises to 2.2 again, which is the cache and no level of the TLB.
     */
    @Test
    void anInterpolatedControlAcrossTheEndOfACacheShowsNoEdge() {
        WalkCurve curve = recorded(
                List.of(
                        "64 1.36 1.37 1.36 1.36",
                        "128 3.27 3.27 3.27 3.27",
                        "256 3.27 3.27 3.27 3.27",
                        "512 3.42 3.43 3.39 3.42",
                        "1024 6.30 6.30 6.30 6.30",
                        "2048 6.31 6.32 6.31 6.31",
                        "4096 16.48 19.13 11.67 11.68",
                        "8192 29.93 30.17 17.84 17.86",
                        "16384 34.60 39.15 27.01 27.24",
                        "65536 70.89 77.86 33.89 34.88"),
                List.of(
                        "64 1.36 1.36 1.36 1.36",
                        "256 1.36 1.36 1.36 1.36",
                        "1024 4.10 4.10 4.10 4.10",
                        "4096 4.12 4.12 4.11 4.11",
                        "16384 8.43 8.79 8.51 8.86",
                        "65536 15.20 15.27 15.15 15.23"));
        assertEquals("64 128", pages(curve.firstLevel()));
        assertEquals("2048 4096", pages(curve.lastLevel()));
        assertEquals(Optional.of(true), curve.splintered());
        assertEquals(10, curve.points().size(), "it is a point of the curve all the same");
    }

    @Test
    void withoutControlTheVariantsCurveIsTheCostOfCaches() {
        WalkCurve curve = curve(new SimulatedTlb(72, 3072).noise(0.01).runs(6, false));
        assertFalse(curve.controlled());
        assertBracket(72, curve.firstLevel());
        assertBracket(3072, curve.lastLevel());
        assertEquals(Optional.empty(), curve.splintered());
    }

    @Test
    void oneRoundShowsNoEdge() {
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
