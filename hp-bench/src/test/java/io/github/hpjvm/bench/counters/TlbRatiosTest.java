package io.github.hpjvm.bench.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TlbRatiosTest {

    /** A server of 2017 with a heap of 200 GB, on base pages and with THP: counts of one second (Haswell). */
    @ParameterizedTest
    @CsvSource({
        "61912076685, 5615887228, 1049159484, 1087179, 0.108",
        "55401975112, 1133196162, 167646297, 342228, 0.023",
    })
    void agreesWithPublishedFigures(double cycles, double dataCycles, double codeCycles, double memory, double share) {
        TlbRatios ratios = TlbRatios.of(
                Map.of(
                        "cycles",
                        cycles,
                        "dtlb_load_misses.walk_duration",
                        dataCycles,
                        "itlb_misses.walk_duration",
                        codeCycles,
                        "page_walker_loads.dtlb_memory",
                        memory),
                Map.of());
        assertEquals(share, ratios.walkCycleShare().orElseThrow(), 0.0005);
        assertEquals(memory, ratios.walkerMemoryLoadsPerOp().orElseThrow());
        assertEquals(
                List.of("partial: dtlb_store_misses.walk_duration not counted, sums are lower bounds"),
                ratios.notes().stream()
                        .filter(it -> !it.contains("itlb_memory"))
                        .toList());
    }

    /** ByteArrayTouch at 100 000 000 bytes, JMH's own events. */
    @Test
    void notesTheLimitsOfGenericNames() {
        TlbRatios ratios = TlbRatios.of(
                Map.of("cycles", 123.207, "dTLB-load-misses", 1.017, "dTLB-loads", 17.388, "instructions", 100.0),
                Map.of());
        assertEquals(1.017, ratios.dataWalksPerOp().orElseThrow());
        assertEquals(10.17, ratios.dataWalksPer1000Instructions().orElseThrow(), 1e-9);
        assertEquals(OptionalDouble.empty(), ratios.walkCycleShare());
        assertEquals(1, ratios.notes().size());
        assertTrue(ratios.notes().get(0).startsWith("perf's generic TLB events"), ratios.notes()::toString);
    }

    @Test
    void removesModifiersAndKindsOfCores() {
        TlbRatios ratios = TlbRatios.of(
                Map.of(
                        "cpu_core/cycles/u", 60.0,
                        "cpu_atom/cycles/u", 40.0,
                        "dtlb_load_misses.walk_active:u", 10.0,
                        "dtlb_store_misses.walk_active:u", 1.0,
                        "itlb_misses.walk_active:u", 1.0),
                Map.of());
        assertEquals(0.12, ratios.walkCycleShare().orElseThrow(), 1e-12);
        assertEquals(List.of(), ratios.notes());
    }

    @Test
    void notesSharedCounters() {
        TlbRatios ratios = TlbRatios.of(
                Map.of("cycles", 100.0, "dtlb_walk", 1.0, "itlb_walk", 1.0),
                Map.of("dtlb_walk", 62.4, "itlb_walk", 38.2, "cycles", 99.99));
        assertEquals(
                List.of(
                        "multiplexed: more events than counters, each was counted for 38 % of the time or more and scaled"
                                + " up"),
                ratios.notes());
    }

    @Test
    void notesWalksForDataAlone() {
        TlbRatios ratios = TlbRatios.of(
                Map.of("cycles", 10.0, "dtlb_load_misses.walk_active", 1.0, "dtlb_store_misses.walk_active", 1.0),
                Map.of());
        assertEquals(0.2, ratios.walkCycleShare().orElseThrow(), 1e-12);
        assertEquals(List.of("walk cycles cover data only"), ratios.notes());
    }

    @Test
    void noCountsGiveNoFigureAndNoNote() {
        for (Map<String, Double> counts : List.<Map<String, Double>>of(
                Map.of(), Map.of("page-faults", 3.0), Map.of("cycles", 0.0, "instructions", 0.0), Map.of("", 1.0))) {
            TlbRatios ratios = TlbRatios.of(counts, Map.of());
            assertTrue(ratios.isEmpty(), counts::toString);
            assertEquals(List.of(), ratios.notes());
        }
    }

    @Test
    void zeroCyclesGiveNoShare() {
        assertEquals(
                OptionalDouble.empty(),
                TlbRatios.of(
                                Map.of(
                                        "cycles",
                                        0.0,
                                        "itlb_misses.walk_active",
                                        0.0,
                                        "dtlb_load_misses.walk_active",
                                        0.0),
                                Map.of())
                        .walkCycleShare());
    }

    @Test
    void intervalsContainTheCountedTime() {
        assertEquals(
                Map.of("dtlb_load_misses.walk_active:u", 50.0, "itlb_misses.walk_active:u", 0.0),
                PerfIntervals.running(Texts.resource("perf/stats/synthetic-multiplexed-interval.csv")));
        assertEquals(Map.of(), PerfIntervals.running(Texts.resource("perf/synthetic-interval.csv")));
        assertEquals(Map.of(), PerfIntervals.running("\n,,,,,,\nx,y,z,cycles,1,50\n"));
    }
}
