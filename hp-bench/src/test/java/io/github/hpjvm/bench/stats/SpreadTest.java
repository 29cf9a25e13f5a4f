package io.github.hpjvm.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theSpreadIsTheStandardDeviationOfTheBulk() {
        assertEquals(Optional.empty(), Spread.of(1));
        assertEquals(1.048358, Spread.of(3, 4).orElseThrow(), 1e-9);
        double calm = Spread.of(1, 2, 3, 4, 5, 6, 7).orElseThrow();
        assertEquals(calm, Spread.of(1, 2, 3, 4, 5, 6, 1e9).orElseThrow(), calm / 2);
    }
}
