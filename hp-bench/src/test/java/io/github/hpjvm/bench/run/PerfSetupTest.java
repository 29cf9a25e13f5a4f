package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import io.github.hpjvm.bench.counters.CpuModel;
import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.counters.PerfEvents;
import io.github.hpjvm.bench.counters.PerfList;
import io.github.hpjvm.bench.plan.Profiler;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PerfSetupTest {
    private static final Optional<String> VERSION = Optional.of("perf version 6.1");

    @ParameterizedTest
    @EnumSource(Profiler.class)
    void withoutPerfEveryProfilerIsRefusedWithTheReason(Profiler profiler) {
        PerfSetup none =
                new PerfSetup(Optional.empty(), events(""), Optional.empty(), Optional.of("perf cannot be run"));
        String why = none.refuses(profiler).orElseThrow();
        assertEquals(profiler.label() + " is skipped: perf cannot be run", why);
    }

    @ParameterizedTest
    @EnumSource(Profiler.class)
    void withoutAnyEventEveryProfilerIsRefused(Profiler profiler) {
        PerfSetup denied = new PerfSetup(
                VERSION,
                new PerfEvents(Map.of()),
                Optional.empty(),
                Optional.of("perf is not permitted to count here"));
        assertTrue(denied.refuses(profiler).orElseThrow().contains("perf is not permitted to count here"));
    }

    @ParameterizedTest
    @EnumSource(Profiler.class)
    void softwareEventsAreEnoughToRun(Profiler profiler) {
        PerfSetup noPmu = new PerfSetup(VERSION, events("no-pmu"), Optional.empty(), Optional.of("no PMU"));
        assertEquals(Optional.empty(), noPmu.refuses(profiler));
        assertEquals(
                profiler == Profiler.PERFASM
                        ? "events=cpu-clock"
                        : "events=page-faults,minor-faults,major-faults,context-switches,task-clock",
                noPmu.options(profiler));
    }

    @ParameterizedTest
    @EnumSource(Profiler.class)
    void withAPmuPerfnormUsesChosenEventsAndPerfasmItsOwn(Profiler profiler) {
        PerfSetup pmu = new PerfSetup(VERSION, events("synthetic-intel"), Optional.of(choice()), Optional.empty());
        assertEquals(Optional.empty(), pmu.refuses(profiler));
        assertEquals(
                profiler == Profiler.PERFASM
                        ? ""
                        : "events=cycles,instructions,dtlb_walk,itlb_walk"
                                + ",page-faults,minor-faults,major-faults,context-switches,task-clock",
                pmu.options(profiler));
    }

    @Test
    void describesTheCountersOrTheirAbsence() {
        assertEquals(
                Optional.of("Arm Neoverse N1: cycles, instructions, dtlb_walk, itlb_walk"),
                new PerfSetup(VERSION, events("synthetic-intel"), Optional.of(choice()), Optional.empty()).text());
        assertEquals(
                Optional.of("no PMU"),
                new PerfSetup(VERSION, events("no-pmu"), Optional.empty(), Optional.of("no PMU")).text());
    }

    private static EventChoice choice() {
        return EventChoice.of(
                Optional.of(new CpuModel("0x41-0xd0c")),
                new PerfList(Set.of("cycles", "instructions", "dtlb_walk", "itlb_walk")),
                event -> !event.isByCode());
    }

    private static PerfEvents events(String name) {
        return PerfEvents.parse(name.isEmpty() ? "" : Texts.resource("perf/" + name + ".csv"));
    }
}
