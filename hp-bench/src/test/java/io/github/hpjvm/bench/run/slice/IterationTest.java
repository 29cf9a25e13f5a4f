package io.github.hpjvm.bench.run.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IterationTest {
    /** Ten operations of 100 ns: 1000 ns in all. A CPU time of -1 is unknown. */
    @ParameterizedTest
    @CsvSource({
        "400, 600,  400",
        "400, 500,  500",
        "400, 900,  400",
        "400, 1200, 400",
        "990, 0,    1000",
        "1010, 0,   1000",
        "1010, 500, 1000",
        "-1,  900,  100",
        "-1,  1200, 0"
    })
    void elapsedTimeWithoutWaitingIsAtLeastTheCpuTime(double cpu, double waited, double elapsed) {
        Iteration iteration =
                new Iteration(10, 100, cpu < 0 ? OptionalDouble.empty() : OptionalDouble.of(cpu), waited, 0);
        assertEquals(elapsed, iteration.withoutWaiting().wallNanos(), 1e-9);
    }
}
