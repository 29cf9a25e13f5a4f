package io.github.hpjvm.bench.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalReaderTest {
    private final IntervalReader reader = new IntervalReader(2);

    @Test
    void returnsAnIntervalAfterItsLastEvent() {
        assertEquals(Optional.empty(), reader.take("     1.001060034,100,,cycles:u,1000,100.00,,"));
        IntervalCounts first = reader.take("     1.001060034,40,,instructions:u,500,50.00,0.40,insn per cycle")
                .orElseThrow();
        assertEquals(Map.of("cycles", 100.0, "instructions", 40.0), first.counts());
        assertEquals(50, first.running().get("instructions"));
        reader.take("     2.001060034,<not counted>,,cycles:u,0,0.00,,");
        IntervalCounts second = reader.take("     2.001060034,<not supported>,,instructions:u,0,100.00,,")
                .orElseThrow();
        assertEquals(Map.of(), second.counts());
        assertEquals(1.0, second.seconds(), 1e-9);
        assertEquals(Optional.empty(), reader.finish());
    }

    /** perf stops at any line. */
    @Test
    void returnsTheLastLines() {
        reader.take("     1.000000000,100,,cycles,1000,100.00,,");
        assertEquals(Map.of("cycles", 100.0), reader.finish().orElseThrow().counts());
    }

    @Test
    void addsBothKindsOfCores() {
        reader.take("     1.000000000,100,,cpu_core/cycles/,1000,100.00,,");
        reader.take("     1.000000000,10,,cpu_atom/cycles/,1000,80.00,,");
        reader.take("     1.000000000,7,,cpu_core/instructions/,1000,100.00,,");
        reader.take("     1.000000000,<not counted>,,cpu_atom/instructions/,0,0.00,,");
        reader.take("     1.000000000,3,,page-faults,1000,100.00,,");
        IntervalCounts counts = reader.take("     2.000000000,1,,cpu_core/cycles/,1000,100.00,,")
                .orElseThrow();
        assertEquals(Map.of("cycles", 110.0, "instructions", 7.0, "page-faults", 3.0), counts.counts());
        assertEquals(80, counts.running().get("cycles"));
    }

    /** The walks of one kind of core over the cycles of both would be a share that is too small. */
    @Test
    void leavesOutAnEventThatOneKindOfCoreLacks() {
        reader.take("     1.000000000,100,,cpu_core/cycles/,1000,100.00,,");
        reader.take("     1.000000000,10,,cpu_atom/cycles/,1000,80.00,,");
        reader.take("     1.000000000,7,,cpu_core/walks/,1000,100.00,,");
        reader.take("     1.000000000,8,,cpu_core/misses/,1000,100.00,,");
        reader.take("     1.000000000,<not supported>,,cpu_atom/misses/,0,0.00,,");
        IntervalCounts counts = reader.finish().orElseThrow();
        assertEquals(Map.of("cycles", 110.0), counts.counts());
        assertEquals(Map.of("cycles", 80.0), counts.running());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# started on Thu Jan  1 00:00:00 2026",
                "Error:",
                "1,2,3,4,5,6,7",
                "     1.0,100,,,1000,100.00,,",
                "     1.000000000,many,,cycles,1000,100.00,,",
                "     NaN,100,,cycles,1000,100.00,,",
                "     1.000000000,1e99,,cycles,1000,100.00,,"
            })
    void ignoresOtherLines(String line) {
        assertFalse(IntervalReader.isCount(line));
        assertEquals(Optional.empty(), reader.take(line));
        assertEquals(Optional.empty(), reader.finish());
    }

    @Test
    void acceptsACountWithDecimals() {
        assertTrue(IntervalReader.isCount("     1.000000000,3.37,msec,task-clock,3373699,100.00,0.003,CPUs utilized"));
    }
}
