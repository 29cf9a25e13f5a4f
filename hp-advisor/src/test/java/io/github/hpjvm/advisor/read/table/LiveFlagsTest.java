package io.github.hpjvm.advisor.read.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LiveFlagsTest {

    private static final long SEED = Long.getLong("hp.seed", 1);

    @Test
    void writesNumbersAsPrintf() {
        for (double value : new double[] {
            0, -0.0, 1.5625, 33.3, 25, 70, 0.1, 1e-7, 5e-7, 0.0000005, 1e12, 1e300, 0.9999995, 100.0000005, -1.25
        }) {
            assertEquals(expected(value), LiveFlags.decimal(value));
        }
    }

    @Test
    void writesRandomNumbersAsPrintf() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100_000; i++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-8, 14));
            assertEquals(expected(value), LiveFlags.decimal(value), () -> "seed " + SEED);
        }
    }

    /** printf(3) of glibc rounds the exact value to even; zero has no sign here, and no flag is below zero. */
    private static String expected(double value) {
        return new BigDecimal(value).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
    }
}
