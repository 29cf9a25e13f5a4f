package io.github.hpjvm.bench.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgramCpuTest {
    private static final long WORK = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long TICKS = TimeUnit.MILLISECONDS.toNanos(40);

    private static void work() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        while (threads.getCurrentThreadCpuTime() - start < WORK) {
            Thread.onSpinWait();
        }
    }

    /** A pool that a benchmark starts for each call has ended when the iteration ends. */
    @Test
    void theTimeOfAThreadThatHasEndedCounts() throws InterruptedException {
        ProgramCpu before = ProgramCpu.now();
        Thread thread = new Thread(ProgramCpuTest::work);
        thread.start();
        thread.join();
        long since = before.since();
        assertTrue(since > WORK - TICKS, () -> since + " ns");
    }

    @Test
    void readsUserAndSystemTimeAfterAnyName() {
        assertEquals(
                130,
                ProgramCpu.ticks(
                        "4711 (a) S 9 (x)) S 1 4711 4711 0 -1 4194560 1000 20 3 4 123 7 0 0 20 0 30 0 99 1 2\n"));
        assertEquals(-1, ProgramCpu.ticks(""));
        assertEquals(-1, ProgramCpu.ticks("4711 (java) S 1 2 3"));
        assertEquals(-1, ProgramCpu.ticks("4711 (java) S 1 2 3 4 5 6 7 8 9 10 x y 1"));
    }

    /** HotSpot starts compilers when it needs them, and ends them later. */
    @Test
    void theTimeOfCompilersIsThatOfThoseThatRun() {
        assertEquals(5 + 7, ProgramCpu.since(Map.of("11", 10L, "12", 900L), Map.of("11", 15L, "13", 7L)));
        assertEquals(0, ProgramCpu.since(Map.of("11", 10L), Map.of()));
    }

    /** JDK 9 and newer name their threads, so a compiler is known while it works. */
    @Test
    void knowsTheCompilersOfThisJvm() {
        assertTrue(!ProcessCpu.compilers().isEmpty());
    }
}
