package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long MILLIS = 1_000_000;

    /** 20 s a round, and the time of the changes beside it. */
    @Test
    void theTimeIsDividedIntoRounds() throws Schedule.TooShortException {
        Schedule usual = Schedule.of(Duration.ofMinutes(5), Duration.ofMillis(400));
        assertEquals(14, usual.rounds());
        Schedule shorter = Schedule.of(Duration.ofSeconds(30), Duration.ofMillis(400));
        assertEquals(6, shorter.rounds());
        assertEquals(Duration.ofMillis(460), shorter.settle());
        assertEquals(Duration.ofMillis(1840), shorter.measure());
    }

    /** khugepaged collapses eight blocks in ten seconds: in turns of 88 s more than 5 % of a heap of 2 GiB. */
    @Test
    void aLongTrialHasMoreTurnsInsteadOfLongOnes() throws Schedule.TooShortException {
        for (Duration time : List.of(Duration.ofMinutes(20), Duration.ofHours(1), Duration.ofHours(24))) {
            for (Duration change : List.of(Duration.ZERO, Duration.ofSeconds(10), Duration.ofMinutes(2))) {
                Schedule schedule = Schedule.of(time, change);
                assertTrue(schedule.measure().compareTo(Duration.ofSeconds(15)) <= 0, schedule::toString);
                assertTrue(schedule.measure().compareTo(Duration.ofSeconds(7)) >= 0, schedule::toString);
                assertTrue(schedule.rounds() <= 100, schedule::toString);
            }
            Schedule.Found found = Schedule.found(time).orElseThrow();
            assertTrue(found.measure().compareTo(Duration.ofSeconds(15)) <= 0, found::toString);
        }
        assertEquals(100, Schedule.of(Duration.ofHours(1), Duration.ZERO).rounds());
    }

    /** The changes of a large heap take as long as the turns: their number is not doubled before turns are long. */
    @Test
    void turnsAreLongBeforeThereAreMore() throws Schedule.TooShortException {
        Schedule schedule = Schedule.of(Duration.ofSeconds(2700), Duration.ofSeconds(45));
        assertEquals(33, schedule.rounds());
        assertEquals(Duration.ofSeconds(15), schedule.measure());
        assertEquals(
                20, Schedule.of(Duration.ofSeconds(600), Duration.ofMillis(400)).rounds());
    }

    /** A total is as long as it must be also where the turns before the first change do not take a quarter. */
    @Test
    void aLongTotalHasNoWaste() {
        assertEquals(Duration.ofSeconds(3694), Schedule.total(Duration.ofHours(1)));
    }

    /** Of 100 rounds 15 are enough to see that none counts. */
    @Test
    void aLongTrialThatCountsNothingEnds() {
        Schedule schedule = new Schedule(100, Duration.ofSeconds(3), Duration.ofSeconds(15));
        List<TrialTurn> turns = new ArrayList<>();
        for (int round = 1; round <= 15; round++) {
            assertTrue(schedule.canAnswer(turns, List.of()), turns::toString);
            turns.add(turn(round, PageState.BASE, Optional.of("70 % of the blocks are huge")));
        }
        assertFalse(schedule.canAnswer(turns, List.of()));
        assertEquals("none of 15 rounds counts", schedule.lostWords(turns));
        List<TrialTurn> one = new ArrayList<>(turns.subList(1, 15));
        one.add(0, turn(1, PageState.BASE, Optional.empty()));
        one.add(turn(16, PageState.BASE, Optional.of("70 % of the blocks are huge")));
        assertTrue(schedule.canAnswer(one, List.of()));
    }

    /** The turns before the first change, and the pause before them, take a quarter of the time of the trial. */
    @Test
    void turnsBeforeTheFirstChangeTakeAQuarter() {
        Schedule.Found usual = Schedule.found(Duration.ofMinutes(5)).orElseThrow();
        Duration all = usual.settle().plus(usual.measure().multipliedBy(usual.turns()));
        assertEquals(75, all.toNanos() / 1e9, 1e-6);
        assertEquals(Optional.empty(), Schedule.found(Duration.ofSeconds(24)));
        for (int left = 1; left <= 100; left++) {
            Duration total = Schedule.total(Duration.ofSeconds(left));
            Duration found = Schedule.found(total).isPresent() ? total.dividedBy(4) : Duration.ZERO;
            assertTrue(total.minus(found).toSeconds() >= left, total::toString);
        }
    }

    /** Changes may take longer than the first ones, which the schedule was made with. */
    @Test
    void aRoundBeginsWhileATurnOfTimeIsLeft() throws Schedule.TooShortException {
        Schedule schedule = Schedule.of(Duration.ofMinutes(5), Duration.ofMillis(400));
        Duration turn = schedule.settle().plus(schedule.measure());
        assertTrue(schedule.goesOn(5, Duration.ofSeconds(-100)));
        assertFalse(schedule.goesOn(6, Duration.ofSeconds(-100)));
        assertFalse(schedule.goesOn(6, turn.minusNanos(1)));
        assertTrue(schedule.goesOn(6, turn));
    }

    /** The time that the message names suffices, and a second less does not. */
    @Test
    void tooShortATimeNamesOneThatSuffices() throws Schedule.TooShortException {
        Duration change = Duration.ofSeconds(4);
        Duration least = assertThrows(
                        Schedule.TooShortException.class, () -> Schedule.of(Duration.ofSeconds(20), change))
                .least();
        assertEquals(6, Schedule.of(least, change).rounds());
        assertThrows(Schedule.TooShortException.class, () -> Schedule.of(least.minusSeconds(1), change));
    }

    private static TrialTurn turn(int round, PageState state, Optional<String> failure) {
        double share = state == PageState.THP ? 1 : 0;
        return new TrialTurn(round, state, 1, 1, OptionalDouble.empty(), share, share, 0, 0, failure);
    }

    /** Six rounds must count: of eight, two may be lost. */
    @Test
    void aTrialThatCannotAnswerEnds() {
        Schedule schedule = new Schedule(8, Duration.ofSeconds(1), Duration.ofSeconds(1));
        List<TrialTurn> turns = new ArrayList<>();
        Optional<String> failure = Optional.of("the endpoint has ended");
        turns.add(turn(1, PageState.BASE, failure));
        turns.add(turn(1, PageState.THP, failure));
        turns.add(turn(2, PageState.THP, Optional.empty()));
        turns.add(turn(2, PageState.BASE, failure));
        assertEquals(2, Schedule.lost(turns));
        assertTrue(schedule.canAnswer(turns, List.of()));
        turns.add(turn(3, PageState.BASE, failure));
        assertFalse(schedule.canAnswer(turns, List.of()));
    }

    @Test
    void theFirstBlocksShowThatTheTimeIsTooShort() throws Schedule.TooShortException {
        // 1000 blocks of 20 ms: six rounds of 20 s and more.
        ChangePace pace = new ChangePace(1000, Duration.ofSeconds(60));
        int block = 1;
        while (!pace.isTooSlow(20 * MILLIS)) {
            block++;
        }
        assertEquals(100, block);
        assertEquals(Duration.ofSeconds(40), pace.change());
        Duration least = ChangePace.least(pace.change(), pace.change());
        Duration found = Schedule.found(least)
                .map(it -> it.settle().plus(it.measure().multipliedBy(it.turns())))
                .orElse(Duration.ZERO);
        assertEquals(
                6,
                Schedule.of(least.minus(found).minus(pace.change()), pace.change())
                        .rounds());
        ChangePace enough = new ChangePace(1000, Duration.ofMinutes(5));
        for (int done = 1; done <= 1000; done++) {
            assertFalse(enough.isTooSlow(20 * MILLIS), done + " blocks");
        }
        ChangePace few = new ChangePace(8, Duration.ofSeconds(60));
        for (int done = 1; done <= 8; done++) {
            assertFalse(few.isTooSlow(60_000 * MILLIS), "too few blocks say nothing");
        }
    }

    /**
     * Each reading of a slow counter takes time that no turn has. The time that the message names suffices if readings and changes
     * take as long as before.
     */
    @Test
    void theTimeThatIsNamedHasRoomForSlowReadings() {
        int named = 0;
        for (int time = 8; time <= 60; time++) {
            for (int millis : new int[] {0, 400, 2000, 5000}) {
                for (int change : new int[] {0, 3, 10}) {
                    Slow slow = new Slow(Duration.ofMillis(millis), Duration.ofSeconds(change));
                    Optional<Duration> least = slow.lacks(Duration.ofSeconds(time));
                    if (least.isPresent()) {
                        named++;
                        String trial = time + " s, " + slow + ": " + least;
                        assertTrue(least.get().toSeconds() > time, trial);
                        assertEquals(Optional.empty(), slow.lacks(least.get()), trial);
                    }
                }
            }
        }
        assertTrue(named > 100, named + " trials were too short");
    }

    /** A trial with slow readings. A change to base pages or to huge pages takes half of the time of both. */
    private record Slow(Duration reading, Duration change) {
        /** Returns the time that the message of a trial names; empty if it is long enough. */
        private Optional<Duration> lacks(Duration time) {
            Optional<Schedule.Found> found = Schedule.found(time.minus(reading));
            Duration turns = found.map(it -> it.settle()
                            .plus(it.measure().multipliedBy(it.turns()))
                            .plus(reading.multipliedBy(2L * it.turns())))
                    .orElse(Duration.ZERO);
            Duration left = time.minus(reading).minus(turns).minus(change);
            try {
                Schedule.of(left, change);
                return Optional.empty();
            } catch (Schedule.TooShortException e) {
                return Optional.of(ChangePace.least(change, Schedule.spent(time, left, found, reading)));
            }
        }
    }

    /** A tenth of the steps is slow, and has a pause of a second: no reason to give up a trial that could suffice. */
    @Test
    void pausesAfterSlowStepsAreNotExtrapolated() {
        ChangePace pace = new ChangePace(1000, Duration.ofSeconds(200));
        for (int done = 1; done <= 100; done++) {
            assertFalse(pace.isTooSlow((done % 10 == 0 ? 1000 : 20) * MILLIS), done + " blocks");
        }
    }

    /** 1000 blocks of 20 ms need 148 s; the time of all blocks decides where the trial is a little too short. */
    @Test
    void anEstimateThatIsNearDecidesNothing() {
        for (int left : new int[] {98, 100}) {
            ChangePace pace = new ChangePace(1000, Duration.ofSeconds(left));
            boolean tooSlow = false;
            for (int done = 1; done <= 1000 && !tooSlow; done++) {
                tooSlow = pace.isTooSlow(20 * MILLIS);
            }
            assertEquals(left == 98, tooSlow, left + " s");
        }
    }

    /** Page walks are counted after the turns of the last round, in time of their own. */
    @Test
    void countsOfPageWalksHaveTheirOwnTime() throws Schedule.TooShortException {
        Duration change = Duration.ofSeconds(1);
        assertEquals(
                Optional.of(Duration.ofSeconds(3)),
                Schedule.count(Duration.ofSeconds(60), change),
                "a tenth of the time");
        assertEquals(Optional.empty(), Schedule.count(Duration.ofSeconds(59), change));
        assertEquals(
                Optional.empty(),
                Schedule.count(Duration.ofSeconds(60), Duration.ofSeconds(8)),
                "the rounds come first");
        Schedule schedule = Schedule.of(Duration.ofSeconds(54), change);
        Duration needed =
                schedule.settle().plus(schedule.measure()).multipliedBy(2).plusSeconds(3);
        assertTrue(schedule.counts(schedule.rounds(), needed));
        assertFalse(schedule.counts(schedule.rounds(), needed.minusNanos(1)));
        assertFalse(schedule.counts(schedule.rounds() - 1, needed));
    }

    @Test
    void halfOfTheRoundsBeginWithBasePages() {
        for (long seed = 0; seed < 100; seed++) {
            List<List<PageState>> order = TurnOrder.draw(7, seed);
            assertEquals(7, order.size());
            long base = order.stream()
                    .filter(round -> round.get(0) == PageState.BASE)
                    .count();
            assertTrue(base == 3 || base == 4, "seed " + seed);
            order.forEach(round -> assertEquals(round.get(0).other(), round.get(1)));
        }
    }

    @Test
    void theOrderIsDrawn() {
        assertEquals(
                2,
                LongStream.range(0, 20)
                        .mapToObj(seed -> TurnOrder.draw(1, seed))
                        .distinct()
                        .count());
    }
}
