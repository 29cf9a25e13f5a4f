package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReopeningTest {
    private static final long PID = 17;

    private static long seconds(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aBusyJvmIsTriedAfterGrowingPauses() {
        Reopening reopening = new Reopening();
        List<Long> tried = new ArrayList<>();
        for (long second = 0; second < 3600; second++) {
            if (reopening.isDue(PID, Optional.of(Reason.TIMED_OUT), seconds(second))) {
                tried.add(second);
            }
        }
        assertEquals(List.of(10L, 40L, 100L, 220L, 520L), tried);
        reopening.forget(PID);
        assertFalse(reopening.isDue(PID, Optional.of(Reason.TIMED_OUT), seconds(3600)));
        assertTrue(reopening.isDue(PID, Optional.of(Reason.TIMED_OUT), seconds(3610)));
    }

    @Test
    void aJvmThatHasJustStartedIsTriedAtEachReading() {
        Reopening reopening = new Reopening();
        int tried = 0;
        for (long second = 0; second < 60; second++) {
            tried += reopening.isDue(PID, Optional.of(Reason.SKIPPED), seconds(second)) ? 1 : 0;
        }
        assertEquals(12, tried, "ten at once, and two after pauses");
    }

    /** A JVM that pretouches a large heap answers after minutes. */
    @Test
    void aJvmThatStartsSlowlyIsTriedLater() {
        Reopening reopening = new Reopening();
        for (int reading = 0; reading < 10; reading++) {
            assertTrue(reopening.isDue(PID, Optional.of(Reason.SKIPPED), reading * seconds(1) / 10));
        }
        assertFalse(reopening.isDue(PID, Optional.of(Reason.SKIPPED), seconds(1)));
        assertTrue(reopening.isDue(PID, Optional.of(Reason.SKIPPED), seconds(11)));
    }

    @Test
    void otherReasonsAndAKnownHeapNeedNoOtherAttempt() {
        Reopening reopening = new Reopening();
        for (Optional<Reason> reason :
                List.of(Optional.<Reason>empty(), Optional.of(Reason.DENIED), Optional.of(Reason.NOT_SUPPORTED))) {
            assertFalse(reopening.isDue(PID, reason, 0));
            assertFalse(reopening.isDue(PID, reason, seconds(3600)));
        }
    }
}
