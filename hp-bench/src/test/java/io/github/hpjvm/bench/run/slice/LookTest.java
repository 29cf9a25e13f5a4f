package io.github.hpjvm.bench.run.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LookTest {
    /** 1000 operations of 1000 ns, with so many nanoseconds of CPU time, and of waiting for a CPU. */
    private static String iteration(long cpu, long waited) {
        return "iteration 1000 1000.0 " + cpu + " " + waited + " 3";
    }

    @Test
    void aThreadThatWaitsForTheCpuOnlyDoesNotWait() {
        Look look = Look.of(
                List.of("ready 4711", "fixtures other", iteration(300_000, 500_000), iteration(400_000, 580_000)));
        assertEquals(OptionalDouble.of(0.98), look.busy());
        assertTrue(look.costsCpuTime());
        assertFalse(look.fixturesPerIteration());
    }

    @Test
    void aThreadThatSleepsWaits() {
        assertFalse(Look.of(List.of("ready 4711", "fixtures other", iteration(100_000, 0), iteration(500_000, 200_000)))
                .costsCpuTime());
    }

    /** JMH's score leaves out fixtures, so CPU time that includes them hides a difference. */
    @Test
    void cpuTimeOfFixturesIsNoCost() {
        Look fixtures =
                Look.of(List.of("ready 4711", "fixtures other", iteration(1_300_000, 0), iteration(1_200_000, 0)));
        assertEquals(OptionalDouble.empty(), fixtures.busy());
        assertFalse(fixtures.costsCpuTime() || fixtures.withoutSteal(0.2).costsCpuTime());
        Look runs = Look.of(List.of("ready 4711", "fixtures other", iteration(1_050_000, 0), iteration(990_000, 0)));
        assertEquals(OptionalDouble.of(1), runs.busy());
        assertFalse(runs.and(fixtures).costsCpuTime() || fixtures.and(runs).costsCpuTime());
    }

    /** JMH tears down a trial in its last iteration. */
    @Test
    void cpuTimeOfOneIterationOnlyIsNotThatOfFixtures() {
        assertTrue(Look.of(List.of("ready 4711", iteration(990_000, 0), iteration(990_000, 0), iteration(5_000_000, 0)))
                .costsCpuTime());
        assertTrue(Look.of(List.of("ready 4711", iteration(990_000, 0), iteration(980_000, 400_000)))
                .costsCpuTime());
    }

    private static Look look(int... percents) {
        List<String> lines = new ArrayList<>(List.of("ready 4711", "fixtures other"));
        for (int percent : percents) {
            lines.add(iteration(990_000, 0));
            lines.add("process 990000 " + 9_900L * percent);
        }
        return Look.of(lines);
    }

    /** A parallel stream or an executor works on other threads, and so does a collector beside the program. */
    @Test
    void workOfOtherThreadsIsNoCpuTimeOfTheThreadThatMeasures() {
        Look beside = look(200, 190, 210, 205);
        assertTrue(beside.isBusy() && beside.otherThreads());
        assertFalse(beside.costsCpuTime());
        Look alone = look(100, 101, 120, 110);
        assertTrue(alone.costsCpuTime());
        for (Look both : List.of(
                alone.and(beside),
                beside.and(alone),
                beside.withoutSteal(0.2),
                beside.with(true),
                beside.taking(OptionalDouble.of(7)))) {
            assertTrue(both.otherThreads() && !both.costsCpuTime(), both.toString());
        }
    }

    /** The first iterations start threads and fill the heap, and one collection may come at any time. */
    @Test
    void otherThreadsCountIfTheyWorkInMostOfTheLastIterations() {
        assertFalse(look(900, 400, 300, 200, 100, 110, 105, 102).otherThreads());
        assertFalse(look(100, 100, 100, 100, 100, 800, 105, 102).otherThreads());
        assertTrue(look(100, 100, 100, 100, 100, 180, 170, 190).otherThreads());
        assertTrue(look(300).otherThreads());
    }

    @Test
    void anUnknownTimeOfTheProcessIsNoOtherThread() {
        for (String line : List.of("process -1 900", "process 5 -1", "process 0 900", "process 5", "process x y")) {
            assertTrue(
                    Look.of(List.of("ready 4711", iteration(990_000, 0), line)).costsCpuTime(), line);
        }
    }

    @Test
    void timeOfTheHypervisorIsNotWaiting() {
        Look look = Look.of(List.of("ready 4711", iteration(800_000, 0)));
        assertFalse(look.costsCpuTime());
        assertTrue(look.withoutSteal(0.15).costsCpuTime());
        assertEquals(look, look.withoutSteal(0));
    }

    @Test
    void severalThreadsAreMeasuredByElapsedTime() {
        assertFalse(Look.of(List.of("ready -1", iteration(1_000_000, 0))).costsCpuTime());
        assertFalse(Look.of(List.of()).costsCpuTime());
    }

    @Test
    void fixturesOfAnIterationAreFound() {
        assertTrue(Look.of(List.of("ready 4711", "fixtures iteration")).fixturesPerIteration());
    }

    /** A benchmark may sleep with one value of its parameter only. */
    @Test
    void aBenchmarkWaitsIfItWaitsWithAnyOfItsParameters() {
        Look runs = Look.of(List.of("ready 4711", "fixtures other", iteration(990_000, 0)));
        Look sleeps = Look.of(List.of("ready 4711", "fixtures iteration", iteration(10_000, 0)));
        assertTrue(runs.and(runs).costsCpuTime());
        for (Look both : List.of(runs.and(sleeps), sleeps.and(runs))) {
            assertFalse(both.costsCpuTime());
            assertTrue(both.measured() && both.fixturesPerIteration());
        }
    }

    @Test
    void aForkThatFailsMeasuresNothing() {
        assertFalse(Look.of(List.of("ready 4711", "fixtures other")).measured());
        Look runs = Look.of(List.of("ready 4711", iteration(1_000_000, 0)));
        assertTrue(runs.measured());
        assertFalse(runs.and(Look.of(List.of())).measured());
    }
}
