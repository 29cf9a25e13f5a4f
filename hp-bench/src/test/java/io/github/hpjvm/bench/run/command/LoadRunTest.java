package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.run.slice.Iteration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoadRunTest {
    private static final OptionalDouble CPU = OptionalDouble.of(500_000_000);

    /** A load of two seconds. */
    private static LoadRun load(double number) {
        return new LoadRun(Ending.ok(List.of(number), OptionalLong.empty()), 2, CPU);
    }

    @Test
    void withoutAMetricTheWholeLoadIsOneOperation() {
        Iteration iteration = load(2).iteration(false, false);
        assertEquals(1, iteration.operations());
        assertEquals(2e9, iteration.nanosPerOperation());
        assertEquals(CPU, iteration.cpuNanos());
    }

    @Test
    void aMetricOfWhichMoreIsBetterCountsOperationsPerSecond() {
        Iteration iteration = load(1000).iteration(true, true);
        assertEquals(2000, iteration.operations());
        assertEquals(1e6, iteration.nanosPerOperation());
        assertEquals(CPU, iteration.cpuNanos());
    }

    @Test
    void aMetricOfWhichLessIsBetterIsTheCostAndCountsNoOperations() {
        Iteration iteration = load(250).iteration(true, false);
        assertEquals(250e9, iteration.nanosPerOperation());
        assertEquals(2e9, iteration.operations() * iteration.nanosPerOperation(), 1);
        assertTrue(iteration.cpuNanos().isEmpty());
    }

    @Test
    void aLoadThatDidNothingHasNoOperations() {
        assertEquals(0, load(0).iteration(true, true).operations());
        assertEquals(0, load(-1).iteration(true, false).operations());
    }
}
