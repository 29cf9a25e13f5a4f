package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchBudgetTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final double MILLI = 1e6;

    private static void cheap(WatchBudget budget, double millis) {
        budget.took(millis * MILLI);
        budget.least(millis * MILLI);
    }

    @Test
    void theIntervalIsLengthenedByTheCheapestReading() {
        WatchBudget budget = new WatchBudget(SECOND);
        assertEquals(SECOND, budget.effective());
        for (int i = 0; i < 30; i++) {
            cheap(budget, 3);
        }
        assertEquals(SECOND, budget.effective(), "3 ms a second are 0.3 %, which leaves 0.2 % for the JVM");
        for (int i = 0; i < 60; i++) {
            cheap(budget, 6);
        }
        assertEquals(Duration.ofSeconds(2), budget.effective());
    }

    /** A reading of half an hour, as of a process that makes each reading slow. */
    @Test
    void theIntervalIsNotLengthenedBeyondAMinute() {
        for (int seconds : List.of(1, 60, 90)) {
            WatchBudget budget = new WatchBudget(Duration.ofSeconds(seconds));
            for (int i = 0; i < 30; i++) {
                cheap(budget, 1_800_000);
            }
            assertEquals(Duration.ofSeconds(Math.max(60, seconds)), budget.effective());
        }
    }

    /** The code is slow until it is compiled. */
    @Test
    void theFirstReadingsCountLess() {
        WatchBudget budget = new WatchBudget(SECOND);
        cheap(budget, 15);
        assertEquals(SECOND, budget.effective());
    }

    @Test
    void theCostsOfACostlyReadingAreSavedBefore() {
        WatchBudget budget = new WatchBudget(SECOND);
        assertFalse(budget.permits(30 * MILLI));
        for (int i = 0; i < 15; i++) {
            cheap(budget, 0.5);
        }
        assertTrue(budget.permits(30 * MILLI));
        budget.took(30 * MILLI);
        assertFalse(budget.permits(30 * MILLI));
    }

    /** A lengthened interval has enough time for costly readings. They must not keep it long. */
    @Test
    void theIntervalIsShortenedAgain() {
        WatchBudget budget = new WatchBudget(SECOND);
        for (int i = 0; i < 60; i++) {
            cheap(budget, 7);
        }
        assertTrue(budget.effective().compareTo(SECOND) > 0);
        int readings = 0;
        for (; budget.effective().compareTo(SECOND) > 0; readings++) {
            if (budget.permits(6 * MILLI)) {
                budget.took(6 * MILLI);
            } else {
                cheap(budget, 2);
            }
            assertTrue(readings < 60, "the interval stays at " + budget.effective());
        }
        assertTrue(readings > 2, "costly readings in between: " + readings);
    }

    /** Fifty JVMs, each of which fits into the interval alone. */
    @Test
    void manyJvmsShareTheBound() {
        WatchBudget budget = new WatchBudget(SECOND.multipliedBy(10));
        double all = 0;
        int whole = 0;
        for (int tick = 0; tick < 100; tick++) {
            double cost = 0;
            boolean cheapest = true;
            budget.begin(50 * 0.4 * MILLI);
            for (int jvm = 0; jvm < 50; jvm++) {
                budget.release(0.4 * MILLI);
                boolean permitted = budget.permitsBesideHeaps(2 * MILLI);
                double took = (permitted ? 2 : budget.permits(0.4 * MILLI) ? 0.4 : 0.3) * MILLI;
                whole += permitted ? 1 : 0;
                cheapest &= took == 0.3 * MILLI;
                budget.spend(took);
                cost += took;
            }
            budget.took(cost);
            if (cheapest) {
                budget.least(cost);
            }
            all += cost;
        }
        assertEquals(SECOND.multipliedBy(10), budget.effective());
        assertTrue(all / 100 <= 30.5 * MILLI, "30 ms of 10 s are permitted, " + all / 100 / MILLI + " ms were taken");
        assertTrue(whole > 500, whole + " readings of all regions instead of about 6 in each interval");
    }
}
