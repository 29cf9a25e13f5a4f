package io.github.hpjvm.bench.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerThreadTest {
    private final CountDownLatch end = new CountDownLatch(1);

    /** Starts a thread with the name of JMH's, lets it work, and returns its number once it waits. */
    private long waiting(String name, List<Thread> threads) throws InterruptedException {
        AtomicLong number = new AtomicLong();
        CountDownLatch worked = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    try {
                        Path self = Files.readSymbolicLink(Path.of("/proc/thread-self"));
                        number.set(Long.parseLong(self.getFileName().toString()));
                        worked.countDown();
                        end.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                name);
        thread.start();
        threads.add(thread);
        worked.await();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return number.get();
    }

    @Test
    void findsTheThreadThatMeasures() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try {
            waiting("another thread", threads);
            long number = waiting("a.b.Benchmark.run-jmh-worker-1", threads);
            assertTrue(number > 0);
            assertEquals(number, WorkerThread.find());
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void findsNoneAmongSeveral() throws Exception {
        List<Thread> threads = new ArrayList<>();
        try {
            waiting("a.b.Benchmark.run-jmh-worker-1", threads);
            waiting("a.b.Benchmark.run-jmh-worker-2", threads);
            assertEquals(-1, WorkerThread.find());
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
