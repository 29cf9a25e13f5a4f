package io.github.hpjvm.cli.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.read.WatchedHost;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.jvm.WatchedJvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.HostReading;
import io.github.hpjvm.console.process.ThisProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Watches the JVM of the test, whose heap cannot be read alone without system calls. */
class WatchTargetTest {
    private static final Bytes HUGE = Bytes.ofMiB(2);

    /** CPU time of the readings so far. */
    private long spent;

    private int asked;

    private static WatchTarget target() {
        Reach reach = new Reach(Contact.never(), true, TimeUnit.MINUTES.toMillis(1), HUGE);
        return new WatchTarget(
                WatchedJvm.begin(Roots.host(), ThisProcess.pid(), reach, Optional.empty()), HUGE, 0.9, true);
    }

    private WatchTarget.CpuClock clockOf(Duration reading) {
        return () -> {
            asked++;
            spent += reading.toNanos();
            return spent;
        };
    }

    /** The JVM ended after its first reading, and before that was judged. */
    @Test
    void aJvmThatEndsAtOnceHasItsFirstReading() {
        HostReading host = WatchedHost.read(Roots.host());
        try (WatchTarget target = target()) {
            assertFalse(target.history().isKnown());
            target.ended(Instant.now(), host, host);
            assertTrue(target.history().isKnown(), () -> target.unknown().orElse(""));
            assertTrue(target.regions().stream().anyMatch(region -> region.name() == RegionName.HEAP));
        }
    }

    @Test
    void aCostlyReadingStaysForAWhile() {
        readings(Duration.ofHours(1), 1);
    }

    @Test
    void eachCheapReadingIsNew() {
        readings(Duration.ofNanos(1), 5);
    }

    /** As a first reading on a busy host; an event must be seen in the interval in which it happens. */
    @Test
    void aReadingOfATenthOfASecondIsNew() {
        readings(Duration.ofMillis(100), 5);
    }

    private void readings(Duration cost, int expected) {
        HostReading host = WatchedHost.read(Roots.host());
        WatchBudget budget = new WatchBudget(Duration.ofSeconds(1));
        WatchTarget.CpuClock clock = clockOf(cost);
        try (WatchTarget target = target()) {
            target.read(budget, clock);
            target.judge(Instant.now(), host, host);
            for (int i = 0; i < 5; i++) {
                budget.begin(0);
                target.read(budget, clock);
                target.judge(Instant.now(), host, host);
                boolean costly = expected == 1 && i == 0;
                assertEquals(!costly, target.wasCheapest(), "a costly reading does not lengthen the interval");
            }
            assertTrue(target.hasHeap());
        }
        assertEquals(2 * expected, asked, "the CPU time before and after each reading");
    }
}
