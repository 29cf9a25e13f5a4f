package io.github.hpjvm.bench.run.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Slice;
import io.github.hpjvm.bench.plan.Slicing;
import io.github.hpjvm.bench.plan.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Slicing SLICING = new Slicing(Duration.ofMillis(10), 1, 2, 5, false);

    private final List<String> played = new ArrayList<>();
    private int running;
    private int most;

    /** A fork whose iterations have as many operations as their number. */
    private final class Fake implements GatedPlayer {
        private final String name;
        private int lostIn = Integer.MAX_VALUE;
        private long collections;
        private int number;

        Fake(String name) {
            this.name = name;
        }

        @Override
        public void begin(int number, int iterations) {
            played.add(number + name);
            most = Math.max(most, ++running);
            this.number = number;
        }

        @Override
        public Optional<List<Iteration>> end(int iterations) {
            running--;
            if (number >= lostIn) {
                return Optional.empty();
            }
            List<Iteration> all = new ArrayList<>();
            for (int i = 1; i <= iterations; i++) {
                all.add(new Iteration(i, 10, OptionalDouble.of(5.0 * i), 3.0 * i, collections));
            }
            return Optional.of(all);
        }
    }

    private Map<Fake, Map<Integer, List<Iteration>>> play(long seed, List<Fake> forks) {
        return new Turns(SLICING, new Random(seed), () -> false).play(forks).turns();
    }

    @Test
    void measuresWithoutLeadInAndWithoutTheFirstTurn() {
        Fake fork = new Fake("a");
        Map<Integer, List<Iteration>> turns = play(1, List.of(fork)).get(fork);
        assertEquals(Set.of(2, 3, 4, 5), turns.keySet());
        assertEquals(
                List.of(2.0, 3.0),
                turns.get(2).stream().map(Iteration::operations).toList());
    }

    @Test
    void longTurnsRunAloneAtDrawnPlacesAndLeaveOutTheirOwnLeadIn() {
        Slicing checked = new Slicing(Duration.ofMillis(60), 1, 2, 13, false).withLongTurns(3);
        assertEquals(13 * 3 + 3 * 20 + 1, checked.iterations());
        Set<Integer> places = new TreeSet<>();
        Random seeds = new Random(1);
        for (int i = 0; i < 100; i++) {
            long seed = seeds.nextLong();
            Fake fork = new Fake("a");
            Fake other = new Fake("b");
            Turns.Measured<Fake> measured =
                    new Turns(checked, new Random(seed), () -> false).play(List.of(fork, other));
            assertEquals(12, measured.turns().get(fork).size());
            Map<Integer, List<Iteration>> alone = measured.alone().get(fork);
            assertEquals(alone.keySet(), measured.alone().get(other).keySet(), "seed " + seed);
            assertEquals(
                    List.of(0, 1, 2),
                    alone.keySet().stream().map(turn -> (turn - 1) / 4).toList(),
                    "one in each third, seed " + seed);
            alone.values().forEach(iterations -> {
                assertEquals(15, iterations.size());
                assertEquals(6.0, iterations.get(0).operations());
            });
            places.addAll(alone.keySet());
        }
        assertEquals(12, places.size(), places::toString);
    }

    @Test
    void aLongTurnHasAnIterationThatIsMeasured() {
        for (int millis : new int[] {60, 500, 900, 2000}) {
            Slicing slow = new Slicing(Duration.ofMillis(millis), 2, 4, 5, false);
            assertTrue(slow.longLeadIn() >= 1 && slow.perLongTurn() > slow.longLeadIn(), millis + " ms");
        }
    }

    /** The profile smoke has two measured turns. */
    @Test
    void longTurnsAreNotMoreThanTheOthers() {
        Slicing few = new Slicing(Duration.ofMillis(60), 1, 2, 3, false).withLongTurns(3);
        Fake fork = new Fake("a");
        assertEquals(
                Set.of(1, 2),
                new Turns(few, new Random(1), () -> false)
                        .play(List.of(fork))
                        .alone()
                        .get(fork)
                        .keySet());
        Slicing none = new Slicing(Duration.ofMillis(60), 1, 2, 1, false).withLongTurns(3);
        assertEquals(4, none.iterations());
    }

    @Test
    void longTurnsRunOneForkAtATime() {
        Slicing checked = new Slicing(Duration.ofMillis(60), 1, 2, 2, false).withLongTurns(1);
        new Turns(checked, new Random(1), () -> false).play(List.of(new Fake("a"), new Fake("b")));
        assertEquals(1, most);
        assertEquals(6, played.size(), played::toString);
    }

    @Test
    void playersThatRunAlreadyAlternateAndTheirTurnsAreSlices() {
        Fake well = new Fake("a");
        Fake lost = new Fake("b");
        lost.lostIn = 2;
        Map<Fake, Timing> timings = SlicedRound.alternate(List.of(well, lost), 3, new Random(1), () -> false);
        Timing timing = timings.get(well);
        assertEquals(Interleave.SLICES, timing.interleave());
        assertEquals(List.of(2, 3, 4), timing.slices().stream().map(Slice::turn).toList());
        assertEquals(OptionalDouble.of(10), timing.wallPerOperation());
        assertEquals(OptionalDouble.of(5), timing.cpuPerOperation());
        assertEquals(Timing.NONE, timings.get(lost));
        assertEquals(6, played.size(), played::toString);
    }

    @Test
    void letsEachForkRunOnceInEachTurnInAnOrderOfTheSeed() {
        List<Fake> forks = List.of(new Fake("a"), new Fake("b"), new Fake("c"));
        play(1, forks);
        List<String> first = List.copyOf(played);
        assertEquals(15, first.size());
        Set<String> orders = new TreeSet<>();
        for (int turn = 0; turn < 5; turn++) {
            List<String> ofTurn = first.subList(3 * turn, 3 * turn + 3);
            assertEquals(3, Set.copyOf(ofTurn).size());
            int number = turn + 1;
            assertTrue(ofTurn.stream().allMatch(it -> it.startsWith(String.valueOf(number))));
            orders.add(ofTurn.toString().replaceAll("\\d", ""));
        }
        assertTrue(orders.size() > 1, "a new order in each turn");
        played.clear();
        play(1, forks);
        assertEquals(first, played);
        played.clear();
        play(2, forks);
        assertNotEquals(first, played);
    }

    @Test
    void otherForksContinueAfterALoss() {
        Fake lost = new Fake("a");
        lost.lostIn = 3;
        Fake other = new Fake("b");
        Map<Fake, Map<Integer, List<Iteration>>> turns = play(1, List.of(lost, other));
        assertEquals(Set.of(2), turns.get(lost).keySet());
        assertEquals(Set.of(2, 3, 4, 5), turns.get(other).keySet());
        assertEquals(3, played.stream().filter(it -> it.endsWith("a")).count(), "it gets no turn after it was lost");
    }

    @Test
    void stopsBetweenTurnsOfTwoForks() {
        List<Fake> forks = List.of(new Fake("a"), new Fake("b"));
        new Turns(SLICING, new Random(1), () -> played.size() == 3).play(forks);
        assertEquals(3, played.size());
    }

    @Test
    void forksThatShareACpuRunAtTheSameTimeAndTheirWaitingDoesNotCount() {
        Fake a = new Fake("a");
        Fake lost = new Fake("b");
        lost.lostIn = 3;
        Fake c = new Fake("c");
        Map<Fake, Map<Integer, List<Iteration>>> turns = new Turns(SLICING, new Random(1), () -> false)
                .playShared(List.of(a, lost, c))
                .turns();
        assertEquals(3, most);
        assertEquals(3 * 3 + 2 * 2, played.size(), played::toString);
        assertEquals(Set.of(2, 3, 4, 5), turns.get(a).keySet());
        assertEquals(Set.of(2), turns.get(lost).keySet());
        // Two iterations of 20 and 30 ns, of which the thread waited 6 and 9 ns.
        assertEquals(
                new Slice(2, 5, 35, OptionalDouble.of(25)),
                Turns.slices(turns.get(a), false).get(0));
        play(1, List.of(a, c));
        assertEquals(0, running);
    }

    @Test
    void forksThatShareACpuStopBetweenTurns() {
        List<Fake> forks = List.of(new Fake("a"), new Fake("b"));
        new Turns(SLICING, new Random(1), () -> played.size() >= 3).playShared(forks);
        assertEquals(4, played.size());
    }

    @Test
    void addsUpTheIterationsOfATurn() {
        Fake fork = new Fake("a");
        List<Slice> slices = Turns.slices(play(1, List.of(fork)).get(fork), false);
        assertEquals(4, slices.size());
        assertEquals(new Slice(2, 5, 50, OptionalDouble.of(25)), slices.get(0));
    }

    @Test
    void makesOneSliceIfACollectorRan() {
        Fake fork = new Fake("a");
        Map<Integer, List<Iteration>> turns = play(1, List.of(fork)).get(fork);
        assertFalse(Turns.collected(turns, Set.of()));
        assertEquals(List.of(new Slice(1, 20, 200, OptionalDouble.of(100))), Turns.slices(turns, true));
        assertEquals(List.of(), Turns.slices(Map.of(), true));
        Map<Integer, List<Iteration>> once = Map.of(
                2, List.of(new Iteration(1, 1, OptionalDouble.empty(), 0, 3)),
                3, List.of(new Iteration(1, 1, OptionalDouble.empty(), 0, 4)));
        assertTrue(Turns.collected(once, Set.of()));
        assertTrue(Turns.collected(once, Set.of(3)));
        assertFalse(Turns.collected(once, Set.of(2)), "the long turn between them had the collection");
    }

    @Test
    void cpuTimeIsUnknownIfAnIterationHasNone() {
        Map<Integer, List<Iteration>> turns = Map.of(
                2,
                List.of(
                        new Iteration(1, 1, OptionalDouble.of(1), 0, 0),
                        new Iteration(1, 1, OptionalDouble.empty(), 0, 0)));
        assertEquals(OptionalDouble.empty(), Turns.slices(turns, false).get(0).cpuNanos());
    }

    @Test
    void parsesLinesOfTheGate() {
        assertEquals(
                Optional.of(new Iteration(1234, 5.5, OptionalDouble.of(700), 600, 2)),
                Iteration.parse("iteration 1234 5.5 700 600 2"));
        assertEquals(
                OptionalDouble.empty(),
                Iteration.parse("iteration 1234 5.5 -1 -1 2").orElseThrow().cpuNanos());
        for (String damaged :
                List.of("", "ready", "iteration 1 2 3 4", "iteration a 2 3 4 5", "iteration 1 2 3 4 5 6")) {
            assertEquals(Optional.empty(), Iteration.parse(damaged), damaged);
        }
    }
}
