package io.github.hpjvm.bench.run.jar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The lines are those of JMH 1.21 and 1.37. */
class JmhPhasesTest {
    private final List<String> said = new ArrayList<>();
    private String line = "";

    private List<String> phases(String... lines) {
        JmhPhases phases = new JmhPhases(new JmhPhases.Moments() {
            @Override
            public void noWarmUp() {
                said.add("no warm-up");
            }

            @Override
            public void firstBegins() {
                said.add("first after " + line);
            }

            @Override
            public void lastBegins(Duration length) {
                said.add("last of " + length.toMillis() + " after " + line);
            }
        });
        for (String one : lines) {
            line = one;
            phases.accept(one);
        }
        return said;
    }

    @Test
    void findsTheStartOfTheFirstAndTheLastIteration() {
        assertEquals(
                List.of("first after # Warmup Iteration   2: 9.8 ns/op", "last of 200 after Iteration   2: 9.6 ns/op"),
                phases(
                        "# Warmup: 2 iterations, 100 ms each",
                        "# Measurement: 3 iterations, 200 ms each",
                        "# Fork: 1 of 1",
                        "# Warmup Iteration   1: 12.1 ns/op",
                        "# Warmup Iteration   2: 9.8 ns/op",
                        "Iteration   1: 9.7 ns/op",
                        "Iteration   2: 9.6 ns/op",
                        "Iteration   3: 9.5 ns/op"));
    }

    @Test
    void reportsAForkWithoutWarmUp() {
        assertEquals(
                List.of("no warm-up", "last of 1000 after Iteration   1: 9.7 ns/op"),
                phases(
                        "# Warmup: <none>",
                        "# Measurement: 2 iterations, 1 s each",
                        "Iteration   1: 9.7 ns/op",
                        "Iteration   2: 9.7 ns/op"));
    }

    @Test
    void oneIterationIsFirstAndLast() {
        assertEquals(
                List.of(
                        "first after # Warmup Iteration   1: 12.1 ns/op",
                        "last of 10000 after # Warmup Iteration   1: 12.1 ns/op"),
                phases(
                        "# Warmup: 1 iterations, 10 s each",
                        "# Measurement: 1 iterations, 10 s each",
                        "# Warmup Iteration   1: 12.1 ns/op",
                        "Iteration   1: 9.7 ns/op"));
    }

    @Test
    void parsesBatchesAndSingleShots() {
        assertEquals(
                List.of("first after # Warmup Iteration   1: 1 s/op", "last of 0 after Iteration   1: 1 s/op"),
                phases(
                        "# Warmup: 1 iterations, single-shot each, 5 calls per op",
                        "# Measurement: 2 iterations, single-shot each, 5 calls per op",
                        "# Warmup Iteration   1: 1 s/op",
                        "Iteration   1: 1 s/op"));
        assertEquals(Optional.of(Duration.ofMillis(100)), JmhPhases.time("100 ms, 2 calls per op"));
        assertEquals(Optional.empty(), JmhPhases.time("single-shot"));
        assertEquals(Optional.of(Duration.ofNanos(200_000_000)), JmhPhases.time("200000000 ns"));
    }

    /** Any line may come from the benchmark. */
    @Test
    void aNumberThatIsTooLargeIsNoIteration() {
        String large = "20261130123456789012345";
        assertEquals(
                List.of("first after # Warmup Iteration   1: 9.7 ns/op"),
                phases(
                        "# Warmup: 1 iterations, 1 s each",
                        "# Measurement: 2 iterations, 1 s each",
                        "# Measurement: " + large + " iterations, 1 s each",
                        "# Warmup Iteration " + large + ": done",
                        "Iteration " + large + ": done",
                        "# Warmup Iteration   1: 9.7 ns/op"));
        assertEquals(Optional.empty(), JmhPhases.time(large + " ms"));
    }
}
