package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LongSliceTest {
    private static final Path SCHED = Path.of("/proc/thread-self/sched");

    /** {@code se.slice} of /proc/PID/sched, in nanoseconds (proc_sched_show_task in {@code kernel/sched/debug.c}). */
    private static long slice() throws IOException {
        return Files.readAllLines(SCHED).stream()
                .filter(line -> line.startsWith("se.slice"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElse(0);
    }

    private static long number(String name) throws IOException {
        return Files.readAllLines(SCHED).stream()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    /** A thread of its own: the slice of the test's thread stays as it is. */
    @Test
    void onlyTheSliceChanges() throws Exception {
        assumeTrue(Files.exists(SCHED) && slice() > 0, "the kernel shows slices");
        ExecutorService thread = Executors.newSingleThreadExecutor();
        long[] seen = thread.submit(() -> {
                    long policy = number("policy");
                    long priority = number("prio");
                    LongSlice.request();
                    return new long[] {slice(), policy - number("policy"), priority - number("prio")};
                })
                .get(20, TimeUnit.SECONDS);
        thread.shutdown();
        assertArrayEquals(new long[] {4_000_000, 0, 0}, seen);
    }
}
