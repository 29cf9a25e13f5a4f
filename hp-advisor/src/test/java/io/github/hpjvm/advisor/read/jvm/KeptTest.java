package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.term.Reason;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeptTest {
    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();
    private final Kept kept = Kept.by(clock::get);

    private Fact<VmTables> absent(Reason reason) {
        reads.incrementAndGet();
        return Fact.absent(reason, Source.of("/proc/1/mem"));
    }

    private void read(Kept from, long pid, long startTicks, Reason reason) {
        from.tables(pid, startTicks, () -> absent(reason));
    }

    @Test
    void readsAgainAfterTwoMinutes() {
        read(kept, 8, 1, Reason.MALFORMED);
        clock.addAndGet(Duration.ofSeconds(119).toNanos());
        read(kept, 8, 1, Reason.MALFORMED);
        assertEquals(1, reads.get());
        clock.addAndGet(Duration.ofSeconds(2).toNanos());
        read(kept, 8, 1, Reason.MALFORMED);
        assertEquals(2, reads.get());
    }

    @Test
    void aLaterProcessWithTheSameNumberIsRead() {
        read(kept, 8, 1, Reason.MALFORMED);
        read(kept, 8, 2, Reason.MALFORMED);
        assertEquals(2, reads.get());
    }

    @Test
    void aJvmThatStartsIsReadEachTime() {
        read(kept, 8, 1, Reason.SKIPPED);
        read(kept, 8, 1, Reason.SKIPPED);
        assertEquals(2, reads.get());
    }

    @Test
    void forgetsProcessesThatHaveEnded() {
        read(kept, 8, 1, Reason.MALFORMED);
        read(kept, 9, 1, Reason.MALFORMED);
        kept.retain(Set.of(new Replies.Process(9, 1)));
        read(kept, 8, 1, Reason.MALFORMED);
        read(kept, 9, 1, Reason.MALFORMED);
        assertEquals(3, reads.get());
    }

    @Test
    void keepsNothingWithoutAClock() {
        read(Kept.nothing(), 8, 1, Reason.MALFORMED);
        read(Kept.nothing(), 8, 1, Reason.MALFORMED);
        assertEquals(2, reads.get());
    }
}
