package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StallBoundTest {
    private static final Duration LIMIT = Duration.ofMillis(5);
    private static final long SHORT = Duration.ofMillis(1).toNanos();
    private static final long LONG = Duration.ofMillis(6).toNanos();

    @Test
    void threeStepsInARowAboveTheLimitReachIt() {
        StallBound bound = new StallBound(LIMIT);
        for (long step : new long[] {LONG, LONG, SHORT, LONG, LONG}) {
            bound.after(step);
            assertFalse(bound.isReached());
        }
        bound.after(LONG);
        assertTrue(bound.isReached());
        bound.permitRestore(() -> false);
        assertFalse(bound.isReached());
        assertEquals(LONG, bound.seen().longest());
    }

    /** A restore ends whatever its steps take, and says so. */
    @Test
    void aRestoreReachesNoLimit() {
        StallBound bound = new StallBound(LIMIT);
        bound.permitRestore(() -> false);
        for (long step : new long[] {LONG, SHORT, LONG, LONG, LONG, LONG}) {
            bound.after(step);
            assertFalse(bound.isReached());
        }
    }

    /** After Ctrl-C the user waits for the restore. */
    @Test
    void aHurriedRestoreHasShortPauses() {
        StallBound bound = new StallBound(LIMIT);
        bound.permitRestore(() -> true);
        assertEquals(Duration.ofNanos(LONG), bound.after(LONG));
    }

    /** The process gets half of the time at least, and 95 % of it after a step above the limit. */
    @Test
    void thePauseIsAtLeastAsLongAsTheStep() {
        StallBound bound = new StallBound(LIMIT);
        assertEquals(Duration.ofMillis(1), bound.after(SHORT));
        assertEquals(Duration.ofMillis(120), bound.after(LONG));
        assertEquals(Duration.ofSeconds(1), bound.after(Duration.ofMillis(400).toNanos()));
        assertEquals(Duration.ofSeconds(2), bound.after(Duration.ofSeconds(2).toNanos()));
    }

    /** Ctrl-Z during a step, and fg an hour later: a pause of an hour would be taken for a process that holds up the change. */
    @Test
    void aStepDuringWhichTheProgramWasStoppedHasNoSuchPause() {
        StallBound bound = new StallBound(LIMIT);
        assertEquals(Duration.ofSeconds(10), bound.after(Duration.ofHours(1).toNanos()));
        bound.permitRestore(() -> true);
        assertEquals(Duration.ofSeconds(10), bound.after(Duration.ofHours(1).toNanos()));
    }

    @Test
    void timesAreParsed() {
        assertEquals(Duration.ofMillis(5), StallBound.parse("5ms"));
        assertEquals(Duration.ofNanos(1500), StallBound.parse("1.5us"));
        assertEquals(Duration.ofSeconds(1), StallBound.parse("1s"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5 ms", "0ms", "0.5us", "10.5s", "11s", "-1ms", "1e3ms", "999999s"})
    void othersAreRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> StallBound.parse(text));
    }

    @Test
    void bucketsDouble() {
        StallHistogram steps = new StallHistogram();
        for (long nanos : new long[] {0, 1, 1023, 1024, 2047}) {
            steps.add(nanos, nanos > 1024);
        }
        assertEquals(
                List.of(
                        new StallHistogram.Bucket(1, 2, 2),
                        new StallHistogram.Bucket(512, 1024, 1),
                        new StallHistogram.Bucket(1024, 2048, 2)),
                steps.buckets());
        assertEquals(5, steps.count());
        assertEquals(2047, steps.longest());
        assertEquals(1, steps.above());
    }
}
