package io.github.hpjvm.bench.run.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryReadsTest {
    private static final long BLOCK = 2 << 20;
    private static final long PART = 64 << 10;

    private final List<Long> reads = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    @Test
    void aBlockIsReadWhole() throws InterruptedException {
        MemoryReads memory = new MemoryReads(
                Optional.of((address, into) -> {
                    reads.add(address);
                    return into.remaining();
                }),
                closed::countDown,
                Duration.ofMinutes(1));
        memory.read(BLOCK, BLOCK);
        assertEquals(
                LongStream.iterate(BLOCK, at -> at < 2 * BLOCK, at -> at + PART)
                        .boxed()
                        .toList(),
                reads);
        assertTrue(memory.isOpen());
        memory.close();
        closed.await();
    }

    /** The process has mapped a file of FUSE there. What reads its memory goes on without, and does not wait for it at the end. */
    @Test
    void memoryThatDoesNotArriveIsLeft() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch arrives = new CountDownLatch(1);
        MemoryReads memory = new MemoryReads(
                Optional.of((address, into) -> {
                    reads.add(address);
                    begun.countDown();
                    awaited(arrives);
                    return into.remaining();
                }),
                closed::countDown,
                Duration.ofMillis(20));
        memory.read(0, BLOCK);
        assertFalse(memory.isOpen(), "as if it could not be read");
        memory.read(BLOCK, BLOCK);
        memory.close();
        begun.await();
        assertEquals(List.of(0L), List.copyOf(reads));
        assertEquals(1, closed.getCount(), "a close would wait for the read");
        arrives.countDown();
        closed.await();
        assertEquals(BLOCK - PART, reads.get(reads.size() - 1));
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("an interrupt closes a channel, and waits for the read", e);
        }
    }

    @Test
    void memoryThatMayNotBeReadIsLeft() {
        try (MemoryReads memory = MemoryReads.open(Path.of("/nonexistent"), 1)) {
            assertFalse(memory.isOpen());
            memory.read(0, BLOCK);
        }
    }
}
