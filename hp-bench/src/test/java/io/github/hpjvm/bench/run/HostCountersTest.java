package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Disturbance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostCountersTest {

    @Test
    void ownTimeIncludesChildrenThatWereWaitedFor() {
        String stat = "4711 (a) b (c) S 1 4711 4711 0 -1 4194560 1 2 3 4 100 20 3000 400 20 0 30 0 12345 1 2";
        assertEquals(Optional.of(3520L), HostCounters.ownTicks(stat));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 (java) S 1 2", "1 (java) S 1 1 1 0 -1 0 0 0 0 0 x 20 3000 400 20"})
    void aMalformedStatIsUnknown(String stat) {
        assertEquals(Optional.empty(), HostCounters.ownTicks(stat));
    }

    @Test
    void pressureIsTheTotalOfSome() {
        String text = "some avg10=57.43 avg60=57.03 avg300=55.52 total=4430691125\n"
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n";
        assertEquals(Optional.of(4430691125L), HostCounters.stalledMicros(text));
        assertEquals(Optional.empty(), HostCounters.stalledMicros("full avg10=0.00 total=7\n"));
        assertEquals(Optional.empty(), HostCounters.stalledMicros("some avg10=0.00 total=99999999999999999999\n"));
    }

    @Test
    void loadAndFrequency() {
        assertEquals(OptionalDouble.of(4.71), HostCounters.load("4.71 4.84 3.34 5/165 28014\n"));
        assertEquals(OptionalDouble.empty(), HostCounters.load(""));
        assertEquals(
                OptionalDouble.of(2500),
                HostCounters.megahertz(
                        "processor\t: 0\ncpu MHz\t\t: 2000.000\nprocessor\t: 1\ncpu MHz\t\t: 3000.000\n"));
        assertEquals(OptionalDouble.empty(), HostCounters.megahertz("processor : 0\nBogoMIPS : 50.00\n"));
    }

    @Test
    void keepsVmstatCountersOfHugePagesCompactionAndStalls() {
        Map<String, Long> counters = HostCounters.vmstat(
                "pgfault 5\nthp_fault_alloc 7\ncompact_stall 0\nallocstall_normal 3\nthp_odd x\nthp_odd 1 2\n");
        assertEquals(Map.of("thp_fault_alloc", 7L, "compact_stall", 0L, "allocstall_normal", 3L), counters);
    }

    @Test
    void omitsCountersThatDidNotIncrease() {
        assertEquals(
                Map.of("thp_fault_alloc", 5L),
                HostCounters.grown(
                        Map.of("thp_fault_alloc", 2L, "compact_stall", 3L, "thp_split_pmd", 9L),
                        Map.of("thp_fault_alloc", 7L, "compact_stall", 3L, "thp_split_pmd", 1L, "thp_new", 4L)));
    }

    @Test
    void timeOfOthersIsBusyTimeWithoutOwnTime() {
        CpuTimes before = new CpuTimes(1000, 10, 500);
        // 200 ticks: 20 steal, 80 idle, 60 of this process
        assertEquals(OptionalDouble.of(20), new CpuTimes(1200, 30, 580).othersPercentSince(before, 60));
        assertEquals(OptionalDouble.of(0), new CpuTimes(1200, 30, 580).othersPercentSince(before, 101));
        assertEquals(OptionalDouble.empty(), before.othersPercentSince(before, 0));
        assertEquals(OptionalDouble.empty(), new CpuTimes(1200, 30, 400).othersPercentSince(before, 0));
        assertEquals(OptionalDouble.empty(), new CpuTimes(1200, 3, 580).othersPercentSince(before, 0));
    }

    @ParameterizedTest
    @CsvSource({"5, 10, 0", "5.1, 10, 1", "5, 10.1, 1", "50, 50, 2", "0, 0, 0"})
    void aShareAboveTheLimitIsADisturbance(double steal, double others, int reasons) {
        Disturbance disturbance = of(OptionalDouble.of(steal), OptionalDouble.of(others));
        assertEquals(reasons, disturbance.reasons().size());
        assertEquals(reasons > 0, disturbance.disturbed());
    }

    @Test
    void unknownValuesAndEffectsOfAVariantAreNoDisturbance() {
        assertFalse(Disturbance.UNKNOWN.disturbed());
        Disturbance pressed = new Disturbance(
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.of(99),
                OptionalDouble.of(99),
                OptionalDouble.of(99),
                OptionalDouble.empty(),
                OptionalLong.of(0),
                OptionalDouble.of(1),
                OptionalDouble.of(99),
                Map.of("compact_stall", 1_000_000L));
        assertFalse(pressed.disturbed());
        assertEquals(
                List.of("other processes 42.0 %"),
                of(OptionalDouble.empty(), OptionalDouble.of(42)).reasons());
    }

    @Test
    void readsThisHost() {
        Disturbance disturbance = DisturbanceProbe.start().end();
        assertTrue(disturbance.load1().isPresent(), "Linux has a load average");
        disturbance.othersCpuPercent().ifPresent(percent -> assertTrue(percent >= 0 && percent <= 100.0));
    }

    private static Disturbance of(OptionalDouble steal, OptionalDouble others) {
        return new Disturbance(
                steal,
                others,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Map.of());
    }
}
