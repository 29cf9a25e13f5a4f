package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LateReadsTest {
    private static final Path LATE = Path.of("/proc/5000001/exe");
    private static final Path OTHER = Path.of("/proc/5000002/exe");

    private final LateReads reads = new LateReads("a test reads");

    @Test
    void aFileThatDoesNotArriveIsNotWaitedForAgain() {
        CountDownLatch arrives = new CountDownLatch(1);
        AtomicInteger begun = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            assertEquals(Reason.TIMED_OUT, reason(reads.read(LATE, 20, () -> {
                begun.incrementAndGet();
                arrives.await();
                return known(true);
            })));
        }
        assertEquals(1, begun.get());
        assertEquals(50, reads.share(100), "one other read waits");
        assertEquals(
                Optional.of(false),
                reads.read(OTHER, 60_000, () -> known(false)).known(),
                "others are read");
        arrives.countDown();
        Optional<Boolean> again = Optional.empty();
        while (again.isEmpty()) {
            again = reads.read(LATE, 60_000, () -> known(true)).known();
        }
        assertEquals(Optional.of(true), again);
        assertEquals(100, reads.share(100));
    }

    @Test
    void aFailureIsNoAnswer() {
        assertEquals(Reason.MALFORMED, reason(reads.<Boolean>read(OTHER, 60_000, () -> {
            throw new IOException("stale file handle");
        })));
        assertThrows(
                StackOverflowError.class,
                () -> reads.<Boolean>read(OTHER, 60_000, () -> {
                    throw new StackOverflowError();
                }));
    }

    private static Fact<Boolean> known(boolean value) {
        return Fact.known(value, Source.of(OTHER));
    }

    private static Reason reason(Fact<Boolean> fact) {
        return ((Fact.Absent<Boolean>) fact).reason();
    }
}
