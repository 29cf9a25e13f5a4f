package io.github.hpjvm.bench.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Locales;
import io.github.hpjvm.bench.stats.RatioInterval;
import org.junit.jupiter.api.Test;

class CaseFiguresTest {
    @Test
    void intervalsHaveThreeDecimals() {
        assertEquals("[0.880, 1.002]", CaseFigures.interval(new RatioInterval(0.88, 1.0024)));
    }

    @Test
    void theLocaleChangesNothing() {
        Locales.each(() -> assertEquals("[0.880, 1.002]", CaseFigures.interval(new RatioInterval(0.88, 1.0024))));
    }
}
