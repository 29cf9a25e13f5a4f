package io.github.hpjvm.bench.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogScaleTest {
    private static final long SEED = 8;

    @Test
    void allPowersOfTenHaveTheSameLength() {
        LogScale scale = new LogScale(1, 1000, 0, 300);
        assertEquals(0, scale.pixel(1), 1e-9);
        assertEquals(100, scale.pixel(10), 1e-9);
        assertEquals(300, scale.pixel(1000), 1e-9);
    }

    @Test
    void ticksAreRoundValuesThatFit() {
        assertEquals(List.of("0.8", "0.9", "0.95", "1", "1.05"), labels(LogScale.around(List.of(0.8, 1.05), 200, 595)));
        assertEquals(
                List.of("1 000", "10 000", "100 000", "1 000 000", "10 000 000", "100 000 000", "1 000 000 000"),
                labels(LogScale.around(List.of(1e3, 1e9), 64, 640)));
    }

    @Test
    void anyPositiveValueHasAPosition() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2000; i++) {
            double one = Math.exp(random.nextGaussian() * Math.pow(10, random.nextInt(3)));
            double other = one * Math.exp(Math.abs(random.nextGaussian()) * Math.pow(10, -random.nextInt(9)));
            LogScale scale =
                    LogScale.around(List.of(one, other, 0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY), 10, 500);
            for (double value : new double[] {one, other}) {
                double pixel = scale.pixel(value);
                assertTrue(pixel > 10 && pixel < 500, () -> "seed " + SEED + ": " + value + " in " + scale);
            }
            assertTrue(scale.ticks().size() < 20, scale::toString);
        }
    }

    @Test
    void extremeValuesAndNoValuesHaveAnAxis() {
        assertFalse(LogScale.around(List.of(), 0, 100).ticks().isEmpty());
        LogScale whole = LogScale.around(List.of(Double.MIN_NORMAL, Double.MAX_VALUE), 0, 100);
        assertTrue(Double.isFinite(whole.pixel(Double.MAX_VALUE)));
        assertFalse(LogScale.takes(0));
        assertFalse(LogScale.takes(Double.MIN_VALUE));
        assertThrows(IllegalArgumentException.class, () -> new LogScale(0, 1, 0, 100));
        assertThrows(IllegalArgumentException.class, () -> new LogScale(1, 1, 0, 100));
    }

    private static List<String> labels(LogScale scale) {
        return scale.ticks().stream()
                .map((BigDecimal tick) -> Ticks.plain(tick))
                .toList();
    }
}
