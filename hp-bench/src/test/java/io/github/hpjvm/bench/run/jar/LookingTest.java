package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.run.slice.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LookingTest {
    private static final Look FAILS = Look.NOTHING;
    private static final Look THREADS = new Look(true, false, false, OptionalDouble.of(1), false, OptionalDouble.of(1));
    private static final Look BESIDE = new Look(true, true, false, OptionalDouble.of(1), true, OptionalDouble.of(1));

    private final List<String> forked = new ArrayList<>();

    /** Looks at combinations that show this, one after the other; those that are not listed do not wait. */
    private Looking<String> look(List<List<String>> jars, boolean clock, Map<String, List<Look>> shown) {
        forked.clear();
        Map<String, Integer> count = new java.util.HashMap<>();
        return Looking.of(jars, clock, name -> {
            forked.add(name);
            int time = count.merge(name, 1, Integer::sum) - 1;
            List<Look> looks = shown.getOrDefault(name, List.of(Look.RUNS));
            return looks.get(Math.min(time, looks.size() - 1));
        });
    }

    @Test
    void stopsWhenTheClockIsCertain() {
        List<List<String>> jars = List.of(List.of("a", "b", "c"));
        assertTrue(look(jars, true, Map.of()).look().costsCpuTime());
        assertEquals(List.of("a", "b", "c"), forked);
        assertFalse(look(jars, true, Map.of("b", List.of(Look.WAITS))).look().costsCpuTime());
        assertEquals(List.of("a", "b", "b", "c"), forked, "confirmed, then certain; the last may be the slowest");
        assertFalse(look(jars, true, Map.of("a", List.of(THREADS))).look().costsCpuTime());
        assertEquals(List.of("a", "c"), forked, "a busy machine does not start threads");
        look(jars, false, Map.of());
        assertEquals(List.of("a", "c"), forked, "the user names the clock");
    }

    @Test
    void theSlowestCombinationDecidesAboutTheTimeOfAnOperation() {
        Look slow = THREADS.taking(OptionalDouble.of(1e9));
        for (boolean clock : new boolean[] {true, false}) {
            Look seen = look(List.of(List.of("a", "b", "c")), clock, Map.of("c", List.of(slow)))
                    .look();
            assertEquals(OptionalDouble.of(1e9), seen.nanosPerOperation());
        }
        assertEquals(
                OptionalDouble.empty(),
                slow.and(slow.taking(OptionalDouble.empty())).nanosPerOperation());
    }

    /** A busy machine looks like one that waits. */
    @Test
    void oneDisturbedLookDecidesNothing() {
        Map<String, List<Look>> shown = Map.of("a", List.of(Look.WAITS, Look.RUNS));
        assertTrue(look(List.of(List.of("a", "b")), true, shown).look().costsCpuTime());
        assertEquals(List.of("a", "a", "b"), forked);
        shown = Map.of("a", List.of(Look.WAITS, FAILS));
        assertFalse(look(List.of(List.of("a", "b")), true, shown).look().costsCpuTime());
    }

    /** A compiler that the kernel does not know by name may look like another thread. */
    @Test
    void otherThreadsAreLookedAtAgain() {
        assertFalse(look(List.of(List.of("a")), true, Map.of("a", List.of(BESIDE)))
                .look()
                .costsCpuTime());
        assertEquals(List.of("a", "a"), forked);
        assertTrue(look(List.of(List.of("a")), true, Map.of("a", List.of(BESIDE, Look.RUNS)))
                .look()
                .costsCpuTime());
    }

    /** ZGC works beside the program, and G1 hardly does. */
    @Test
    void aVariantWithAnotherCollectorDecidesToo() {
        List<List<String>> all = List.of(List.of("a", "b", "c"), List.of("c under zgc"));
        Looking<String> seen = look(all, true, Map.of("c under zgc", List.of(BESIDE)));
        assertFalse(seen.look().costsCpuTime());
        assertTrue(look(all, true, Map.of()).look().costsCpuTime());
        assertEquals(List.of("a", "c under zgc", "b", "c"), forked);
    }

    @Test
    void aFailedLookIsNoEvidence() {
        Looking<String> seen = look(List.of(List.of("a", "b", "c")), true, Map.of("b", List.of(FAILS)));
        assertTrue(seen.look().costsCpuTime());
        assertEquals(List.of("b"), seen.failed());
        seen = look(List.of(List.of("a", "b")), false, Map.of("a", List.of(FAILS)));
        assertTrue(seen.look().measured());
        List<String> many = IntStream.range(0, 8).mapToObj(i -> "x").toList();
        assertEquals(
                FAILS, look(List.of(many), true, Map.of("x", List.of(FAILS))).look());
        assertEquals(3, forked.size(), "each may last a minute");
    }

    @Test
    void eachJarShowsItsFixtures() {
        List<List<String>> jars = List.of(List.of("a1", "a2", "a3"), List.of("b1", "b2", "b3"));
        Map<String, List<Look>> shown =
                Map.of("a1", List.of(Look.WAITS), "b1", List.of(FAILS), "b2", List.of(Look.RUNS.with(true)));
        for (boolean clock : new boolean[] {true, false}) {
            assertTrue(look(jars, clock, shown).look().fixturesPerIteration());
            assertFalse(forked.contains("a2"), forked.toString());
        }
    }

    @Test
    void looksAtFewOfManyCombinations() {
        List<Integer> all = IntStream.range(0, 100).boxed().toList();
        List<Integer> some = Looking.some(all, Looking.MOST, 7);
        assertEquals(Looking.MOST, some.size());
        assertEquals(some, some.stream().sorted().distinct().toList());
        assertTrue(some.contains(0) && some.contains(99), some.toString());
        assertEquals(some, Looking.some(all, Looking.MOST, 7));
        assertEquals(List.of(0, 99), Looking.some(all, Shown.FEWEST, 7));
        assertEquals(List.of(1, 2), Looking.some(List.of(1, 2), Looking.MOST, 7));
    }
}
