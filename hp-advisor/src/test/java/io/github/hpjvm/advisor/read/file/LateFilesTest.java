package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LateFilesTest {
    private static final Path LATE = Path.of("/proc/5000001/exe");
    private static final Path OTHER = Path.of("/proc/5000002/exe");

    @Test
    void aFileThatDoesNotArriveIsNotWaitedForAgain() {
        CountDownLatch arrives = new CountDownLatch(1);
        AtomicInteger reads = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            assertEquals(Optional.empty(), LateFiles.read(LATE, 20, () -> {
                reads.incrementAndGet();
                arrives.await();
                return true;
            }));
        }
        assertEquals(1, reads.get());
        Optional<Boolean> other = Optional.empty();
        while (other.isEmpty()) {
            other = LateFiles.read(OTHER, 60_000, () -> false);
        }
        assertEquals(Optional.of(false), other, "others are read");
        arrives.countDown();
        Optional<Boolean> again = Optional.empty();
        while (again.isEmpty()) {
            again = LateFiles.read(LATE, 60_000, () -> true);
        }
        assertEquals(Optional.of(true), again);
    }

    @Test
    void aFailureIsNoAnswer() {
        assertEquals(Optional.empty(), LateFiles.read(OTHER, 60_000, () -> {
            throw new IOException("stale file handle");
        }));
        assertThrows(
                StackOverflowError.class,
                () -> LateFiles.read(OTHER, 60_000, () -> {
                    throw new StackOverflowError();
                }));
    }
}
