package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.stats.RatioInterval;
import io.github.hpjvm.bench.stats.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GainTest {

    private static TrialTurn turn(int round, PageState state, double cpu, OptionalDouble work) {
        double share = state == PageState.THP ? 1 : 0;
        return new TrialTurn(round, state, 10, cpu, work, share, share, 0, 0, Optional.empty());
    }

    /** Turns of a process whose load drifts, and whose CPU time per unit of work on huge pages is {@code ratio} of the other. */
    private static List<TrialTurn> turns(int rounds, double ratio, double noise, boolean counted, long seed) {
        Random random = new Random(seed);
        List<TrialTurn> turns = new ArrayList<>();
        int round = 0;
        for (List<PageState> order : TurnOrder.draw(rounds, seed)) {
            round++;
            for (PageState state : order) {
                double work = counted ? 1000 * (1 + random.nextDouble()) : 1000;
                double cost = (state == PageState.THP ? ratio : 1) * Math.exp(noise * random.nextGaussian());
                turns.add(turn(
                        round, state, cost * work / 1000, counted ? OptionalDouble.of(work) : OptionalDouble.empty()));
            }
        }
        return turns;
    }

    @Test
    void theGainPerUnitOfWorkIsFoundThoughTheLoadDrifts() {
        Gain gain = Gain.of(turns(10, 0.9, 0.005, true, 1));
        assertEquals(Verdict.FASTER, gain.verdict());
        assertEquals(0.9, gain.ratio().ratio().orElseThrow(), 0.01);
        assertTrue(
                gain.sentence()
                        .matches("Huge pages save (9\\.\\d|10\\.\\d) % of CPU time per unit of work"
                                + " \\(95 % interval: \\d+\\.\\d to \\d+\\.\\d %\\) under this load\\."),
                gain.sentence());
    }

    @Test
    void withoutACounterTheSentenceNamesTheAssumption() {
        Gain gain = Gain.of(turns(6, 1.2, 0.002, false, 2));
        assertEquals(Verdict.SLOWER, gain.verdict());
        assertTrue(gain.sentence().startsWith("Huge pages cost "), gain.sentence());
        assertTrue(gain.sentence().endsWith("if the rate of the load does not depend on the pages."), gain.sentence());
    }

    @Test
    void anIdleProcessHasNoAnswer() {
        List<TrialTurn> loaded = LongStream.range(0, 100)
                .mapToObj(seed -> turns(8, 1, 0.5, false, seed))
                .filter(turns -> Gain.of(turns).verdict() == Verdict.INCONCLUSIVE)
                .findFirst()
                .orElseThrow();
        List<TrialTurn> idle = loaded.stream()
                .map(turn -> turn(turn.round(), turn.state(), turn.cpuSeconds() / 100, turn.work()))
                .toList();
        String sentence = Gain.of(idle).sentence();
        assertTrue(
                sentence.matches(
                        "No answer: the process used 0\\.\\d\\d % of a CPU\\. Repeat the trial while the process has"
                                + " its load\\."),
                sentence);
        assertTrue(Gain.of(loaded).sentence().startsWith("No difference was found"));
    }

    /** Of 1000 processes without a gain, a difference is found in at most 5 %, and the random error of that figure. */
    @Test
    void noDifferenceIsInvented() {
        int invented = 0;
        for (long seed = 0; seed < 1000; seed++) {
            Verdict verdict = Gain.of(turns(8, 1, 0.05, true, seed)).verdict();
            invented += verdict == Verdict.FASTER || verdict == Verdict.SLOWER ? 1 : 0;
        }
        assertTrue(invented <= 70, invented + " of 1000");
    }

    /** Of 1000 intervals at least 95 % contain the true ratio. */
    @Test
    void theIntervalContainsTheTruth() {
        int inside = 0;
        for (long seed = 0; seed < 1000; seed++) {
            RatioInterval ci =
                    Gain.of(turns(8, 0.93, 0.05, true, seed)).ratio().ci95().orElseThrow();
            inside += ci.contains(0.93) ? 1 : 0;
        }
        assertTrue(inside >= 930, inside + " of 1000");
    }

    /** The turns before the first change cost more than those on pages that a split left. */
    @Test
    void scatteredPagesAreComparedOfTheirOwn() {
        List<TrialTurn> turns = turns(8, 0.95, 0.001, true, 4);
        List<TrialTurn> found = turns.stream()
                .filter(turn -> turn.state() == PageState.BASE)
                .limit(6)
                .map(turn -> turn(turn.round(), PageState.BASE, turn.cpuSeconds() * 1.25, turn.work()))
                .toList();
        List<TrialTurn> settling = new ArrayList<>(found.subList(0, 3));
        settling.replaceAll(turn -> turn(turn.round(), PageState.BASE, 2 * turn.cpuSeconds(), turn.work()));
        settling.addAll(found.subList(3, 6));
        assertEquals(Optional.empty(), FoundGain.of(settling.subList(0, 3), turns), "the first half only settles");
        FoundGain gain = FoundGain.of(settling, turns).orElseThrow();
        assertEquals(0.76, gain.ratio(), 0.002);
        assertTrue(gain.ci95().contains(0.76), gain::toString);
        assertTrue(
                gain.sentence()
                        .matches(
                                "Compared with the base pages before the trial, huge pages save 2[34]\\.\\d % of CPU time"
                                        + " per unit of work \\(95 % interval: 2[34]\\.\\d to 2[34]\\.\\d %\\)\\. A change of load or host"
                                        + " during the trial is part of this figure\\."),
                gain.sentence());
        TrialResult result = new TrialResult(
                settling,
                turns,
                TrialEnd.COMPLETE,
                "",
                Optional.empty(),
                new StallHistogram(),
                List.of(),
                Optional.empty());
        assertEquals(gain.sentence(), result.answer().get(0));
        assertEquals(Optional.empty(), result.warning());
        assertTrue(
                result.answer().get(1).startsWith("Compared with split pages, which lie together: huge pages save 5."),
                result.answer()::toString);
        assertTrue(
                FoundGain.of(settling, turns(8, 0.95, 0.2, true, 4))
                        .orElseThrow()
                        .sentence()
                        .contains("which may be chance"),
                gain::toString);
        assertEquals(Optional.empty(), FoundGain.of(List.of(), turns));
        assertEquals(Optional.empty(), FoundGain.of(found.subList(0, 1), turns.subList(0, 2)));
        assertEquals(
                "before a change, 1 of 6: 2.00 s CPU in 10.00 s, work 50",
                TrialResult.foundLine(turn(1, PageState.BASE, 2, OptionalDouble.of(50))));
    }

    /** Without a counter the figure holds on a condition, which the screen has once. */
    @Test
    void theComparisonWithPagesOfBeforeNamesItsUnitAndItsCondition() {
        List<TrialTurn> turns = turns(8, 0.95, 0.001, false, 4);
        List<TrialTurn> found = turns.stream()
                .filter(turn -> turn.state() == PageState.BASE)
                .limit(6)
                .map(turn -> turn(turn.round(), PageState.BASE, turn.cpuSeconds() * 1.25, turn.work()))
                .toList();
        String sentence = FoundGain.of(found, turns).orElseThrow().sentence();
        assertTrue(
                sentence.contains("% of CPU time (95 % interval: ")
                        && sentence.contains(" %), if the rate of the load does not depend on the pages. A change of"),
                sentence);
        String besides = result(found, turns).answer().get(1);
        assertTrue(
                besides.startsWith(
                        "Compared with split pages, which lie together, under the same condition: huge pages save 5."),
                besides);
        assertTrue(besides.endsWith("under this load."), besides);
        assertTrue(Gain.of(turns).sentence().endsWith("if the rate of the load does not depend on the pages."));
    }

    /** A sleeping process, whose first turns had the costs of something else. */
    @Test
    void anIdleProcessHasNoFigureAtAll() {
        List<TrialTurn> idle = LongStream.range(0, 100)
                .mapToObj(seed -> turns(8, 1, 0.5, false, seed))
                .filter(turns -> Gain.of(turns).verdict() == Verdict.INCONCLUSIVE)
                .findFirst()
                .orElseThrow()
                .stream()
                .map(turn -> turn(turn.round(), turn.state(), turn.cpuSeconds() / 100, turn.work()))
                .toList();
        List<TrialTurn> found = idle.stream()
                .filter(turn -> turn.state() == PageState.BASE)
                .limit(6)
                .map(turn -> turn(turn.round(), PageState.BASE, 10 * turn.cpuSeconds(), turn.work()))
                .toList();
        TrialResult result = result(found, idle);
        assertEquals(Optional.empty(), result.foundGain());
        assertEquals(List.of(result.gain().sentence()), result.answer());
        assertTrue(result.gain().sentence().startsWith("No answer: "), result.gain()::sentence);
        assertEquals(Optional.empty(), result.gain().interval());
        assertTrue(Gain.of(turns(8, 0.9, 0.001, true, 1)).interval().isPresent());
    }

    /** The few milliseconds of a sleeping process, which differ by chance; a counter shows that it did work. */
    @Test
    void aDifferenceOfAnIdleProcessIsNone() {
        for (boolean counted : new boolean[] {false, true}) {
            List<TrialTurn> idle = turns(8, 0.7, 0.001, counted, 5).stream()
                    .map(turn -> turn(turn.round(), turn.state(), turn.cpuSeconds() / 100, turn.work()))
                    .toList();
            Gain gain = Gain.of(idle);
            assertEquals(counted ? Verdict.FASTER : Verdict.INCONCLUSIVE, gain.verdict(), gain::sentence);
            assertEquals(counted, gain.interval().isPresent());
            assertEquals(!counted, gain.sentence().startsWith("No answer: the process used 0."), gain::sentence);
        }
    }

    private static TrialResult result(List<TrialTurn> found, List<TrialTurn> turns) {
        return new TrialResult(
                found,
                turns,
                TrialEnd.COMPLETE,
                "",
                Optional.empty(),
                new StallHistogram(),
                List.of(),
                Optional.empty());
    }

    /** The speed of the host differs from minute to minute. The turns before the trial have one of its values. */
    @Test
    void theIntervalAgainstPagesOfBeforeContainsTheTruth() {
        int inside = 0;
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            double level = Math.exp(0.1 * random.nextGaussian());
            List<TrialTurn> found = new ArrayList<>();
            for (int i = 1; i <= 6; i++) {
                found.add(turn(
                        i, PageState.BASE, level * Math.exp(0.01 * random.nextGaussian()), OptionalDouble.of(1000)));
            }
            RatioInterval ci = FoundGain.of(found, turns(8, 0.8, 0.1, true, seed))
                    .orElseThrow()
                    .ci95();
            inside += ci.contains(0.8) ? 1 : 0;
        }
        assertTrue(inside >= 930, inside + " of 1000");
    }

    @Test
    void aTurnWithoutItsPagesDoesNotCount() {
        List<TrialTurn> turns = new ArrayList<>(turns(6, 0.9, 0.001, true, 3));
        TrialTurn last = turns.get(11);
        turns.set(
                11,
                new TrialTurn(
                        last.round(),
                        last.state(),
                        10,
                        last.cpuSeconds(),
                        last.work(),
                        0.5,
                        0.5,
                        0,
                        0,
                        Optional.empty()));
        Gain gain = Gain.of(turns);
        assertEquals(5, gain.ratio().rounds());
        assertEquals(Verdict.INCONCLUSIVE, gain.verdict());
        assertEquals("No answer: 5 rounds of both states count, and an interval needs 6.", gain.sentence());
    }

    @Test
    void aTurnWhoseCounterFailedOrStoodStillDoesNotCount() {
        TrialTurn failed = new TrialTurn(
                1,
                PageState.BASE,
                10,
                1,
                OptionalDouble.empty(),
                0,
                0,
                0,
                0,
                Optional.of("file:x was replaced or truncated"));
        assertEquals(OptionalDouble.empty(), failed.cost());
        assertEquals(
                OptionalDouble.empty(),
                turn(1, PageState.BASE, 1, OptionalDouble.of(0)).cost());
        assertEquals(
                OptionalDouble.empty(),
                turn(1, PageState.BASE, 0, OptionalDouble.of(5)).cost());
        assertEquals(
                OptionalDouble.of(0.2),
                turn(1, PageState.BASE, 1, OptionalDouble.of(5)).cost());
        assertEquals(Verdict.NOT_REALISED, Gain.of(List.of(failed)).verdict());
    }

    /** The counter of a hostile or restarted program: no value of it stops the answer. */
    @ParameterizedTest
    @ValueSource(doubles = {-1, 0, 1e308, Double.POSITIVE_INFINITY, Double.NaN, Double.MIN_VALUE})
    void aCounterWithAnyValueHasAnAnswer(double work) {
        List<TrialTurn> turns = new ArrayList<>(turns(7, 0.9, 0.001, true, 3));
        TrialTurn first = turns.get(0);
        turns.set(0, turn(1, first.state(), first.cpuSeconds(), OptionalDouble.of(work)));
        Gain gain = Gain.of(turns);
        assertEquals(6, gain.ratio().rounds());
        assertEquals(Verdict.FASTER, gain.verdict());
        assertTrue(
                TrialResult.line(turns.get(0), 7).contains("; does not count: "),
                () -> turns.get(0).toString());
    }

    @Test
    void aLineOfATurnSaysWhyItDoesNotCount() {
        assertEquals(
                "round 1 of 6, huge pages: 2.00 s CPU in 10.00 s, work 50",
                TrialResult.line(turn(1, PageState.THP, 2, OptionalDouble.of(50)), 6));
        assertEquals(
                "round 1 of 6, base pages: 2.00 s CPU in 10.00 s; does not count: 30 % of the blocks are huge",
                TrialResult.line(
                        new TrialTurn(1, PageState.BASE, 10, 2, OptionalDouble.empty(), 0, 0.3, 0, 0, Optional.empty()),
                        6));
        assertEquals(
                "round 1 of 6, huge pages: 2.00 s CPU in 10.00 s, work -3; does not count: the counter of work did not grow",
                TrialResult.line(turn(1, PageState.THP, 2, OptionalDouble.of(-3)), 6));
    }
}
