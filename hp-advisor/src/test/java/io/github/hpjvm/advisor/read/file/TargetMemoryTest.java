package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetMemoryTest {
    private static final long SHORT = 20;
    private static final long LONG = 60_000;

    @TempDir
    private Path proc;

    private final AtomicInteger reads = new AtomicInteger();
    private final CountDownLatch arrives = new CountDownLatch(1);

    @BeforeEach
    void twoProcesses() throws IOException {
        for (String pid : new String[] {"1", "2"}) {
            Files.writeString(Files.createDirectory(proc.resolve(pid)).resolve("mem"), "memory");
        }
    }

    private Fact<String> known(RawMemory memory) {
        reads.incrementAndGet();
        return Fact.known("text", Source.of(proc));
    }

    private Fact<String> late(RawMemory memory) {
        try {
            arrives.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return known(memory);
    }

    private static String reason(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> absent ? absent.reason().name() : "";
    }

    /** A monitor tries again in each reading: memory that never arrives must not cost a thread each time. */
    @Test
    void aProcessWhoseMemoryDoesNotArriveCostsOneThread() throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            assertEquals(Reason.TIMED_OUT.name(), reason(TargetMemory.read(proc, 1, SHORT, this::late)));
        }
        assertEquals("", reason(TargetMemory.read(proc, 2, LONG, this::known)), "others are read");
        arrives.countDown();
        Fact<String> again = TargetMemory.read(proc, 1, LONG, this::known);
        for (int i = 0; i < 1000 && !reason(again).isEmpty(); i++) {
            Thread.sleep(10);
            again = TargetMemory.read(proc, 1, LONG, this::known);
        }
        assertEquals("", reason(again), "it is read again");
        assertEquals(3, reads.get());
    }

    /** The process has every byte of its memory in its hand: an error of a reader makes this fact unknown. */
    @Test
    void anExceptionOfAReaderIsAFact() {
        Fact<String> fact = TargetMemory.read(proc, 1, LONG, memory -> {
            throw new IndexOutOfBoundsException("20 of 16");
        });
        assertEquals(Reason.MALFORMED.name(), reason(fact));
        assertEquals(
                "it cannot be read: java.lang.IndexOutOfBoundsException: 20 of 16",
                fact.source().excerpt());
        assertThrows(
                StackOverflowError.class,
                () -> TargetMemory.read(proc, 1, LONG, memory -> {
                    throw new StackOverflowError();
                }));
        assertEquals("", reason(TargetMemory.read(proc, 1, LONG, this::known)));
    }
}
