package io.github.hpjvm.bench.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Seeds;
import io.github.hpjvm.bench.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfEventsTest {

    @Test
    void withoutAPmuOnlyTheKernelsOwnEventsCount() {
        PerfEvents events = PerfEvents.parse(Texts.resource("perf/no-pmu.csv"));
        assertFalse(events.hardware());
        assertTrue(events.software());
        assertEquals(List.of(), events.among(PerfEvents.HARDWARE));
        assertEquals(PerfEvents.SOFTWARE, events.among(PerfEvents.SOFTWARE));
    }

    @Test
    void recordsRequestedEventsThatAreAbsent() {
        assertEquals(
                false,
                PerfEvents.parse(Texts.resource("perf/no-pmu.csv")).counted().get("dTLB-loads"));
    }

    @Test
    void removesTheModifierOfAnUnprivilegedUser() {
        PerfEvents events = PerfEvents.parse(Texts.resource("perf/synthetic-intel.csv"));
        assertTrue(events.hardware());
        assertEquals(
                List.of("cycles", "instructions", "dTLB-loads", "dTLB-load-misses", "iTLB-load-misses"),
                events.among(PerfEvents.HARDWARE));
        assertTrue(events.software());
    }

    @Test
    void uncountedEventsAreAbsent() {
        PerfEvents events = PerfEvents.parse(Texts.resource("perf/synthetic-intel.csv"));
        assertFalse(events.counts("dTLB-stores"));
        assertFalse(events.counts("iTLB-loads"));
    }

    @Test
    void anAmdHasOtherTlbEventsThanAnIntel() {
        PerfEvents events = PerfEvents.parse(Texts.resource("perf/synthetic-amd.csv"));
        assertEquals(
                List.of("cycles", "instructions", "dTLB-loads", "dTLB-load-misses", "iTLB-loads", "iTLB-load-misses"),
                events.among(PerfEvents.HARDWARE));
    }

    @Test
    void ignoresLinesWithoutAnEvent() {
        assertFalse(PerfEvents.parse(Texts.resource("perf/synthetic-amd.csv"))
                .counted()
                .containsKey(""));
    }

    /** perf names the PMU of each kind of core. A short program runs on one kind only; dTLB-loads exists on one kind only. */
    @Test
    void onACpuWithTwoKindsOfCoresAnEventCountsIfBothKindsHaveIt() {
        PerfEvents events = PerfEvents.parse(Texts.resource("perf/synthetic-intel-hybrid.csv"));
        assertTrue(events.hardware());
        assertEquals(List.of("cycles", "instructions"), events.among(PerfEvents.HARDWARE));
        assertFalse(events.counts("iTLB-loads"));
    }

    @Test
    void eventsKeepTheOrderInWhichTheyWerePrinted() {
        List<String> order = new ArrayList<>(PerfEvents.HARDWARE);
        order.addAll(PerfEvents.SOFTWARE);
        assertEquals(
                order,
                List.copyOf(PerfEvents.parse(Texts.resource("perf/no-pmu.csv"))
                        .counted()
                        .keySet()));
    }

    @Test
    void ignoresLinesWithATimeColumn() {
        assertFalse(
                PerfEvents.parse(Texts.resource("perf/synthetic-interval.csv")).hardware());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                ",,",
                ",,,,,,",
                "# started on Thu\n",
                "Error:\nAccess to performance monitoring and observability operations is limited.\n",
                "perf: command not found",
                "a,b",
                "::,::,::",
                "1,,:u,,"
            })
    void otherTextHasNoEvents(String text) {
        PerfEvents events = PerfEvents.parse(text);
        assertFalse(events.hardware());
        assertFalse(events.software());
        assertFalse(events.counts(""));
    }

    @Test
    void parsesAnyText() {
        String alphabet = "<>not suported,:u/-0159.#cyles\n\t é";
        Seeds.with(5, random -> {
            for (int i = 0; i < 3000; i++) {
                StringBuilder text = new StringBuilder();
                for (int n = random.nextInt(80); n > 0; n--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                PerfEvents.parse(text.toString());
            }
        });
    }

    @Test
    void theEventsAreImmutable() {
        Map<String, Boolean> counted = new java.util.HashMap<>(Map.of("cycles", true));
        PerfEvents events = new PerfEvents(counted);
        counted.clear();
        assertTrue(events.hardware());
    }
}
