package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private final List<TrialTurn> found = new ArrayList<>();
    private final List<TrialTurn> turns = new ArrayList<>();

    private static TrialTurn turn(int round, PageState state, double grown, long refilled) {
        double share = state == PageState.THP ? 1 : 0;
        return new TrialTurn(
                round, state, 10, 5, OptionalDouble.of(100 + round), share, share, refilled, grown, Optional.empty());
    }

    /** Adds a round with these growths in its turns. */
    private void round(double first, double second) {
        int round = turns.size() / 2 + 1;
        turns.add(turn(round, PageState.BASE, first, 0));
        turns.add(turn(round, PageState.THP, second, 0));
    }

    private Optional<Growth> lasting() {
        return Growth.lasting(found, turns);
    }

    @Test
    void growthThatLastsForTwoRoundsEndsATrialWithoutAnAnswer() {
        round(0, 0.04);
        round(0.2, 0.2);
        round(0.21, 0);
        assertEquals(Optional.empty(), lasting(), "it went away");
        round(0.2, 0.2);
        turns.add(turn(5, PageState.THP, 0.25, 0));
        assertEquals(Optional.empty(), lasting(), "three turns");
        turns.add(turn(5, PageState.BASE, 0.25, 0));
        Growth growth = lasting().orElseThrow();
        assertFalse(growth.answered());
        assertEquals(
                "the regions have grown by 25 % of the blocks since the trial began, and the new memory does not"
                        + " alternate, so no further round would count. Repeat the trial when the heap has its size",
                growth.reason());
    }

    /** The JVM gives memory back: later turns may count. */
    @Test
    void growthThatBecomesLessEndsNothing() {
        round(0.4, 0.3);
        round(0.2, 0.1);
        assertEquals(Optional.empty(), lasting());
        round(0.1, 0.1);
        assertEquals(Optional.empty(), lasting(), "of 20 %, 10 % are left");
        round(0.1, 0.1);
        assertTrue(lasting().isPresent());
    }

    @Test
    void theRoundsBeforeTheGrowthAnswer() {
        for (int i = 0; i < 6; i++) {
            round(0, 0.01);
        }
        assertEquals(Optional.empty(), lasting());
        round(0.1, 0.1);
        round(0.1, 0.1);
        Growth growth = lasting().orElseThrow();
        assertTrue(growth.answered());
        assertTrue(
                growth.reason().endsWith(", so no further round would count; the answer is that of the rounds before"));
        turns.remove(0);
        assertFalse(lasting().orElseThrow().answered(), "five rounds");
    }

    /** Page faults after splits are no fair comparison, but the pages before the trial are one. */
    @Test
    void thePagesBeforeTheTrialAnswerToo() {
        for (int i = 1; i <= Schedule.FOUND_TURNS; i++) {
            found.add(turn(i, PageState.BASE, 0, 0));
        }
        for (int i = 1; i <= 6; i++) {
            turns.add(turn(i, PageState.BASE, 0, 1_000_000));
            turns.add(turn(i, PageState.THP, 0, 0));
        }
        round(0.1, 0.1);
        round(0.1, 0.1);
        assertTrue(lasting().orElseThrow().answered());
        found.clear();
        assertFalse(lasting().orElseThrow().answered());
    }

    /** It begins before the first change, and goes on. */
    @Test
    void turnsBeforeTheFirstChangeShowItToo() {
        found.add(turn(5, PageState.BASE, 0.5, 0));
        found.add(turn(6, PageState.BASE, 0.5, 0));
        turns.add(turn(1, PageState.THP, 0.5, 0));
        assertEquals(Optional.empty(), lasting());
        turns.add(turn(1, PageState.BASE, 0.5, 0));
        assertFalse(lasting().orElseThrow().answered());
    }
}
