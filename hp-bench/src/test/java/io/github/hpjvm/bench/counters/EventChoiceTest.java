package io.github.hpjvm.bench.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of /proc/cpuinfo, perf list and perf stat are synthetic, as these machines are not available. */
class EventChoiceTest {
    private static final double EXACT = 1e-12;

    private static PerfList list(String name) {
        return PerfList.parse(Texts.resource("perf/lists/" + name + ".txt"));
    }

    private static Optional<CpuModel> cpu(String name) {
        return CpuModel.parse(Texts.resource("perf/cpuinfo/synthetic-" + name + ".txt"));
    }

    private static EventChoice choice(String cpu) {
        PerfEvents stat = PerfEvents.parse(Texts.resource("perf/stats/synthetic-" + cpu + ".csv"));
        return EventChoice.of(cpu(cpu), list("synthetic-" + cpu), event -> stat.counts(event.name()));
    }

    /** Counts of the chosen events, for one operation in a thousand cycles. */
    private static Map<String, Double> counts(String cpu, EventChoice choice) {
        Map<String, Double> counts = new TreeMap<>();
        Texts.resource("perf/stats/synthetic-" + cpu + ".csv").lines().forEach(line -> {
            String[] columns = line.split(",", -1);
            if (choice.names().contains(columns[2])) {
                counts.put(columns[2], Double.parseDouble(columns[0]) / 1000);
            }
        });
        return counts;
    }

    @ParameterizedTest
    @CsvSource({
        "haswell,         Intel Haswell-EP,      0.108, 0.024, 0.125",
        "broadwell,       Intel Broadwell,       0.108, 0.020, 0.125",
        "skylake,         Intel Skylake,         0.108,      , 0.125",
        "skylake-sp,      Intel Skylake-SP,      0.108,      , 0.125",
        "cascade-lake,    Intel Cascade Lake,    0.108,      , 0.125",
        "ice-lake,        Intel Ice Lake,        0.108,      , 0.125",
        "tiger-lake,      Intel Tiger Lake,      0.108,      , 0.125",
        "rocket-lake,     Intel Rocket Lake,     0.108,      , 0.125",
        "ice-lake-sp,     Intel Ice Lake-SP,     0.108,      , 0.125",
        "sapphire-rapids, Intel Sapphire Rapids, 0.108,      , 0.125",
        "emerald-rapids,  Intel Emerald Rapids,  0.108,      , 0.125",
        "granite-rapids,  Intel Granite Rapids,  0.108,      , 0.125",
        "sierra-forest,   Intel Sierra Forest,        ,      , 0.125",
        "raptor-lake,     Intel Alder Lake or Raptor Lake, ,  ,      ",
        "zen1,            AMD Zen 1,                  ,      , 0.125",
        "zen2,            AMD Zen 2,                  ,      , 0.125",
        "zen3,            AMD Zen 3,                  ,      , 0.125",
        "zen4,            AMD Zen 4,                  ,      , 0.125",
        "zen5,            AMD Zen 5,                  ,      , 0.125",
        "neoverse-n1,     Arm Neoverse N1,            ,      ,      ",
        "neoverse-n2,     Arm Neoverse N2,            ,      ,      ",
        "neoverse-v1,     Arm Neoverse V1,            ,      ,      ",
        "neoverse-v2,     Arm Neoverse V2,            ,      ,      ",
        "neoverse-v3,     Arm CPU,                    ,      ,      ",
        "ampereone,       Arm CPU,                    ,      ,      ",
    })
    void knowsEachCpuAndDerivesItsRatios(String cpu, String name, Double walkShare, Double memory, Double largeShare) {
        EventChoice choice = choice(cpu);
        assertEquals(Optional.of(name), choice.cpu());
        assertEquals(List.of(), choice.missing());
        assertTrue(choice.names().containsAll(List.of("cycles", "instructions")), choice.text());
        assertFalse(choice.text().contains("TLB-load-misses"), choice.text());
        TlbRatios ratios = TlbRatios.of(counts(cpu, choice), Map.of());
        assertEquals(4, ratios.dataWalksPerOp().orElseThrow(), EXACT);
        assertEquals(5, ratios.dataWalksPer1000Instructions().orElseThrow(), EXACT);
        assertEquals(0.08, ratios.codeWalksPerOp().orElseThrow(), EXACT);
        assertEquals(0.1, ratios.codeWalksPer1000Instructions().orElseThrow(), EXACT);
        same(walkShare, ratios.walkCycleShare());
        same(memory, ratios.walkerMemoryLoadsPerOp());
        same(largeShare, ratios.largePageWalkShare());
        assertEquals(List.of(), ratios.notes());
    }

    private static void same(Double expected, OptionalDouble actual) {
        assertEquals(expected == null, actual.isEmpty());
        if (expected != null) {
            assertEquals(expected, actual.getAsDouble(), EXACT);
        }
    }

    @Test
    void replacesEventsThatPerfDoesNotList() {
        PerfList plain =
                new PerfList(Set.of("cycles", "instructions", "dtlb-load-misses", "itlb_misses.walk_completed"));
        EventChoice choice = EventChoice.of(cpu("skylake-sp"), plain, event -> !event.isByCode());
        assertEquals(
                List.of("cycles", "instructions", "itlb_misses.walk_completed", "dTLB-load-misses"), choice.names());
        assertTrue(
                choice.text().contains("not available in perf on this host: dtlb_load_misses.walk_active"),
                choice.text());
    }

