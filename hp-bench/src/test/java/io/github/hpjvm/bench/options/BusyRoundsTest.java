package io.github.hpjvm.bench.options;

import static io.github.hpjvm.bench.RunBuilder.run;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

class BusyRoundsTest {
    private static final Case SMALL = Samples.ofSize(1000);
    private static final Case LARGE = Samples.ofSize(100_000_000);

    private static final List<Run> RUNS = List.of(
            run(SMALL, "baseline", 1, 1).build(),
            run(SMALL, "thp", 1, 1).disturbed(0, 40).build(),
            run(LARGE, "baseline", 1, 1).build(),
            run(LARGE, "thp", 1, 1).build(),
            run(SMALL, "baseline", 2, 1).build(),
            run(SMALL, "thp", 2, 1).build(),
            run(LARGE, "baseline", 2, 1).disturbed(9, 0).build(),
            run(LARGE, "thp", 2, 1).build());

    @Test
    void keepCountsBusyRounds() {
        assertEquals(RUNS, BusyRounds.KEEP.counting(RUNS));
    }

    @Test
    void dropLeavesOutAllForksOfTheCaseInABusyRound() {
        assertEquals(List.of(RUNS.get(2), RUNS.get(3), RUNS.get(4), RUNS.get(5)), BusyRounds.DROP.counting(RUNS));
    }
}
