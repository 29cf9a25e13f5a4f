package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that each benchmark measures its case: once, without a fork and without a clock. */
@Timeout(60)
class HealthBenchmarkTest {

    @Test
    void benchmarksMeasureTheirCase() throws InterruptedException {
        assumeTrue(Files.exists(Path.of("/proc/self/status")), "no procfs");
        HealthBenchmark benchmark = new HealthBenchmark();
        benchmark.look();
        // The daemon thread makes reports too: it can replace the served one between two calls, and a call returns the
        // last report while that thread makes one.
        while (benchmark.served() != benchmark.served()) {
            Thread.sleep(1);
        }
        while (benchmark.computed() == benchmark.computed()) {
            Thread.sleep(1);
        }
        assertEquals(2, benchmark.sampled().size());
        benchmark.close();
    }
}
