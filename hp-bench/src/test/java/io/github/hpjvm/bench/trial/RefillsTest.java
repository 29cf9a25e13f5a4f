package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.stats.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefillsTest {
    private static final int ROUNDS = 8;

    private static TrialTurn turn(int round, PageState state, double cpu, long refilled) {
        double share = state == PageState.THP ? 1 : 0;
        return new TrialTurn(
                round, state, 10, cpu, OptionalDouble.of(1000), share, share, refilled, 0, Optional.empty());
    }

    /** A program that writes 32 KiB arrays of zeros: 11 000 to 13 000 pages come back in a turn on base pages. */
    private static List<TrialTurn> turns(double cpu, long refilled) {
        List<TrialTurn> turns = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            boolean first = round % 2 == 0;
            TrialTurn base = turn(round, PageState.BASE, cpu + refilled * 2e-6 + round / 1000.0, refilled);
            TrialTurn huge = turn(round, PageState.THP, cpu + round / 1000.0, 0);
            turns.addAll(first ? List.of(base, huge) : List.of(huge, base));
        }
        return turns;
    }

    private static List<TrialTurn> found() {
        return IntStream.rangeClosed(1, 6)
                .mapToObj(round -> turn(round, PageState.BASE, 1, 0))
                .toList();
    }

    @Test
    void faultsThatASplitCausedAreNoCostOfBasePages() {
        List<TrialTurn> turns = turns(1, 13_000);
        Gain gain = Gain.of(turns);
        assertEquals(Verdict.NOT_REALISED, gain.verdict());
        assertEquals(
                "No answer: 0 rounds of both states count, and an interval needs 6. In 8 rounds the process got pages back"
                        + " that the split had freed or unmapped, which costs CPU time too.",
                gain.sentence());
        assertEquals(
                "round 2 of 8, base pages: 1.03 s CPU in 10.00 s, work 1000; does not count: the process got 13000 base"
                        + " pages back by page faults: a split had freed or unmapped them",
                TrialResult.line(turns.get(2), ROUNDS));
        // The pages before the trial have no such faults.
        FoundGain found = FoundGain.of(found(), turns).orElseThrow();
        assertTrue(found.ci95().contains(1), found::toString);
    }

    /** A program without a gain had 71 to 79 % less than before the trial on a host that took 15 to 20 % of its idle pages away. */
    @Test
    void pagesBeforeTheTrialAreNotComparedOnAHostThatTakesIdleMemoryAway() {
        assertTrue(result(List.of(0.1, 0.2, 20.0)).foundGain().isPresent(), "one slow turn of three");
        TrialResult slow = result(List.of(0.1, 15.3, 20.0));
        assertEquals(Optional.empty(), slow.foundGain());
        assertTrue(slow.warning().isPresent());
        assertEquals(
                List.of(
                        slow.gain().sentence(),
                        "Huge pages are not compared with the pages before the trial, because the host takes idle memory"
                                + " away."),
                slow.answer());
    }

    private static TrialResult result(List<Double> slowIdleReads) {
        return new TrialResult(
                found(),
                turns(1, 0),
                TrialEnd.COMPLETE,
                "",
                Optional.empty(),
                new StallHistogram(),
                slowIdleReads,
                Optional.empty());
    }

    @Test
    void faultsThatAreAPercentOrLessOfTheCostDoNotMatter() {
        assertEquals(ROUNDS, Gain.of(turns(1, 9_000)).ratio().rounds());
        assertEquals(ROUNDS, Gain.of(turns(2, 13_000)).ratio().rounds());
    }

    /** On huge pages the blocks may also get base pages, as where the JVM returned memory; no split has freed them. */
    @Test
    void aTurnOnHugePagesIsNotRefilled() {
        assertEquals(Optional.empty(), turn(1, PageState.THP, 1, 500_000).notCounted());
    }

    /** The comparison with the pages before the trial needs no turn on base pages; without it, no answer is possible. */
    @Test
    void aTrialGoesOnForTheComparisonWithThePagesBefore() {
        Schedule schedule = new Schedule(ROUNDS, Duration.ofSeconds(1), Duration.ofSeconds(1));
        List<TrialTurn> turns = turns(1, 13_000);
        assertTrue(schedule.canAnswer(turns, found()));
        assertFalse(schedule.canAnswer(turns, List.of()));
        assertEquals(Optional.empty(), FoundGain.of(List.of(), turns));
    }

    /** The counter could not be read in the turns before the first change that are compared. */
    @Test
    void aTrialEndsIfThePagesBeforeCannotBeComparedEither() {
        Schedule schedule = new Schedule(ROUNDS, Duration.ofSeconds(1), Duration.ofSeconds(1));
        List<TrialTurn> turns = turns(1, 13_000);
        List<TrialTurn> found = new ArrayList<>(found().subList(0, 3));
        for (int round = 4; round <= 6; round++) {
            found.add(new TrialTurn(
                    round, PageState.BASE, 10, 1, OptionalDouble.empty(), 0, 0, 0, 0, Optional.of("no counter")));
        }
        assertFalse(schedule.canAnswer(turns, found));
        assertEquals(Optional.empty(), FoundGain.of(found, turns));
        found.set(4, found().get(4));
        assertTrue(schedule.canAnswer(turns, found));
        assertTrue(FoundGain.of(found, turns).isPresent());
    }

    /** Memory that the process touched after the trial began has the same pages in both states. */
    @Test
    void aTurnWithMuchNewMemoryDoesNotCount() {
        for (PageState state : PageState.values()) {
            double share = state == PageState.THP ? 1 : 0;
            for (double grown : new double[] {0.049, 0.051}) {
                TrialTurn turn = new TrialTurn(
                        1, state, 10, 1, OptionalDouble.of(1000), share, share, 0, grown, Optional.empty());
                assertEquals(
                        grown > 0.05
                                ? Optional.of(
                                        "the regions have grown by 5 % of the blocks since the trial began, and the"
                                                + " new memory does not alternate")
                                : Optional.empty(),
                        turn.notCounted());
            }
        }
    }
}
