package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TreeCpuTest {
    private static TreeCpu.Reading reading(String name, long user, long system, long childUser, long childSystem) {
        return new TreeCpu.Reading(
                OptionalLong.empty(),
                "7 (" + name + ") S 1 7 7 0 -1 4194560 11 12 13 14 " + user + " " + system + " " + childUser + " "
                        + childSystem + " 20 0 1 0 99 0 0");
    }

    private static TreeCpu.Reading damaged(String stat) {
        return new TreeCpu.Reading(OptionalLong.of(5), stat);
    }

    @Test
    void addsTimeOfProcessesAndTheirChildren() {
        List<TreeCpu.Reading> readings = List.of(reading("java", 100, 20, 3, 4), reading("a) b (c", 1, 0, 0, 0));
        assertEquals(OptionalLong.of(1_280_000_000), TreeCpu.nanos(readings));
    }

    @Test
    void theClockOfAProcessIsFinerThanItsTicks() {
        TreeCpu.Reading ticks = reading("java", 100, 20, 3, 4);
        TreeCpu.Reading clock = new TreeCpu.Reading(OptionalLong.of(1_204_567_890), ticks.stat());
        assertEquals(OptionalLong.of(1_274_567_890), TreeCpu.nanos(List.of(clock)));
    }

    @Test
    void theClockOfThisProcessIncreases() {
        long pid = ProcessHandle.current().pid();
        long before = ProcessClock.nanos(pid).orElseThrow();
        assertTrue(before > 0);
        assertTrue(ProcessClock.nanos(pid).orElseThrow() > before);
        assertEquals(OptionalLong.empty(), ProcessClock.nanos(1 << 28));
    }

    @Test
    void damagedReadingsAddNothing() {
        assertEquals(OptionalLong.empty(), TreeCpu.nanos(List.of()));
        assertEquals(OptionalLong.empty(), TreeCpu.nanos(List.of(damaged("7 (java) S 1 7"), damaged(""))));
        assertEquals(
                OptionalLong.of(10_000_000),
                TreeCpu.nanos(List.of(damaged("7 (java) S 1 7 7 0 -1 0 1 1 1 1 x 1 1 1"), reading("sh", 1, 0, 0, 0))));
    }

    @Test
    void decreasingTimeIsUnknown() {
        OptionalLong one = OptionalLong.of(10);
        OptionalLong two = OptionalLong.of(30);
        assertEquals(OptionalDouble.of(20), TreeCpu.between(one, two));
        assertEquals(OptionalDouble.empty(), TreeCpu.between(two, one));
        assertEquals(OptionalDouble.empty(), TreeCpu.between(OptionalLong.empty(), two));
        assertEquals(OptionalDouble.empty(), TreeCpu.between(one, OptionalLong.empty()));
    }
}
