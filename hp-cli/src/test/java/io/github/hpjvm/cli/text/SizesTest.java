package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1 B",
        "1023, 1023 B",
        "1024, 1 KiB",
        "1536, 1.50 KiB",
        "536870912, 512 MiB",
        "25232932864, 23.5 GiB",
        "1070, 1.04 KiB",
        "10290, 10.0 KiB",
        "9223372036854775807, 8 EiB",
    })
    void threeDigitsThatCount(long size, String text) {
        assertEquals(text, Sizes.of(Bytes.of(size)));
    }

    /** Rounded as String.format rounds. */
    @Test
    void roundedAsEverywhere() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            long size = 1 + (random.nextLong() >>> 1 + random.nextInt(62));
            double value = size;
            while (value >= 1024) {
                value /= 1024;
            }
            int decimals = value == Math.rint(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
            String text = Sizes.of(Bytes.of(size));
            assertEquals(
                    String.format(Locale.ROOT, "%." + decimals + "f", value),
                    text.substring(0, text.indexOf(' ')),
                    () -> "seed " + seed + ", " + size);
        }
    }
}
