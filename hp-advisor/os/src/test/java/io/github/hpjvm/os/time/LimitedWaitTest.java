package io.github.hpjvm.os.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LimitedWaitTest {
    private static final long LIMIT = Duration.ofSeconds(2).toNanos();

    private final LimitedWait wait = new LimitedWait(Duration.ofNanos(LIMIT));

    /** Work that needs some running time. Its clock shows when it is waited for. */
    private static class Work extends CompletableFuture<String> {
        private final long needed;

        /** Running time, and wall time. */
        private long ran;

        private long clock;
        private long longest;

        /** The part of the wait, from 1, in which the program is stopped for an hour; 0 for none. */
        private int stoppedIn;

        private int parts;

        private Work(Duration needed) {
            this.needed = needed.toNanos();
        }

        @Override
        public String get(long time, TimeUnit unit) throws TimeoutException {
            parts++;
            long part = unit.toNanos(time);
            longest = Math.max(longest, part);
            if (parts == stoppedIn) {
                clock += Duration.ofHours(1).toNanos();
                throw new TimeoutException();
            }
            ran += part;
            clock += part;
            if (ran < needed) {
                throw new TimeoutException();
            }
            return "done";
        }
    }

    @Test
    void timeForWhichTheProgramIsStoppedDoesNotCount() throws Exception {
        Work work = new Work(Duration.ofMillis(1900));
        work.stoppedIn = 3;
        assertEquals("done", wait.on(work));
        assertTrue(work.clock > Duration.ofHours(1).toNanos());
        assertTrue(work.longest <= Duration.ofMillis(50).toNanos(), () -> work.longest + " ns count for one stop");
    }

    @Test
    void workThatTakesLongerIsLeft() {
        Work work = new Work(Duration.ofNanos(LIMIT + 1));
        assertThrows(TimeoutException.class, () -> wait.on(work));
        assertEquals(LIMIT, work.ran);
        Work other = new Work(Duration.ofNanos(1));
        assertThrows(TimeoutException.class, () -> new LimitedWait(Duration.ZERO).on(other));
    }

    @Test
    void theLimitBeginsAnewWhenTheWorkGoesOn() {
        Work work = new Work(Duration.ofHours(1)) {
            @Override
            public String get(long time, TimeUnit unit) throws TimeoutException {
                // It goes on until 3 s.
                if (super.ran < Duration.ofSeconds(3).toNanos()) {
                    wait.renew();
                }
                return super.get(time, unit);
            }
        };
        assertThrows(TimeoutException.class, () -> wait.on(work));
        assertEquals(Duration.ofSeconds(3).toNanos() + LIMIT, work.ran);
    }

    @Test
    void aFailureIsThatOfTheWork() {
        IOException fault = new IOException("a fault");
        assertSame(
                fault,
                assertThrows(ExecutionException.class, () -> wait.on(CompletableFuture.failedFuture(fault)))
                        .getCause());
    }
}