    /** A perf that is older than the CPU names no event of it, and counts them by their codes (L8). */
    @Test
    void eventsThatPerfDoesNotListAreCountedByTheirCodes() {
        PerfList old = new PerfList(Set.of("cycles", "instructions", "dtlb-load-misses", "itlb-load-misses"));
        EventChoice choice = EventChoice.of(Optional.of(new CpuModel("GenuineIntel-6-8F-8")), old, event -> true);
        assertEquals(List.of(), choice.missing());
        assertEquals(List.of("cycles", "instructions"), choice.specs().subList(0, 2));
        assertTrue(
                choice.specs().contains("cpu/config=0x1001012,name=dtlb_load_misses.walk_active/"),
                choice.specs()::toString);
        assertTrue(choice.names().contains("dtlb_load_misses.walk_active"), choice.text());
        assertFalse(choice.names().contains("dTLB-load-misses"), choice.text());
    }

    @Test
    void omitsEventsThatPerfCannotCount() {
        EventChoice choice = EventChoice.of(
                cpu("zen4"), list("synthetic-zen4"), event -> !event.name().startsWith("bp_l1_tlb_miss"));
        assertEquals(
                List.of("bp_l1_tlb_miss_l2_tlb_miss.all"),
                choice.missing().stream().map(Event::name).toList());
        assertTrue(choice.names().contains("iTLB-load-misses"), choice.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GenuineIntel-6-1-0", "AuthenticAMD-26-50-0", "AuthenticAMD-22-1-0", "x"})
    void anUnknownCpuGetsTheGenericNames(String id) {
        EventChoice choice = EventChoice.of(Optional.of(new CpuModel(id)), list("synthetic-zen4"), event -> true);
        assertEquals(
                "CPU not in the event table: cycles, instructions, dTLB-load-misses, iTLB-load-misses", choice.text());
    }

    /** dtlb_walk is an event of the architecture; perf lists it if the CPU has it. */
    @Test
    void anArmCpuWithoutTheEventsOfTheArchitectureGetsTheGenericNames() {
        EventChoice choice =
                EventChoice.of(Optional.of(new CpuModel("0x4e-0x004")), list("synthetic-zen4"), event -> true);
        assertEquals(List.of("cycles", "instructions", "dTLB-load-misses", "iTLB-load-misses"), choice.names());
    }

    @Test
    void choosesNoEventsWithoutAPmu() {
        PerfList none = list("no-pmu");
        assertTrue(none.has("page-faults") && none.has("faults") && none.has("task-clock"));
        assertFalse(none.has("l1_itlb_misses"), "a metric is no event");
        assertEquals(
                List.of(), EventChoice.of(cpu("zen4"), none, event -> false).names());
    }

    @Test
    void parsesNamesAndIgnoresDescriptions() {
        PerfList list = PerfList.parse(String.join(
                "\n",
                "virtual memory:",
                "  cpu-cycles OR cpu/cpu-cycles/   [Hardware event]",
                "  dtlb_walk OR armv8_pmuv3_0/dtlb_walk/ [Kernel PMU event]",
                "  dtlb_load_misses.walk_active",
                "       [Cycles when at least one PMH is busy. Unit: cpu_core]"));
        assertEquals(Set.of("cpu-cycles", "dtlb_walk", "dtlb_load_misses.walk_active"), list.names());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "vendor_id : GenuineIntel",
                "vendor_id : GenuineIntel\ncpu family : 6\nmodel : x",
                "cpu family : 6\nmodel : 85",
                "CPU part : 0xd0c",
                ":::\n\n::"
            })
    void anIncompleteCpuinfoHasNoCpu(String text) {
        assertEquals(Optional.empty(), CpuModel.parse(text));
    }

    @Test
    void theTablesAreWhole() {
        Set<String> tables = EventTable.events().stream().map(Event::cpu).collect(Collectors.toSet());
        Set<String> kinds =
                EventTable.kinds().stream().map(EventTable.Kind::events).collect(Collectors.toSet());
        kinds.addAll(List.of(EventTable.ALL, EventTable.ALIAS));
        assertEquals(kinds, tables);
        for (Event event : EventTable.events()) {
            assertTrue(event.raw().matches("-|r[0-9a-f]{2,7}"), event.toString());
            assertFalse(event.source().isBlank(), event.toString());
            // JMH splits the events that it is given at commas
            assertFalse(event.name().contains(","), event.toString());
        }
        Map<String, Set<Meaning>> meanings = EventTable.events().stream()
                .collect(Collectors.groupingBy(Event::name, Collectors.mapping(Event::meaning, Collectors.toSet())));
        meanings.forEach((name, of) -> assertEquals(1, of.size(), name));
    }

    @Test
    void rawCodesAreUmaskAndEvent() {
        Map<String, String> skylake = raws("skylake");
        assertEquals("r1001008", skylake.get("dtlb_load_misses.walk_active"));
        assertEquals("r449", skylake.get("dtlb_store_misses.walk_completed_2m_4m"));
        assertEquals("re11", raws("sapphirerapids").get("itlb_misses.walk_completed"));
        assertEquals("r1085", raws("haswell").get("itlb_misses.walk_duration"));
        assertEquals("r18bc", raws("haswell").get("page_walker_loads.dtlb_memory"));
    }

    private static Map<String, String> raws(String cpu) {
        return EventTable.events(cpu).stream().collect(Collectors.toMap(Event::name, Event::raw));
    }
}
